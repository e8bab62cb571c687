// The public ledger: what a week leaves behind, counted again by code that is not ours, and what becomes of it when it is
// tampered with, and when people go.
import { execFile } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '../../../auth/accounts.ts'
import { consistency, inclusion, leafHash } from '../../../storage/ledger/tree.ts'
import { addWeeks } from '../../../tools/launches/week.ts'
import { operatorRecount } from '../../../tools/ledger/operator.ts'
import { receiptOf } from '../../../tools/ledger/proofs.ts'
import { recount } from '../../../tools/ledger/recount.ts'
import { sealWeek, turnKey } from '../../../tools/ledger/seal.ts'
import { newFolder } from '../../support/programs.ts'
import { besideRows } from '../../support/rows.ts'
import { startService, type Service } from '../../support/service.ts'
import { fileOf, strangers } from '../../support/strangers.ts'
import { tamperings } from '../../support/tamperings.ts'
import { fillTown } from '../../support/town.ts'
import { votedBy } from '../../support/votes.ts'
import { about, close, launches, over } from '../../support/weeks.ts'

// Loaded so that the compiler asks for none of its types.
const { RFC9162 } = createRequire(import.meta.url)('@transmute/rfc9162') as {
  RFC9162: {
    treeHead(entries: Uint8Array[]): Promise<Uint8Array>
    leaf(entry: Uint8Array): Promise<Uint8Array>
    verifyInclusionProof(root: Uint8Array, leaf: Uint8Array, proof: object): Promise<boolean>
    verifyConsistencyProof(before: Uint8Array, after: Uint8Array, proof: object): Promise<boolean>
  }
}
const first = '2026-11-30'
const weeks = [0, 1, 2].map((n) => addWeeks(first, n))
const folder = newFolder()
const out = folder.file('out')
let service: Service
let voters: number[]

/** Everything that is public of the ledger, as anybody gets it. */
async function download(into: string): Promise<void> {
  mkdirSync(into)
  const get = async (name: string) => {
    const response = await service.fetch(`/ledger/main/${name}`)
    expect([name, response.status]).toEqual([name, 200])
    const text = await response.text()
    writeFileSync(join(into, name), text)
    return text
  }
  const told = JSON.parse(await get('weeks.json')) as { weeks: { week: string }[] }
  for (const name of ['checkpoint', 'keys', '0.tlog-proof']) await get(name)
  for (const { week } of told.weeks) for (const kind of ['ndjson', 'checkpoint']) await get(`${week}.${kind}`)
}

const linesOf = (week: string, from = out) =>
  readFileSync(join(from, `${week}.ndjson`), 'utf8')
    .split('\n')
    .slice(0, -1)
const allLines = () => weeks.flatMap((week) => linesOf(week))

beforeAll(async () => {
  service = await startService({ fill: fillTown })
  const { storage } = service
  for (const [n, week] of weeks.entries()) {
    const here = await launches(service, 6, week)
    const people: number[] = []
    for (const [at, id] of here.entries())
      people.push(...(await votedBy(service, id, 9 - at, `${week}T1${at}:00:00.000Z`)))
    // One crowd votes in every week, and for more than one product.
    voters ??= people.slice(0, 5)
    await storage.write(async ({ votes }) => {
      for (const user of voters)
        for (const id of here) await votes.add(id, user, { voted_at: `${week}T20:00:00.000Z`, monday: week })
      const mine = await votes.since({ user_id: voters[0]! }, week, 2)
      await votes.withdraw(mine[0]!.vote.id, `${week}T21:00:00.000Z`)
      await votes.void([mine[1]!.vote.id], week, { voided_at: `${week}T21:00:00.000Z`, voided_why: 'a ring' })
    })
    await close(service, week)
    if (n === 2) await storage.write(async (inside) => void (await turnKey(inside, 1, about(week, service))))
    expect(await sealWeek(storage, over(week), about(week, service))).toBe(true)
    expect(await sealWeek(storage, over(week), about(week, service))).toBe(false)
  }
  await download(out)
})
afterAll(async () => {
  await service.close()
  folder.remove()
})

