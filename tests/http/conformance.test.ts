// The official conformance suite. The product alone passes whatever needs no fixture of the suite; with the fixtures
// mounted on the same app it passes everything that 2026-07-28 requires.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { baseline, runSuite } from '../conformance/conformance.ts'
import { withFixtures } from '../conformance/fixtures.ts'
import { startService, type Service } from '../support/service.ts'

let product: Service
let furnished: Service
beforeAll(async () => {
  product = await startService()
  furnished = await startService({ extra: withFixtures })
})
afterAll(async () => {
  await product.close()
  await furnished.close()
})

async function passes(service: Service, options: string[]): Promise<string> {
  const { exit_code, summary } = await runSuite(service.url, options)
  expect(exit_code, summary).toBe(0)
  return summary
}

describe('the product alone passes all that needs no fixture', () => {
  it.each(['2026-07-28', '2025-11-25', '2025-06-18'])('at %s', async (version) => {
    await passes(product, ['--suite', 'all', '--spec-version', version, ...baseline(version)])
  })

  it('at 2025-03-26', async () => {
    await passes(product, ['--suite', 'all', '--spec-version', '2025-03-26'])
  })
})

describe('with the fixtures of the suite mounted', () => {
  it('passes everything 2026-07-28 requires, all 37 scenarios', async () => {
    const summary = await passes(furnished, ['--requirements', '2026-07-28'])
    const passed = summary.match(/^✓ (?!tasks-)\S+: \d+ passed, 0 failed$/gm) ?? []
    const notScored = [
      'json-schema-2020-12',
      'http-header-validation',
      'http-custom-header-server-validation',
    ]
    expect(passed.filter((line) => !notScored.some((name) => line.includes(` ${name}:`)))).toHaveLength(37)
  })

  it('passes every scenario of 2026-07-28, required or not', async () => {
    const summary = await passes(furnished, ['--suite', 'all', '--spec-version', '2026-07-28'])
    expect(summary).toMatch(/^Total: 150 passed, 0 failed$/m)
  })

  it('passes what 2025-11-25 requires of a server without sessions', async () => {
    await passes(furnished, ['--requirements', '2025-11-25', ...baseline('stateless')])
  })
})
