// A week as it goes into the ledger: interrupted at any moment, by two at once, and on either database.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { OpenStorage } from '../../../storage/storage.ts'
import { recount } from '../../../tools/ledger/recount.ts'
import { sealWeek } from '../../../tools/ledger/seal.ts'
import { besideRows } from '../../support/rows.ts'
import { startService } from '../../support/service.ts'
import { fillTown } from '../../support/town.ts'
import { votedBy } from '../../support/votes.ts'
import { about, close, launches, over } from '../../support/weeks.ts'

describe('while a week is written', () => {
  /** The same storage, which is gone when it is to write for the n-th time. */
  const failing = (storage: OpenStorage, n: number): OpenStorage => {
    let left = n
    return Object.assign(Object.create(storage) as OpenStorage, {
      write: (work: Parameters<OpenStorage['write']>[0]) => {
        left -= 1
        return left < 0 ? Promise.reject(new Error('killed')) : storage.write(work)
      },
    })
  }
  it('and stopped at any moment, it leaves one block in the end: never two, never half', async () => {
    const one = await startService({ fill: fillTown })
    const [week, next] = ['2027-01-04', '2027-01-11']
    for (const [id, its] of [
      // More lines than the least that a hash is kept of.
      [week, 70],
      [next, 3],
    ] as const)
      for (const listing of await launches(one, 4, id))
        await votedBy(one, listing, its, `${id}T08:00:00.000Z`)
    for (const its of [week, next]) await close(one, its)
    const seen = new Set<number | undefined>()
    for (let n = 0; ; n += 1) {
      expect(n).toBeLessThan(60)
      const done = await sealWeek(failing(one.storage, n), over(week), about(week, one), 7).catch(
        (error: Error) => {
          expect(error.message).toBe('killed')
          return 'killed'
        },
      )
      // Nothing that is not signed can be seen.
      const latest = await one.storage.ledger.latest(1)
      seen.add(latest?.size)
      if (done !== 'killed') break
      expect(latest).toBe(undefined)
      expect((await one.fetch(`/ledger/main/${week}.ndjson`)).status).toBe(404)
    }
    expect(seen.size).toBe(2)
    // Two at once: whoever began later goes on, and the other gives way.
    const both = await Promise.all([1, 2].map(() => sealWeek(one.storage, over(next), about(next, one), 7)))
    expect(both.filter(Boolean)).toHaveLength(1)
    for (const its of [week, next]) expect((await recount(one.storage, over(its))).faults).toEqual([])
    const [early, late] = await one.storage.ledger.checkpoints(1)
    expect([early!.first, late!.first]).toEqual([0, early!.size])
    // An award stands in the lines of its own week, however many had closed before the first was written.
    for (const [its, { first, size }] of [
      [week, early!],
      [next, late!],
    ] as const) {
      const told = (await one.storage.ledger.lines(1, first, size)).map((line) => JSON.parse(line))
      const awarded = told
        .filter(({ t, period }) => t === 'award' && period >= week)
        .map(({ period }) => period)
      expect(awarded).toEqual([its, its, its])
    }
    const lines = await besideRows(join(one.folder, 'launch.db'), (rows) =>
      rows.all('SELECT n FROM ledger ORDER BY n'),
    )
    expect(lines.map(({ n }) => n)).toEqual(Array.from({ length: late!.size }, (_, n) => n))
    await one.close()
  })

  it('and somebody else began after its last line, it gives way and signs nothing', async () => {
    const one = await startService({ fill: fillTown })
    const week = '2027-01-04'
    const [winner] = await launches(one, 2, week)
    await votedBy(one, winner!, 3, `${week}T08:00:00.000Z`)
    await close(one, week)
    const { storage } = one
    const overtaken = Object.assign(Object.create(storage) as OpenStorage, {
      ledger: {
        ...storage.ledger,
        async hash(...given: Parameters<typeof storage.ledger.hash>) {
          const root = await storage.ledger.hash(...given)
          await storage.write(({ ledger }) => ledger.begin(over(week), 'somebody else'))
          return root
        },
      },
    })
    expect(await sealWeek(overtaken, over(week), about(week, one))).toBe(false)
    expect(await storage.ledger.latest(1)).toBe(undefined)
    expect(await sealWeek(storage, over(week), about(week, one))).toBe(true)
    await one.close()
  })

  it('and does not add up, it is not signed', async () => {
    const one = await startService({ fill: fillTown })
    const week = '2027-01-04'
    const [winner] = await launches(one, 2, week)
    await votedBy(one, winner!, 3, `${week}T08:00:00.000Z`)
    await close(one, week)
    const give = (more: number) =>
      besideRows(join(one.folder, 'launch.db'), (rows) =>
        rows.run(`UPDATE week_results SET votes = votes + ${more} WHERE listing_id = ${winner}`),
      )
    await give(1)
    await expect(sealWeek(one.storage, over(week), about(week, one))).rejects.toThrow('does not add up')
    expect(await one.storage.ledger.latest(1)).toBe(undefined)
    await give(-1)
    expect(await sealWeek(one.storage, over(week), about(week, one))).toBe(true)
    await one.close()
  })

  it('says nothing of an award that was revoked before it was said', async () => {
    const one = await startService({ fill: fillTown })
    const week = '2027-01-04'
    const its = await launches(one, 2, week)
    for (const [n, listing] of its.entries()) await votedBy(one, listing, 3 - n, `${week}T08:00:00.000Z`)
    await close(one, week)
    const [revoked, kept] = await besideRows(join(one.folder, 'launch.db'), (rows) =>
      rows.all(`SELECT id FROM awards WHERE period = '${week}' ORDER BY place`),
    )
    await one.storage.write(({ awards }) =>
      awards.revoke(Number(revoked!.id), `${week}T09:00:00.000Z`, 'Bought'),
    )
    await sealWeek(one.storage, over(week), about(week, one))
    const { first, size } = (await one.storage.ledger.checkpoints(1)).at(-1)!
    const lines = (await one.storage.ledger.lines(1, first, size)).map((line) => JSON.parse(line))
    const said = lines.filter(({ award }) => award === revoked!.id || award === kept!.id)
    expect(said).toMatchObject([{ t: 'award', award: kept!.id }])
    expect(lines.filter(({ t }) => t === 'revoke')).toEqual([])
    await one.close()
  })

  it('its bytes are the same whatever the database', async () => {
    const one = await startService({ fill: fillTown })
    const week = '2027-01-04'
    for (const [n, listing] of (await launches(one, 3, week)).entries())
      await votedBy(one, listing, 200 - n, `${week}T08:00:00.000Z`)
    await besideRows(join(one.folder, 'launch.db'), async (rows) => {
      const vote = '(SELECT min(id) FROM votes WHERE user_id = users.id)'
      await rows.run(
        `UPDATE users SET email = 'voter-' || ${vote} || '@same.example' WHERE ${vote} IS NOT NULL`,
      )
      await rows.run("UPDATE votes SET nonce = substr('0000000000000000000000' || id, length(id || '') + 1)")
    })
    const key = {
      origin: 'same.example/votes/main',
      vkey: 'same.example/votes/main+3d5ff4f6+AdCJVZ0BHQQQ0KzQDyKvlV6WpY5ZCfZ9cQG0dzvcxAlt',
      secret: 'MC4CAQAwBQYDK2VwBCIEIAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g',
    }
    await one.storage.write(({ ledger }) =>
      ledger.addKey({ site_id: 1, ...key, made_at: '2026-11-19T12:00:00.000Z' }, ''),
    )
    await close(one, week)
    await sealWeek(one.storage, over(week), about(week, one))
    expect((await one.storage.ledger.latest(1))!.note).toBe(
      'same.example/votes/main\n609\nRQUkznEIZbfOz/5AKZ3Et9c0G/jWisFHENZJmFrjH3A=\n\n— same.example/votes/main ' +
        'PV/09sS8pWeEwcILOZ5y0vyo9R7S3tOhSVonD0OItmj4PuB4+XaHZC0UFJRTiqkE3T1p5wMZkQUtlLN856SKw596bwE=\n',
    )
    // A line within a group whose hash is kept: the root is made of the lines all the same.
    const other = "UPDATE ledger SET line = replace(line, 'weight', 'weights') WHERE n = 5"
    await besideRows(join(one.folder, 'launch.db'), (rows) => rows.run(other))
    expect((await recount(one.storage, over(week))).faults).toContain(
      'The lines are not those that were signed.',
    )
    await one.close()
  })
})