describe('a week in the ledger', () => {
  it('says every vote with its weight, every place and every award', async () => {
    const [head, ...rest] = linesOf(weeks[0]!).map((line) => JSON.parse(line))
    expect(head).toMatchObject({
      t: 'week',
      site: 'main',
      week: first,
      licence: 'CC0-1.0',
      launches: 6,
      lifted: 0,
    })
    const votes = rest.filter(({ t }) => t === 'vote')
    expect(head.votes).toBe(votes.length)
    expect(votes.map(({ voter }) => voter)).toEqual(votes.map(({ voter }) => voter).sort())
    expect(
      votes
        .filter(({ weight }) => weight === 0)
        .map(({ why }) => why)
        .sort(),
    ).toEqual(['team', 'withdrawn'])
    const { ranked } = await service.storage.weeks.results(1, first, { limit: 9, offset: 0 })
    expect(
      rest.filter(({ t }) => t === 'place').map(({ place, listing, votes }) => [place, listing, votes]),
    ).toEqual(ranked.map(({ place, id, week_votes }) => [place, id, week_votes]))
    const awards = rest.filter(({ t, period }) => t === 'award' && period === first)
    expect(awards.map(({ place, listing }) => [place, listing])).toEqual(
      ranked.slice(0, 3).map(({ place, id }) => [place, id]),
    )
    expect(rest.filter(({ t }) => t === 'key')).toHaveLength(1)
  })

  it('holds for a library that is not ours: the tree, every line, and each week as the beginning of the next', async () => {
    const entries = allLines().map((line) => Buffer.from(line))
    const { storage } = service
    const signed = await Promise.all(
      weeks.map(async (week) => (await storage.ledger.checkpoint(over(week)))!),
    )
    for (const { size, root } of signed)
      expect(Buffer.from(await RFC9162.treeHead(entries.slice(0, size))).toString('base64')).toBe(root)
    const hash = (from: number, to: number) => storage.ledger.hash(1, from, to)
    const { size, root } = signed.at(-1)!
    const top = Buffer.from(root, 'base64')
    for (let n = 0; n < size; n += 7) {
      const proof = {
        log_id: '',
        tree_size: size,
        leaf_index: n,
        inclusion_path: await inclusion(hash, n, size),
      }
      expect(await RFC9162.verifyInclusionProof(top, await RFC9162.leaf(entries[n]!), proof)).toBe(true)
      expect(await RFC9162.verifyInclusionProof(top, await RFC9162.leaf(entries[n ^ 1]!), proof)).toBe(false)
    }
    for (const before of signed.slice(0, -1)) {
      const proof = {
        ...{ log_id: '', tree_size_1: before.size, tree_size_2: size },
        consistency_path: await consistency(hash, before.size, size),
      }
      const [old, other] = [before.root, signed.at(-1)!.root].map((text) => Buffer.from(text, 'base64'))
      expect(await RFC9162.verifyConsistencyProof(old!, top, proof)).toBe(true)
      expect(await RFC9162.verifyConsistencyProof(other!, top, proof)).toBe(false)
    }
    expect(allLines().map(leafHash).length).toBe(size)
  })

  it('counted again from its rows, and from its dump, is what was signed', async () => {
    for (const week of weeks) {
      expect((await recount(service.storage, over(week))).faults).toEqual([])
      expect((await recount(service.storage, over(week), linesOf(week))).faults).toEqual([])
      const other = linesOf(week).toSpliced(3, 1)
      expect((await recount(service.storage, over(week), other)).faults.length).toBeGreaterThan(1)
    }
    await expect(recount(service.storage, over('2026-11-09'))).rejects.toThrow('is in no ledger')
  })

  it('is counted by the operator from a file, however its lines end, and a day that begins no week is named', async () => {
    const [week] = weeks as [string]
    const file = join(out, 'copy.ndjson')
    const text = linesOf(week).join('\n')
    for (const copy of [text, `${text}\n`, `${text.replaceAll('\n', '\r\n')}\r\n`]) {
      writeFileSync(file, copy)
      expect(await operatorRecount(service.storage, week, file)).toContain('adds up')
    }
    writeFileSync(file, text.replace('"weight":1', '"weight":0'))
    await expect(operatorRecount(service.storage, week, file)).rejects.toThrow('does not add up')
    for (const other of [`${week.slice(0, -2)}29`, '30.11.2026', '2026-02-30'])
      await expect(operatorRecount(service.storage, other)).rejects.toThrow('named by its Monday')
  })

  it('counted again, is not what was signed once somebody changed any line of it in the database', async () => {
    const { first: from, size } = (await service.storage.ledger.checkpoint(over(weeks[1]!)))!
    await besideRows(join(service.folder, 'launch.db'), async (rows) => {
      const put = (line: string, n: number) =>
        rows.run('UPDATE ledger SET line = ? WHERE site_id = 1 AND n = ?', line, n)
      for (const [at, line] of linesOf(weeks[1]!).entries()) {
        const other = line.replace(/}$/, ',"x":1}')
        await put(other, from + at)
        const { faults } = await recount(service.storage, over(weeks[1]!))
        expect([line, faults]).toEqual([
          line,
          expect.arrayContaining(['The lines are not those that were signed.']),
        ])
        await put(line, from + at)
      }
      expect(size - from).toBe(linesOf(weeks[1]!).length)
    })
  })

  it('counted again, has lines with no vote behind them once votes were deleted from the database', async () => {
    const week = weeks[1]!
    await besideRows(join(service.folder, 'launch.db'), async (rows) => {
      const [vote] = await rows.all(
        'SELECT * FROM votes WHERE weight = 1 AND voted_at BETWEEN ? AND ? ORDER BY id LIMIT 1',
        ...[week, `${addWeeks(week, 1)}`],
      )
      await rows.run(
        'UPDATE votes SET voted_at = ? WHERE id = ?',
        `${addWeeks(week, -52)}T00:00:00.000Z`,
        vote!.id,
      )
      const { faults } = await recount(service.storage, over(week))
      expect(faults).toContain('Lines of the ledger have no vote behind them.')
      await rows.run('UPDATE votes SET voted_at = ? WHERE id = ?', vote!.voted_at, vote!.id)
      expect((await recount(service.storage, over(week))).faults).toEqual([])
    })
  })

  it('tells nobody who voted, nor that two votes are of one person, to whoever knows every address', async () => {
    await besideRows(join(service.folder, 'launch.db'), (rows) =>
      rows.run(`UPDATE users SET name = 'Voting Voter' WHERE id IN (${voters.join()})`),
    )
    const rows = await readPublic()
    const people = await Promise.all(voters.map(async (id) => (await service.storage.users.byId(id))!))
    const names = allLines().flatMap((line) => (JSON.parse(line) as { voter?: string }).voter ?? [])
    expect(new Set(names).size).toBe(names.length)
    const known = new Set(names)
    for (const email of people.map(({ email }) => email!))
      for (const text of [email, email.split('@')[0]!, `main${email}`, `${email}${first}`]) {
        expect(rows).not.toContain(email)
        for (const form of ['base64url', 'base64', 'hex'] as const)
          for (const hash of [
            createHash('sha256').update(text),
            createHmac('sha256', text).update(email),
            createHash('sha256').update(Buffer.alloc(16)).update(text),
          ])
            expect(known.has(hash.digest(form))).toBe(false)
      }
    const kept = await rowsOf<{ voter: string; nonce: string }>(
      'SELECT voter, nonce FROM votes WHERE nonce IS NOT NULL',
    )
    for (const { voter, nonce } of kept)
      expect([rows.includes(voter), rows.includes(nonce)]).toEqual([false, false])
    // Nor when somebody voted or thought better of it, which would tell what was given together.
    expect(rows).not.toContain('Voting Voter')
    for (const week of weeks) expect(rows).not.toMatch(new RegExp(`${week}T(?:20|21):00`))
  })
})

