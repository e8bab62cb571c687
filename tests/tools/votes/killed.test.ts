// Whoever closes and signs a week is killed at ten moments, each time as another process, and the data are opened again: one block,
// never two, never half. WHOLE=on kills at twenty.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { recount } from '../../../tools/ledger/recount.ts'
import { openTestStorage, settingsFor } from '../../support/made_databases.ts'
import { surroundings } from '../../support/programs.ts'
import { besideRows } from '../../support/rows.ts'
import { startService } from '../../support/service.ts'
import { fillTown } from '../../support/town.ts'
import { votedBy } from '../../support/votes.ts'
import { launches, over } from '../../support/weeks.ts'
import { whole } from '../../support/some.ts'

const program = fileURLToPath(new URL('../../support/seal_and_die.ts', import.meta.url))
const weeks = ['2026-11-30', '2026-12-07']

it('a week that is closed and signed by processes that die is one block in the end', async () => {
  const service = await startService({ fill: fillTown })
  const file = join(service.folder, 'launch.db')
  for (const [n, week] of weeks.entries())
    for (const [at, listing] of (await launches(service, 4, week)).entries())
      await votedBy(service, listing, 8 - at - n, `${week}T08:00:00.000Z`)
  const run = async (n: number, moment: string) => {
    const child = spawn(process.execPath, [program, weeks.join(), String(n), moment, service.url], {
      env: { ...surroundings, DATA_DIR: service.folder, ...settingsFor(file) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => void (said += part))
    const [, signal] = await once(child, 'close')
    return signal === 'SIGKILL' ? 'killed' : said
  }
  /** What anybody finds who opens the data now: of each week its place rows, its awards and how much of it is signed. */
  const found = () =>
    besideRows(file, async (rows) => {
      const [counted] = await rows.all(
        `SELECT (SELECT count(*) FROM closed_weeks WHERE week >= '${weeks[0]}') AS closed,
          (SELECT count(*) FROM week_results WHERE week >= '${weeks[0]}') AS places,
          (SELECT count(*) FROM awards WHERE week >= '${weeks[0]}') AS awards,
          (SELECT count(*) FROM checkpoints WHERE note IS NOT NULL) AS signed,
          (SELECT max(size) FROM checkpoints WHERE note IS NOT NULL) AS size`,
      )
      return counted as Record<'closed' | 'places' | 'awards' | 'signed', number> & { size: number | null }
    })
  let kills = 0
  let before = await found()
  const closings = new Set([before.closed])
  // Every write of two weeks; each process finds what those before it left, so the second week is reached as well.
  const moments = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    .flatMap((n) => [[n, 'before'] as const, [n, 'after'] as const])
    .filter(([n, moment]) => whole || (n % 2 === 1) === (moment === 'before'))
  for (const [n, moment] of moments) {
    expect(await run(n, moment)).toBe('killed')
    kills += 1
    const now = await found()
    closings.add(now.closed)
    expect([now.places, now.awards]).toEqual([now.closed * 4, now.closed * 3])
    expect(now.signed).toBeGreaterThanOrEqual(before.signed)
    expect(now.signed).toBeLessThanOrEqual(now.closed)
    const storage = await openTestStorage(file)
    expect((await storage.ledger.latest(1))?.size ?? null).toBe(now.size)
    for (const { week } of await storage.ledger.checkpoints(1))
      expect((await recount(storage, over(week))).faults).toEqual([])
    await storage.close()
    before = now
  }
  expect(kills).toBe(moments.length)
  expect([...closings]).toEqual([0, 1, 2])
  for (const again of [1, 2]) expect([again, await run(99, 'after')]).toEqual([again, 'done'])
  expect(await found()).toMatchObject({ closed: 2, places: 8, awards: 6, signed: 2 })
  const [early, late] = await service.storage.ledger.checkpoints(1)
  expect([early!.first, late!.first]).toEqual([0, early!.size])
  for (const week of weeks) expect((await recount(service.storage, over(week))).faults).toEqual([])
  const lines = await besideRows(file, (rows) => rows.all('SELECT n FROM ledger ORDER BY n'))
  expect(lines.map(({ n }) => n)).toEqual(Array.from({ length: late!.size }, (_, n) => n))
  await service.close()
})
