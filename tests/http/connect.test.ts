// Connecting a host: the page with one button or line for each, and the files for a public repository.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hosts, writeConnectFiles } from '../../http/connect.ts'
import { startService, type Service } from '../support/service.ts'

let service: Service
beforeAll(async () => void (service = await startService()))
afterAll(() => service.close())

describe('/connect', () => {
  it('has a way for each host, with our own address in it', async () => {
    const { text, status } = await service
      .fetch('/connect', { headers: { accept: 'text/html' } })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
    expect(status).toBe(200)
    for (const { name } of hosts(service.url)) expect(text).toContain(`>${name}</h2>`)
    const links = [...text.matchAll(/href="((?:cursor|vscode):[^"]+)"/g)].map((match) =>
      match[1]!.replaceAll('&#38;', '&'),
    )
    expect(links).toHaveLength(2)
    const cursor = new URL(links.find((link) => link.startsWith('cursor:'))!)
    const config = Buffer.from(cursor.searchParams.get('config')!, 'base64').toString()
    expect([cursor.searchParams.get('name'), JSON.parse(config)]).toEqual([
      'launch-directory',
      { url: `${service.url}/mcp` },
    ])
    const code = links.find((link) => link.startsWith('vscode:'))!
    expect(JSON.parse(decodeURIComponent(code.split('?')[1]!))).toEqual({
      ...{ name: 'launch-directory', type: 'http', url: `${service.url}/mcp` },
    })
    expect(text).toContain('claude mcp add --transport http launch-directory')
    expect(text).toContain(`<li>Paste ${service.url}/mcp and press Add.</li>`)
    expect(text).toMatch(/Or in a terminal:<\/p>\s*<div class="copy">\s*<pre[^>]*>code --add-mcp/)
  })
})

describe('the files for a public repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'launch-connect-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('are written with the address of the service, and agree with each other', () => {
    writeConnectFiles(folder, 'https://launch.example.com')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect(files).toEqual(expect.arrayContaining(['server.json', 'gemini-extension.json', '.mcp.json']))
    const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))
    const entry = read('server.json')
    expect(entry).toMatchObject({
      name: 'com.example.launch/launch-directory',
      remotes: [{ type: 'streamable-http', url: 'https://launch.example.com/mcp' }],
    })
    for (const path of ['gemini-extension.json', '.claude-plugin/plugin.json'])
      expect(read(path)).toMatchObject({ name: 'launch-directory', version: entry.version })
    expect(read('.claude-plugin/marketplace.json').plugins[0].name).toBe('launch-directory')
    const skill = readFileSync(join(folder, 'skills/launch-directory/SKILL.md'), 'utf8')
    expect(skill).toMatch(/^---\nname: launch-directory\ndescription: .{50,1024}\n---\n/)
  })

  // Node's own way to make folders one in another never ends there.
  it.runIf(existsSync('/proc'))('end where no folder can be made', () => {
    expect(() => writeConnectFiles('/proc/none/here', 'https://launch.example.com')).toThrow(/ENOENT/)
  })

  it.each([
    ['http://launch.example.com', 'must begin with https'],
    ['https://localhost:3000', 'nobody else can reach'],
  ])('are not written for %s, with the reason', (public_url, reason) => {
    expect(() => writeConnectFiles(join(folder, 'not'), public_url)).toThrow(reason)
    expect(readdirSync(folder)).not.toContain('not')
  })
})
