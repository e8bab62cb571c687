// Runs the installed official suite as a program of its own, against a service on loopback.
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const main = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js')

/** The suite's exit code and the summary it prints, without the lines about each scenario. */
export async function runSuite(
  url: string,
  options: string[],
): Promise<{ exit_code: number; summary: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  const command = [main, 'server', '--url', `${url}/mcp`, '--timeout', '5000', '-o', folder, ...options]
  try {
    return await new Promise((resolve) => {
      execFile(
        process.execPath,
        command,
        { cwd: dirname(main), maxBuffer: 16_777_216, timeout: 120_000 },
        (error, stdout, stderr) =>
          resolve({
            exit_code: error === null ? 0 : Number(error.code ?? 1),
            summary: stdout.slice(Math.max(0, stdout.indexOf('=== SUMMARY'))) + stderr,
          }),
      )
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function baseline(name: string): string[] {
  return ['--expected-failures', new URL(`baseline-${name}.yml`, import.meta.url).pathname]
}
