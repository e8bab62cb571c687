// What is read before anybody connects: the server card, the catalogue, the operator's own files, icons.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registryEntry, protocolVersions } from '../../http/discovery.ts'
import { connectMcp, startService, type Service } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
  const folder = join(service.folder, 'well-known')
  mkdirSync(folder)
  writeFileSync(join(folder, 'mcp-registry-auth'), 'v=MCPv1; k=ed25519; p=AAAA')
  writeFileSync(join(folder, 'glama.json'), '{"claim":"x"}')
  writeFileSync(join(folder, 'long.txt'), 'x'.repeat(4097))
  writeFileSync(join(folder, 'openid-configuration'), 'not ours')
  mkdirSync(join(folder, 'inner'))
  symlinkSync(join(service.folder, 'launch.db'), join(folder, 'big'))
})
afterAll(() => service.close())

describe('the server card', () => {
  it.each(['/mcp/server-card', '/.well-known/mcp/server-card.json'])(
    'stands at %s for everybody',
    async (path) => {
      const response = await service.fetch(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('application/mcp-server-card+json')
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
      const etag = response.headers.get('etag')!
      const again = await service.fetch(path, { headers: { 'if-none-match': etag } })
      expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
      const card = (await response.json()) as Record<string, any>
      expect(card.remotes).toEqual([
        {
          ...{ type: 'streamable-http', url: `${service.url}/mcp` },
          supportedProtocolVersions: protocolVersions,
        },
      ])
      expect(card).not.toHaveProperty('tools')
      for (const { src, mimeType } of card.icons) {
        const icon = await service.fetch(new URL(src).pathname)
        expect([icon.status, icon.headers.get('content-type')]).toEqual([200, mimeType])
      }
    },
  )

  it('is named by the AI catalogue, and says what the server says itself', async () => {
    const response = await service.fetch('/.well-known/ai-catalog.json')
    expect(response.headers.get('content-type')).toBe('application/ai-catalog+json')
    const { entries } = (await response.json()) as { entries: { url: string; type: string }[] }
    expect(entries).toHaveLength(1)
    const card = (await (await service.fetch(new URL(entries[0]!.url).pathname)).json()) as Record<
      string,
      any
    >
    const client = await connectMcp(service)
    const { version, title, description, websiteUrl, icons } = client.getServerVersion()!
    expect(card).toMatchObject({ version, title, description, websiteUrl, icons: icons!.slice(1) })
    await client.close()
  })

  it('is short enough, and named after the host, for the official registry', () => {
    const entry = registryEntry('https://launch.example.com')
    expect(entry.name).toBe('com.example.launch/launch-directory')
    expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    expect(entry.description.length).toBeLessThanOrEqual(100)
    expect(entry.version).toMatch(/^\d+\.\d+\.\d+$/)
  })
})

describe("the operator's own files", () => {
  it('are served at /.well-known as they are', async () => {
    const proof = await service.fetch('/.well-known/mcp-registry-auth', { headers: { accept: 'text/plain' } })
    expect(proof.status).toBe(200)
    expect(proof.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(proof.headers.get('set-cookie')).toBeNull()
    expect(await proof.text()).toBe('v=MCPv1; k=ed25519; p=AAAA')
    const claim = await service.fetch('/.well-known/glama.json')
    expect(claim.headers.get('content-type')).toBe('application/json')
  })

  it('are nothing that is too long, no folder, and nowhere else', async () => {
    for (const name of ['long.txt', 'inner', 'big', 'absent', '..%2flaunch.db', '.hidden', 'a%00b'])
      expect([name, (await service.fetch(`/.well-known/${name}`)).status]).toEqual([name, 404])
  })

  it('never stand in the place of ours', async () => {
    const ours = await service.fetch('/.well-known/openid-configuration')
    expect(await ours.json()).toMatchObject({ issuer: service.url })
  })
})

it('has an icon where browsers look without being told', async () => {
  const icon = await service.fetch('/favicon.ico')
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon'])
})
