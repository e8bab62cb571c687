import { afterAll, beforeAll, expect, it } from 'vitest'
import { runAuthorizationSuite } from '../conformance/authorization.ts'
import { startService, type Service } from '../support/service.ts'

let service: Service
beforeAll(async () => void (service = await startService()))
afterAll(() => service.close())

it.each([
  ['as it comes', () => []],
  ['for 2026-07-28', () => ['--spec-version', '2026-07-28']],
  [
    'for 2026-07-28 with our MCP server as resource',
    () => ['--spec-version', '2026-07-28', '--resource', `${service.url}/mcp`],
  ],
])('the official authorization suite passes, %s', async (_name, options) => {
  const { exit_code, output } = await runAuthorizationSuite(service, options())
  expect(exit_code, output).toBe(0)
  expect(output).toMatch(/^Total: 3 passed, 0 failed$/m)
})
