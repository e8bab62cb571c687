// The key that signs the ledger was stolen: what readers find, what becomes of checkpoints of before, and of what the thief signs.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addWeeks } from '../../../tools/launches/week.ts'
import { checkpointOf, isSigned, trusted } from '../../../tools/ledger/note.ts'
import { operatorKey, operatorRecount } from '../../../tools/ledger/operator.ts'
import { recount } from '../../../tools/ledger/recount.ts'
import { sealWeek } from '../../../tools/ledger/seal.ts'
import { besideRows } from '../../support/rows.ts'
import { startService, type Service } from '../../support/service.ts'
import { fillTown } from '../../support/town.ts'
import { votedBy } from '../../support/votes.ts'
import { about, close, launches, over } from '../../support/weeks.ts'

const weeks = [0, 1, 2, 3].map((n) => addWeeks('2026-11-30', n))
let service: Service
const seal = (week: string) => sealWeek(service.storage, over(week), about(week, service))
const read = async (name: string) => (await service.fetch(`/ledger/main/${name}`)).text()
const place = () => ({ now: new Date(`${weeks[2]}T00:00:00.000Z`), public_url: service.url })

beforeAll(async () => {
  service = await startService({ fill: fillTown })
  for (const week of weeks) {
    const [listing] = await launches(service, 2, week)
    await votedBy(service, listing!, 4, `${week}T08:00:00.000Z`)
    await close(service, week)
  }
})
afterAll(() => service.close())

it('is replaced only where there is one, since a day that has come, and where every week adds up', async () => {
  const { storage } = service
  const replace = (stolen: string) => operatorKey(storage, place(), { stolen })
  await expect(replace('2026-12-08')).rejects.toThrow('Nothing is signed on main yet.')
  for (const week of weeks.slice(0, 2)) expect(await seal(week)).toBe(true)
  for (const wrong of ['yesterday', '2026-12-15', '2026-13-01'])
    await expect(replace(wrong)).rejects.toThrow('--stolen takes the day')
  const change = (text: string) =>
    besideRows(join(service.folder, 'launch.db'), (rows) =>
      rows.run(`UPDATE ledger SET line = ${text} WHERE n = 1`),
    )
  await change('replace(line, \'"weight":1\', \'"weight":7\')')
  await expect(replace('2026-12-08')).rejects.toThrow(`The week of ${weeks[0]} does not add up`)
  await change('replace(line, \'"weight":7\', \'"weight":1\')')
  expect(await storage.ledger.keys(1)).toHaveLength(1)
})

it('counts for nothing from then on: another name, another key, every week signed again, and readers are told', async () => {
  const { storage } = service
  const [before] = await storage.ledger.keys(1)
  const [early, late] = await storage.ledger.checkpoints(1)
  const kept = await read('checkpoint')
  await storage.write(({ ledger }) =>
    ledger.addWitness({ site_id: 1, vkey: 'witness+00000000+BA==', url: 'https://witness.example' }),
  )
  await storage.write(({ ledger }) =>
    ledger.witnessed(
      1,
      { ...over(weeks[1]!), size: late!.size },
      { line: '— witness of the old name\n', fault: null },
    ),
  )
  const said = await operatorKey(storage, place(), { stolen: '2026-12-08' })
  expect(said).toContain(early!.root)
  const [stolen, key] = await storage.ledger.keys(1)
  expect([stolen!.vkey, stolen!.stolen_since]).toEqual([before!.vkey, '2026-12-08'])
  expect(key!.origin).toBe(`${before!.origin}-2`)
  expect(said).toContain(key!.vkey)
  // The lines and roots are those of before; who kept a checkpoint finds its root under the new name.
  expect((await storage.ledger.checkpoints(1)).map(({ root }) => root)).toEqual([early!.root, late!.root])
  const [name, size, root] = (await read('checkpoint')).split('\n')
  expect([name, size, root]).toEqual([key!.origin, ...kept.split('\n').slice(1, 3)])
  expect(await read('keys')).toBe(`${key!.vkey}\n`)
  expect(JSON.parse(await read('weeks.json'))).toMatchObject({
    origin: key!.origin,
    vkeys: [key!.vkey],
    stolen: [{ vkey: before!.vkey, since: '2026-12-08' }],
  })
  for (const week of weeks.slice(0, 2)) {
    const note = await read(`${week}.checkpoint`)
    expect([isSigned(note, [key!]), isSigned(note, [before!]), note.includes('witness')]).toEqual([
      true,
      false,
      false,
    ])
    expect(await operatorRecount(storage, week)).toContain('adds up')
  }
  expect((await storage.ledger.witnesses()).map(({ size }) => size)).toEqual([0])
  const page = await (await service.fetch('/ledger')).text()
  expect(page).toContain('what it signed since 8 December 2026 may be somebody else’s')
  expect(await (await service.fetch('/ledger.md')).text()).toContain(
    'The key that signed this ledger was stolen',
  )
  // What the thief signs: it holds by the old key, and by none that counts.
  const forged = checkpointOf(Number(size), root!, [before!])
  expect([isSigned(forged, [before!]), isSigned(forged, trusted(await storage.ledger.keys(1)))]).toEqual([
    true,
    false,
  ])
  await besideRows(join(service.folder, 'launch.db'), (rows) =>
    rows.run('UPDATE checkpoints SET note = ? WHERE week = ?', forged, weeks[1]),
  )
  expect((await recount(storage, over(weeks[1]!))).faults).toEqual([
    'The checkpoint is signed by no key of this ledger.',
  ])
})

it('is said in the lines of the next week, and the new key turns like all others', async () => {
  const { storage } = service
  expect(await seal(weeks[2]!)).toBe(true)
  const told = (await read(`${weeks[2]}.ndjson`))
    .split('\n')
    .filter((line) => /"t":"(?:key|stolen)"/.test(line))
  const [stolen, key] = await storage.ledger.keys(1)
  expect(told.map((line) => JSON.parse(line))).toEqual([
    { t: 'stolen', vkey: stolen!.vkey, since: '2026-12-08' },
    { t: 'key', vkey: key!.vkey },
  ])
  expect((await read('checkpoint')).match(/^— /gm)).toHaveLength(1)
  await operatorKey(storage, place(), {})
  const last = (await storage.ledger.keys(1)).at(-1)!
  expect(last.origin).toBe(key!.origin)
  expect(await seal(weeks[3]!)).toBe(true)
  const note = await read('checkpoint')
  expect([isSigned(note, [last]), isSigned(note, [key!]), isSigned(note, [stolen!])]).toEqual([
    true,
    true,
    false,
  ])
})
