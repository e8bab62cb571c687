// What stands before every route: a proxy that is not believed is noticed, and secure sites say that they are.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openProxy } from '../support/proxy.ts'
import { startService, type Service } from '../support/service.ts'

let service: Service
let home: Service
beforeAll(async () => {
  service = await startService({ settings: { PUBLIC_URL: 'https://launch.example' } })
  home = await startService()
})
afterAll(async () => {
  await service.close()
  await home.close()
})

it('every answer of a site on https forbids plain http for a year, and none at home does', async () => {
  const proxy = await openProxy(service, { host: 'launch.example' })
  for (const path of [
    '/',
    '/docs',
    '/sign-in',
    '/account',
    '/api/v1/site',
    '/api/v1/me',
    '/nowhere',
    '/mcp',
    '/healthz',
  ]) {
    const { headers } = await fetch(proxy.url + path, { redirect: 'manual' })
    expect([path, headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000'])
    const plain = await home.fetch(path, { redirect: 'manual' })
    expect([path, plain.headers.get('strict-transport-security')]).toEqual([path, null])
  }
  const form = { method: 'POST', body: new URLSearchParams({ grant_type: 'x' }) }
  const token = await fetch(`${proxy.url}/token`, form)
  expect(token.headers.get('strict-transport-security')).toBe('max-age=31536000')
  await proxy.close()
})

it('a proxy that is believed is not said to be set, whatever address it names', async () => {
  const one = await startService({ settings: { TRUST_PROXY: 'loopback' } })
  const proxy = await openProxy(one, { host: new URL(one.url).host, 'x-forwarded-for': '127.0.0.1' })
  expect((await fetch(`${proxy.url}/api/v1/site`)).status).toBe(200)
  expect(one.log_lines.join('')).not.toContain('TRUST_PROXY')
  await proxy.close()
  await one.close()
})

it.each<Record<string, string>>([{ 'x-forwarded-for': '203.0.113.7' }, { forwarded: 'for=203.0.113.8' }])(
  'a proxy in front that is not believed is said in the log once, with the setting that mends it: %j',
  async (said) => {
    const one = await startService()
    const proxy = await openProxy(one, { host: new URL(one.url).host, ...said })
    await one.fetch('/healthz')
    expect(one.log_lines.join('')).not.toContain('TRUST_PROXY')
    for (let time = 0; time < 3; time += 1) expect((await fetch(`${proxy.url}/api/v1/site`)).status).toBe(200)
    const lines = one.log_lines.filter((line) => line.includes('TRUST_PROXY=loopback'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain('203.0.113')
    await proxy.close()
    await one.close()
  },
)
