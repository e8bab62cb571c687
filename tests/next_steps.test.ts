// Every next step that any operation can emit names a call that exists, is valid as it stands, works, and keeps what its
// `why` promises. Operations are asked for all that the world knows and for what is nearly valid, and in situations made on
// purpose; every kind of step is followed, and the steps it leads to as well. It grows by itself with the catalog.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NextStep } from '../tools/next_step.ts'
import { catalog } from '../tools/catalog.ts'
import { pathNames } from '../tools/tool.ts'
import { nearlyValidInput, samples, validInput } from './support/generated.ts'
import { stepsOf } from './support/next_steps.ts'
import { listingOf } from './support/owned.ts'
import { bearer, keyFor } from './support/people.ts'
import { promiseOf, promises } from './support/promises.ts'
import { callRest, startService, type Answer } from './support/service.ts'
import { openSituations } from './support/situations.ts'
import { startInhabited, type Inhabited } from './support/world.ts'

const names = catalog.map(({ name }) => name)
const root = fileURLToPath(new URL('../tools', import.meta.url))
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(join(root, path), 'utf8'))

it('every step that the source writes down names an operation', () => {
  const written = sources.flatMap((text) => [...text.matchAll(/\btool: '(\w+)'/g)].map((match) => match[1]!))
  expect(written.length).toBeGreaterThan(20)
  expect([...new Set(written)].filter((name) => !names.includes(name))).toEqual([])
})

it('every why that the source writes down is a promise that is looked into', () => {
  const written = sources.flatMap((text) =>
    [...text.matchAll(/\bwhy(?:: | =\s+)(?:'((?:[^'\\\n]|\\.)+)'|"([^"\n]+)")/g)].map(
      (match) => match[1] ?? match[2]!,
    ),
  )
  expect(written.length).toBeGreaterThan(50)
  const unknown = [...new Set(written)].filter((why) => promiseOf(why).length !== 1)
  expect(unknown).toEqual([])
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
  const followed = new Set<string>()
  const kept = new Set<RegExp>()
  const failed: string[] = []

  async function follow(
    from: { tool: string; input: Record<string, unknown> },
    { body }: Answer,
    depth: number,
    credential: Record<string, string>,
  ): Promise<void> {
    const call = (name: string, input: Record<string, unknown>) => callRest(service, name, input, credential)
    for (const step of [body, ...((body.items ?? []) as Answer['body'][])].flatMap((one) =>
      stepsOf({ body: one }),
    )) {
      const kind = kindOf(from.tool, step)
      if (followed.has(kind)) continue
      followed.add(kind)
      const next = await call(step.tool, step.arguments)
      const complain = (what: string) => failed.push(`${kind} ${JSON.stringify(step.arguments)}: ${what}`)
      const found = promiseOf(step.why)
      if (next.status >= 400) complain(`${next.status} ${String(next.body.detail)}`)
      else if (found.length !== 1) complain(`${found.length} promises`)
      else {
        const seen = { asked: { ...from, body }, step, body: next.body, call }
        if (await found[0]![1](seen)) kept.add(found[0]![0])
        else complain(`does not do what it says: ${JSON.stringify(next.body).slice(0, 300)}`)
      }
      if (depth > 0) await follow({ tool: step.tool, input: step.arguments }, next, depth - 1, credential)
    }
  }

  it('that follows a call, or another step, keeps what it promises when it is followed', async () => {
    for (const tool of catalog) {
      const inputs = [
        ...samples(validInput(tool, service.world), 12, 7),
        ...samples(nearlyValidInput(tool, service.world), 12, 7),
      ]
      for (const input of inputs) {
        const isSayable = Object.keys(input).every((name) => name !== '' && name.isWellFormed())
        // An empty part of a path is another address.
        if (
          !isSayable ||
          pathNames(tool).some((name) => ['undefined', '', '.', '..'].includes(String(input[name])))
        )
          continue
        const answer = await callRest(service, tool.name, input, service.credential).catch(() => null)
        if (answer !== null) await follow({ tool: tool.name, input }, answer, 3, service.credential)
      }
    }
    expect(failed).toEqual([])
    expect(followed.size).toBeGreaterThan(30)
  })

  it('that only a situation made on purpose gives does so too', async () => {
    for await (const { tool, input, answer, credential } of openSituations(service))
      await follow({ tool, input }, answer, 1, credential)
    expect(failed).toEqual([])
  })

  it('has been followed, whatever it promises', () => {
    const left = promises.filter(([why]) => !kept.has(why)).map(([why]) => why.source)
    // The second where pages are too heavy to be read again: drafting_thread.test.ts.
    expect(left).toEqual([
      '^Lists the listings that may take the free plan$',
      '^Shows the values as they are$',
    ])
  })
})

it('of a service that sells nothing leads to the free plan', async () => {
  const service = await startService({ settings: { PAYMENTS: 'off' } })
  const { user_id, key } = await keyFor(service, 'ana@tide.example')
  const listing_id = await listingOf(service, user_id, { slug: 'tide' })
  const items = [{ product: 'launch', listing_id }]
  const { status, body } = await callRest(service, 'create_checkout', { items, country: 'FI' }, bearer(key))
  expect([status, body.code]).toEqual([400, 'not_selling'])
  const [step] = stepsOf({ body })
  const listed = await callRest(service, step!.tool, step!.arguments, bearer(key))
  expect(listed.body.items).toMatchObject([{ listing_id, status: 'draft' }])
  await service.close()
})
