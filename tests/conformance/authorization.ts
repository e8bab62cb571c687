// Runs the official suite against our authorization server. It prints an address and waits for a browser; the person
// who opens it is played here.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { consent, register } from '../support/oauth_client.ts'
import { signIn } from '../support/people.ts'
import { freePort } from '../support/programs.ts'
import type { Service } from '../support/service.ts'

const main = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js')

/** The suite's exit code and everything it printed. */
export async function runAuthorizationSuite(
  service: Service,
  options: string[],
): Promise<{ exit_code: number; output: string }> {
  const port = await freePort()
  const { client_id } = await register(service, { redirect_uris: [`http://127.0.0.1:${port}/callback`] })
  const { browser } = await signIn(service, 'ana@tide.example')
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  const command = [
    main,
    'authorization',
    '--url',
    service.url,
    '--client-id',
    client_id,
    '--port',
    String(port),
    '-o',
    folder,
    ...options,
  ]
  const suite = spawn(process.execPath, command, { cwd: dirname(main), timeout: 120_000 })
  let output = ''
  const opened = new Set<string>()
  const read = (chunk: Buffer) => {
    output += String(chunk)
    // It prints the address first, and listens for the answer a moment later.
    const asked = new RegExp(`(${service.url}/authorize\\?[^\\s"']+)\\s[^]*?Callback server started`, 'g')
    for (const [, url = ''] of output.matchAll(asked)) {
      if (opened.has(url)) continue
      opened.add(url)
      const { pathname, search } = new URL(url)
      void consent(browser, pathname + search).then((answer) => fetch(answer.location!))
    }
  }
  suite.stdout.on('data', read)
  suite.stderr.on('data', read)
  try {
    const exit_code = await new Promise<number>((resolve) => suite.on('close', (code) => resolve(code ?? 1)))
    return { exit_code, output }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