/** All that is public of these weeks: the ledger with the proof of each line, the dump, feeds, pages and answers. */
async function readPublic(): Promise<string> {
  const slugs = weeks.flatMap((week) => [0, 1, 2, 3, 4, 5].map((n) => `w-${week}-${n}`))
  const addresses = [
    ...['weeks.json', 'keys', 'checkpoint'].map((name) => `/ledger/main/${name}`),
    ...allLines().map((_, n) => `/ledger/main/${n}.tlog-proof`),
    ...weeks.flatMap((week) => [
      `/ledger/main/${week}.ndjson`,
      ...[`/weeks/${week}`, `/weeks/${week}.md`, `/api/v1/launches/weeks/${week}`],
      `/api/v1/leaderboards/community-weekly?week=${week}`,
    ]),
    ...slugs.flatMap((slug) => [
      `/listings/${slug}`,
      `/listings/${slug}/trophies`,
      `/api/v1/listings/${slug}`,
    ]),
    ...['/dump/listings.ndjson', '/feeds/launches.json', '/feeds/awards.json', '/hall-of-fame', '/ledger'],
    ...['/api/v1/awards?per_page=100', '/api/v1/trophies', '/api/v1/awards/verify?award=1', '/sitemap.xml'],
  ]
  const texts: string[] = []
  for (const address of addresses) {
    const response = await service.fetch(address)
    expect([address, response.status]).toEqual([address, 200])
    texts.push(await response.text())
  }
  // A proof says its line in base64.
  const proven = texts.flatMap((text) => /^extra (.*)$/m.exec(text)?.[1] ?? [])
  return [...texts, ...proven.map((extra) => Buffer.from(extra, 'base64').toString())].join('\n')
}
type Given = { id: number; user_id: number; listing_id: number; voted_at: string; nonce: string | null }
const rowsOf = <T>(text: string): Promise<T[]> =>
  besideRows(join(service.folder, 'launch.db'), (rows) => rows.all<T>(text))

