// Every next step that any operation can emit names a call that exists, is valid as it stands, and works. Operations are
// asked for all that the world knows and for what is nearly valid; every kind of step is followed, and the steps it leads
// to as well. It grows by itself with the catalog.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NextStep } from '../tools/next_step.ts'
import { catalog } from '../tools/catalog.ts'
import { nearlyValidInput, samples, validInput } from './support/generated.ts'
import { stepsOf } from './support/next_steps.ts'
import { callRest, type Answer } from './support/service.ts'
import { startInhabited, type Inhabited } from './support/world.ts'

const names = catalog.map(({ name }) => name)

it('every step that the source writes down names an operation', () => {
  const root = fileURLToPath(new URL('../tools', import.meta.url))
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  )
  const written = files.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\btool: '(\w+)'/g)].map((match) => match[1]!),
  )
  expect(written.length).toBeGreaterThan(20)
  expect([...new Set(written)].filter((name) => !names.includes(name))).toEqual([])
})

describe('every kind of step', () => {
  let service: Inhabited
  beforeAll(async () => {
    service = await startInhabited()
    await service.worker.stop(0)
  })
  afterAll(() => service.close())

  /** Steps are alike when the same operation gives them with the same parameters for the same reason. */
  const kindOf = (from: string, { tool, arguments: given, why }: NextStep) =>
    `${from} → ${tool}(${Object.keys(given).sort().join(', ')}) ${why.replace(/\d+|[a-z]+-[\w-]+/g, '…').slice(0, 60)}`

  it('that follows a call, or another step, works when it is followed', async () => {
    const followed = new Set<string>()
    const failed: string[] = []
    const call = (name: string, input: Record<string, unknown>) =>
      callRest(service, name, input, service.credential)

    async function follow(from: string, answer: Answer, depth: number): Promise<void> {
      for (const step of stepsOf(answer)) {
        const kind = kindOf(from, step)
        if (followed.has(kind)) continue
        followed.add(kind)
        const next = await call(step.tool, step.arguments)
        if (next.status >= 400)
          failed.push(`${kind} ${JSON.stringify(step.arguments)}: ${next.status} ${String(next.body.detail)}`)
        if (depth > 0) await follow(step.tool, next, depth - 1)
      }
    }

    for (const tool of catalog) {
      const inputs = [
        ...samples(validInput(tool, service.world), 12, 7),
        ...samples(nearlyValidInput(tool, service.world), 12, 7),
      ]
      for (const input of inputs) {
        const isSayable = Object.keys(input).every((name) => name !== '' && name.isWellFormed())
        if (!isSayable || tool.http.path.match(/\{(\w+)\}/g)?.some((part) => !(part.slice(1, -1) in input)))
          continue
        const answer = await call(tool.name, input).catch(() => null)
        if (answer !== null) await follow(tool.name, answer, 3)
      }
    }
    expect(failed).toEqual([])
    expect(followed.size).toBeGreaterThan(30)
  })
})
