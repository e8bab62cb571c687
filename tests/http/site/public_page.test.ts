// The frame of public pages, seen on the reference: kept and cacheable for everybody, made anew for whoever is signed in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../support/people.ts'
import { startService, type Service } from '../../support/service.ts'

const accept = 'text/html'
let service: Service
beforeAll(async () => void (service = await startService({ settings: { RATE_LIMITS: 'read=30' } })))
afterAll(() => service.close())

describe('a public page', () => {
  it('may be kept by anybody for as long as the API answers may, and is confirmed by its ETag', async () => {
    const { headers } = await service.fetch('/docs', { headers: { accept } })
    expect(headers.get('cache-control')).toBe('public, max-age=10')
    expect(headers.get('vary')).toBe('Accept, Cookie')
    const again = await service.fetch('/docs', { headers: { 'if-none-match': headers.get('etag')! } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('is the same page whatever stands behind the question mark that it does not read', async () => {
    const [one, other] = await Promise.all([service.fetch('/docs'), service.fetch('/docs?utm_source=x')])
    expect(other.status).toBe(200)
    expect(other.headers.get('etag')).toBe(one.headers.get('etag'))
  })

  it("asks no other machine for anything, runs our scripts only, and is framed by nobody's page", async () => {
    const { headers } = await service.fetch('/docs')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
  })

  it('names whoever is signed in, to them alone', async () => {
    const { browser } = await signIn(service, 'ana@tide.example')
    const hers = await browser.get('/docs')
    expect(hers.text).toContain('href="/account">Account</a')
    expect(hers.headers.get('cache-control')).toBe('private, no-cache')
    const everybodys = await service.fetch('/docs')
    expect(await everybodys.text()).not.toContain('ana@tide.example')
    expect(everybodys.headers.get('etag')).not.toBe(hers.headers.get('etag'))
  })

  it('takes no other method, and says which it takes', async () => {
    const response = await service.fetch('/docs', { method: 'DELETE' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  it('counts as one reading, and says as a page that there were too many', async () => {
    let response: Response
    let asked = 0
    do response = await service.fetch('/docs', { headers: { accept } })
    while (response.status === 200 && ++asked < 40)
    expect(response.status).toBe(429)
    expect(response.headers.get('ratelimit-policy')).toContain('"read";q=30')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toContain('<h1>Too many attempts</h1>')
  })
})
