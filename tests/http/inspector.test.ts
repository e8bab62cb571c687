// The official Inspector, run as the program a developer would run, in both eras of the protocol.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mcpPaths } from '../../auth/resources.ts'
import { toolsAt } from '../../http/toolsets.ts'
import { catalog } from '../../tools/catalog.ts'
import { startService, type Service } from '../support/service.ts'
import { whole } from '../support/some.ts'

const home = mkdtempSync(join(tmpdir(), 'inspector-'))
const program = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
)
let service: Service
beforeAll(async () => void (service = await startService()))
afterAll(async () => {
  await service.close()
  rmSync(home, { recursive: true })
})

function inspect(era: string, path: string, ...options: string[]) {
  const words = [program, '--cli', `${service.url}${path}`, '--transport', 'http', '--stored-auth-only']
  return new Promise<{ exit_code: number; out: string; complaints: string }>((resolve) =>
    execFile(
      process.execPath,
      [...words, '--protocol-era', era, '--format', 'json', ...options],
      { env: { PATH: process.env.PATH, HOME: home }, maxBuffer: 16_777_216, timeout: 60_000 },
      (error, out, complaints) =>
        resolve({ exit_code: error === null ? 0 : Number(error.code ?? 1), out, complaints }),
    ),
  )
}

// All tools, what a small address offers, what only reads and what is for research; every address with WHOLE=on.
const some = ['/mcp', '/mcp/x/publish/readonly', '/mcp/x/research']
const paths = whole ? mcpPaths : some

describe.each(['modern', 'legacy'])('the Inspector in the %s era', (era) => {
  it.each(era === 'modern' ? paths : ['/mcp'])(
    'finds no fault in any tool schema of %s, in strict mode',
    async (path) => {
      const { exit_code, out, complaints } = await inspect(era, path, '--method', 'tools/list', '--strict')
      expect({ exit_code, complaints }).toEqual({ exit_code: 0, complaints: '' })
      const { tools } = (JSON.parse(out) as { result: { tools: { name: string }[] } }).result
      expect(tools.map(({ name }) => name)).toEqual(toolsAt(path, catalog).map(({ name }) => name))
    },
  )

  it('calls a tool', async () => {
    const { exit_code, out } = await inspect(
      era,
      '/mcp',
      '--method',
      'tools/call',
      '--tool-name',
      'get_site_info',
    )
    expect(exit_code).toBe(0)
    expect(out).toContain('Launch Directory')
  })

  it('reports a refused call as an error of the tool', async () => {
    const { exit_code } = await inspect(
      era,
      '/mcp',
      ...['--method', 'tools/call', '--tool-name', 'get_site_info', '--tool-args-json', '{"colour":"red"}'],
    )
    expect(exit_code).toBe(5)
  })
})