describe('a receipt', () => {
  const receiptFor = async (user: number, week: string) => {
    const { users, votes } = service.storage
    const given = await votes.since({ user_id: user }, week, 99)
    const { vote } = given.find((one) => one.vote.weight === 1)!
    return receiptOf(service.storage, 1, vote, (await users.byId(user))!.email)
  }

  it.each(strangers.filter(([, isHere]) => isHere))(
    'and the dump hold for a stranger who has %s, and none of forty ways to tamper goes unnoticed',
    async (_, __, make) => {
      const email = (await service.storage.users.byId(voters[1]!))!.email!
      writeFileSync(join(out, 'receipt.tlog-proof'), (await receiptFor(voters[1]!, weeks[1]!))!)
      const asked = tamperings(folder, { out, email, first, last: weeks[2]! })
      const answers = make(folder.path)
      const [whole, ...tampered] = answers([`${out}\t${email}`, ...asked.map(([, line]) => line)].join('\n'))
      expect(whole).toBe(`holds ${allLines().length}`)
      expect(asked.length).toBeGreaterThanOrEqual(40)
      expect(asked.filter((_, n) => !tampered[n]!.startsWith('broken')).map(([name]) => name)).toEqual([])
      // Whoever knows only the key of before goes on: both sign for a while.
      const told = JSON.parse(readFileSync(join(out, 'weeks.json'), 'utf8')) as { vkeys: string[] }
      expect(told.vkeys).toHaveLength(2)
      const lone = folder.file('lone')
      cpSync(out, lone, { recursive: true })
      writeFileSync(join(lone, 'weeks.json'), JSON.stringify({ ...told, vkeys: [told.vkeys[0]] }))
      expect(answers(lone)).toEqual([whole])
    },
  )
  it.skip.each(strangers.filter(([, isHere]) => !isHere))('(not here: %s)', () => {})

  it.runIf(strangers[0]![1])(
    'and all weeks are checked by one command, from the public address alone',
    async () => {
      const email = (await service.storage.users.byId(voters[1]!))!.email!
      const kept = folder.file('kept.tlog-proof')
      writeFileSync(kept, (await receiptFor(voters[1]!, weeks[1]!))!)
      const ask = (...words: string[]) =>
        promisify(execFile)('python3', [fileOf('stranger.py'), `${service.url}/ledger/main`, ...words])
      const holds = { stdout: `holds ${allLines().length}\n` }
      expect(await ask()).toMatchObject(holds)
      expect(await ask(kept, email)).toMatchObject(holds)
      await expect(ask(kept, 'else@crowd.example')).rejects.toMatchObject({
        code: 1,
        stdout: expect.stringContaining('another voter'),
      })
    },
  )

  it('is there for every vote of a signed week, and for none after its voter has gone; the root stays', async () => {
    const given = await rowsOf<Given>(`SELECT * FROM votes WHERE voted_at >= '${first}'`)
    expect(given.length).toBeGreaterThan(100)
    for (const vote of given) {
      const { email } = (await service.storage.users.byId(vote.user_id))!
      expect(await receiptOf(service.storage, 1, vote, email)).toContain('c2sp.org/tlog-proof@v1')
    }
    const before = await service.storage.ledger.latest(1)
    const gone = voters[2]!
    const kept = await service.storage.votes.since({ user_id: gone }, first, 99)
    await service.storage.write((inside) => deleteAccount(inside, gone, about(weeks[2]!, service).now))
    expect(await service.storage.ledger.latest(1)).toEqual(before)
    for (const week of weeks) expect((await recount(service.storage, over(week))).faults).toEqual([])
    for (const { vote } of kept) {
      const [row] = await rowsOf<Given>(`SELECT * FROM votes WHERE id = ${vote.id}`)
      expect(row!.nonce).toBe(null)
      expect(await receiptOf(service.storage, 1, { ...vote, ...row }, null)).toBe(null)
    }
  })
})
