// The operator's commands as real processes, beside a running server where that is the question.
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeLock } from '../storage/lock.ts'
import { openStorage } from '../storage/storage.ts'
import { admin, newFolder, startAdmin, startServer } from './support/programs.ts'
import { besides } from './support/town.ts'

let folder: ReturnType<typeof newFolder>
let data: string
beforeEach(() => {
  folder = newFolder()
  data = folder.file('data')
})
afterEach(() => folder.remove())

const categories = [
  { slug: 'things', name: 'Things', parent: null },
  { slug: 'tools', name: 'Tools', parent: 'things', description: 'What helps.' },
]
const row = (n: number) => ({
  slug: `hammer-${n}`,
  name: `Hammer ${n}`,
  url: `https://hammer-${n}.example/`,
  tagline: `The hammer number ${n}`,
  categories: ['tools', 'things'],
  founders: [`Smith ${n}`],
  launched_at: '2026-01-01',
  attributes: { weight: n },
})
function write(name: string, rows: readonly unknown[]): string {
  const file = folder.file(name)
  writeFileSync(file, rows.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join(''))
  return file
}
const rows = (count: number) => Array.from({ length: count }, (_, n) => row(n))
function writeCategories(): string {
  writeFileSync(folder.file('categories.json'), JSON.stringify(categories))
  return folder.file('categories.json')
}
const database = () => `${data}/launch.db`
const counted = (file: string, sql: string) =>
  besides(file, (open) => open.prepare<[], number>(sql).pluck().get()!)

describe('the command line', () => {
  it.each([[[]], [['constructor', 'x']], [['user']]])('says how it is used when told %j', async (words) => {
    const { code, out, err } = await admin(data, ...words)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^Usage: npm run -s admin -- COMMAND\n/)
  })

  it.each([[['--help']], [['import', '--help']], [['-h']], [['help']]])(
    'prints how it is used when asked by %j',
    async (words) => {
      const { code, out, err } = await admin(data, ...words)
      expect([code, err]).toEqual([0, ''])
      expect(out).toMatch(/^Usage: npm run -s admin -- COMMAND\n/)
    },
  )

  it.each([
    [['export', 'x', '--bogus'], "Unknown option '--bogus'."],
    [['backupp', 'x'], 'There is no command backupp.'],
  ])('names what it does not know in %j', async (words, sentence) => {
    const { code, out, err } = await admin(data, ...words)
    expect([code, out]).toEqual([1, ''])
    expect(err.trimEnd().split('\n').at(-1)).toBe(sentence)
  })

  it.each([
    [['import', 'a', 'b'], 'import FILE.jsonl [--categories FILE.json]'],
    [['jobs', 'retry'], 'jobs retry ID'],
    [
      ['api-key', 'create', '--email', 'a@b.example'],
      'api-key create --email EMAIL --scopes A,B [--name NAME]',
    ],
    [['backup', 'x', '--email', 'a@b.example'], 'backup FILE'],
  ])('says how a command is used when told %j', async (words, line) => {
    const { code, err } = await admin(data, ...words)
    expect([code, err]).toEqual([1, `Usage: npm run -s admin -- ${line}\n`])
  })

  const mistakes: [what: string, words: () => string[], complaint: RegExp][] = [
    ['a file that is not there', () => ['import', folder.file('nowhere')], /^There is no file .+nowhere\.$/],
    ['a folder for a file', () => ['import', folder.path], /is a folder, not a file\.$/],
    [
      'a folder that is not there',
      () => ['export', folder.file('no/where')],
      /^.+ There is no such file or folder\.$/,
    ],
    [
      'a backup into a folder that is not there',
      () => ['backup', folder.file('no/where')],
      /^There is no folder /,
    ],
    ['a backup to a folder', () => ['backup', folder.path], /is a folder, not a file\.$/],
    [
      'scopes that do not exist',
      () => ['api-key', 'create', '--email', 'a@b.example', '--scopes', 'x'],
      /^Scopes are/,
    ],
    ['a product that is not sold', () => ['products', 'price', 'main', 'nothing', '5'], /^There is no /],
    ['a job that is not dead', () => ['jobs', 'retry', '5'], /^There is no dead job 5\./],
  ]
  it.each(mistakes)('answers %s with a sentence', async (_what, words, complaint) => {
    mkdirSync(data)
    openStorage(database()).close()
    const { code, out, err } = await admin(data, ...words())
    expect([code, out]).toEqual([1, ''])
    expect(err.trimEnd()).toMatch(complaint)
    expect(err.trimEnd()).not.toContain('\n')
  })

  const databases: [what: string, make: () => void, complaint: string][] = [
    [
      'by a newer version',
      () => besides(database(), (open) => open.pragma('user_version = 9999')),
      'newer version',
    ],
    [
      'that is a text',
      () => writeFileSync(database(), 'Dear diary. '.repeat(100)),
      'damaged, or is not a database',
    ],
    ['that is a folder', () => mkdirSync(database()), 'is a folder'],
    ['that is not there', () => undefined, 'There is no database in'],
  ]
  it.each(databases)('answers a database %s with a sentence', async (_what, make, complaint) => {
    mkdirSync(data)
    make()
    const { code, err } = await admin(data, 'user', 'list')
    expect([code, err.trimEnd().split('\n').length]).toEqual([1, 1])
    expect(err).toContain(complaint)
  })

  it('answers a database that another program has locked with a sentence', async () => {
    mkdirSync(data)
    openStorage(database()).close()
    const holder = new Database(database())
    holder.pragma('locking_mode = EXCLUSIVE')
    holder.exec('BEGIN EXCLUSIVE')
    const { code, err } = await admin(data, 'user', 'list')
    holder.close()
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^The database is locked by another program\..+\n$/),
    ])
  })

  it('answers a data folder that cannot be one, and a setting that cannot be used, with a sentence', async () => {
    const file = write('file', [])
    const link = await admin(file, 'sign-in-link', 'a@b.example')
    expect([link.code, link.err]).toEqual([
      1,
      expect.stringMatching(/^The settings cannot be used\.\nDATA_DIR: \S+ is a file, .+\n$/),
    ])
    const setting = await startAdmin(data, ['user', 'list'], { PORT: '65536' }).ended
    expect([setting.code, setting.err]).toEqual([
      1,
      'The settings cannot be used.\nPORT: Must be a whole number from 0 to 65535.\n',
    ])
  })

  it('lets nobody else read what it writes, and takes back what others could read', async () => {
    const make = ['api-key', 'create', '--email', 'ana@tide.example', '--scopes', 'account:read']
    expect((await admin(data, ...make)).code).toBe(0)
    await admin(data, 'backup', folder.file('copy.db'))
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
    expect([data, database(), folder.file('copy.db')].map(modeOf)).toEqual(['700', '600', '600'])
    mkdirSync(`${data}/mail`)
    writeFileSync(`${data}/mail/1.eml`, 'a link')
    const opened = [data, `${data}/mail`, database(), `${data}/mail/1.eml`]
    for (const path of opened.slice(0, 2)) chmodSync(path, 0o755)
    for (const path of opened.slice(2)) chmodSync(path, 0o644)
    expect((await admin(data, ...make)).code).toBe(0)
    expect(opened.map(modeOf)).toEqual(['700', '700', '600', '600'])
  })
})

describe('import and export', () => {
  it('count what happened, name what was refused, and are a fixed point to the byte', async () => {
    const file = write('in.jsonl', [row(1), '{"half', { ...row(2), url: 'no' }, '', row(3)])
    const given = ['--categories', writeCategories()]
    const first = await admin(data, 'import', file, ...given)
    expect(first).toEqual({
      code: 2,
      out: 'Categories: 2 saved.\nListings: 2 added, 0 changed, 0 unchanged, 2 refused.\n',
      err: 'line 2: This line is not valid JSON.\nline 3, url: Must be an http or https address that anybody can open, such as https://example.com, without a user name.\n',
    })
    expect((await admin(data, 'record')).out).toMatch(
      /\toperator\timport\tcatalogue listings\tin\.jsonl\tCategories: 2 saved\. Listings: 2 added, /,
    )
    const again = await admin(data, 'import', file, ...given)
    expect(again.out).toContain('0 added, 0 changed, 2 unchanged, 2 refused')

    const [one, two] = [folder.file('one.jsonl'), folder.file('two.jsonl')]
    const [tree_one, tree_two] = [folder.file('one.json'), folder.file('two.json')]
    expect(await admin(data, 'export', one, '--categories', tree_one)).toMatchObject({
      code: 0,
      out: `2 listings written to ${one}.\n`,
      err: '',
    })
    const other = folder.file('other')
    expect((await admin(other, 'import', one, '--categories', tree_one)).code).toBe(0)
    await admin(other, 'export', two, '--categories', tree_two)
    expect(readFileSync(two)).toEqual(readFileSync(one))
    expect(readFileSync(tree_two)).toEqual(readFileSync(tree_one))
  })

  it('say of a file that is no catalogue at all what it is, not of every line', async () => {
    const { code, out, err } = await admin(
      data,
      'import',
      write('in.jsonl', Array<string>(197).fill('{"half')),
    )
    expect([code, out]).toEqual([
      2,
      'Listings: 0 added, 0 changed, 0 unchanged, 197 refused.\nNothing was imported, and everything is as it was.\n',
    ])
    expect(err.trimEnd().split('\n')).toHaveLength(21)
    expect(err).toMatch(/\n177 more lines: This line is not valid JSON\.\n$/)
  })

  it('write nothing of a categories file with a fault, and say so with a failing exit', async () => {
    writeFileSync(
      folder.file('bad.json'),
      JSON.stringify([...categories, { slug: 'x', name: 'X', parent: 'y' }]),
    )
    const file = write('in.jsonl', [row(1)])
    const { code, err } = await admin(data, 'import', file, '--categories', folder.file('bad.json'))
    expect(code).toBe(1)
    expect(err).toMatch(/^line 3, parent: There is no category/)
    expect(counted(database(), 'SELECT count(*) FROM categories')).toBe(0)
    writeFileSync(folder.file('bad.json'), '[{')
    const broken = await admin(data, 'import', file, '--categories', folder.file('bad.json'))
    expect([broken.code, broken.err]).toEqual([1, `${folder.file('bad.json')} is not valid JSON.\n`])
  })

  it('keep each row whole when killed in the middle, and finish when run again', async () => {
    const file = write('in.jsonl', rows(300))
    const given = ['import', file, '--categories', writeCategories()]
    const { child, ended } = startAdmin(data, given)
    const live = 'SELECT count(*) FROM listings'
    while (!existsSync(database())) await sleep(5)
    const watch = new Database(database(), { timeout: 5000 })
    for (let count = 0; count < 100 && child.exitCode === null; await sleep(2)) {
      try {
        count = watch.prepare<[], number>(live).pluck().get()!
      } catch {
        count = 0
      }
    }
    watch.close()
    child.kill('SIGKILL')
    expect((await ended).code).toBeNull()
    const count = counted(database(), live)
    expect(count).toBeGreaterThanOrEqual(100)
    expect(count).toBeLessThan(300)
    const whole = `SELECT count(*) FROM listings l
      JOIN listing_founders lf ON lf.listing_id = l.id JOIN founders f ON f.id = lf.founder_id
      JOIN listing_categories lc ON lc.listing_id = l.id
      JOIN search_listings s ON s.id = l.id JOIN search_ranks r ON r.id = l.id`
    expect(counted(database(), whole)).toBe(count)
    expect(counted(database(), `SELECT live FROM facet_counts WHERE facet = ''`)).toBe(count)
    expect(counted(database(), 'SELECT count(*) FROM founders')).toBe(count)

    const finished = await admin(data, ...given)
    expect(finished.out).toContain(`${300 - count} added, 0 changed, ${count} unchanged, 0 refused`)
    expect(counted(database(), whole)).toBe(300)
    await admin(data, 'export', folder.file('out.jsonl'))
    const other = folder.file('undisturbed')
    await admin(other, ...given)
    await admin(other, 'export', folder.file('undisturbed.jsonl'))
    expect(readFileSync(folder.file('out.jsonl'))).toEqual(readFileSync(folder.file('undisturbed.jsonl')))
  })

  it('are not run twice at once', async () => {
    const file = write('in.jsonl', rows(150))
    const given = ['import', file, '--categories', writeCategories()]
    mkdirSync(data)
    const release = takeLock(data, 'import')!
    const refused = await admin(data, ...given)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Another import is running') })
    release()
    expect(await admin(data, ...given)).toMatchObject({ code: 0, err: '' })
  })

  it('leave a new folder to one of those that begin it at once', async () => {
    const file = write('in.jsonl', rows(150))
    const given = ['import', file, '--categories', writeCategories()]
    const ends = await Promise.all([1, 2, 3].map(() => startAdmin(data, given).ended))
    const refusals = ends.filter(({ code }) => code !== 0)
    expect(refusals.length).toBeLessThan(3)
    for (const { err } of refusals) expect(err).toContain('Another import is running')
    expect(counted(database(), 'SELECT count(*) FROM listings')).toBe(150)
  })
})

it('says which version this is, and refuses data of a newer one in a sentence', async () => {
  mkdirSync(data)
  expect((await admin(data, 'version')).out).toMatch(
    /^1\.\d+\.\d+\S*\nschema (\d+), the database's is not made yet\nnode v/,
  )
  openStorage(database()).close()
  expect((await admin(data, 'version')).out).toMatch(/\nschema (\d+), the database's \1\n/)
  besides(database(), (open) => open.pragma('user_version = 9999'))
  expect((await admin(data, 'version')).out).toContain("the database's 9999")
  const { code, err } = await admin(data, 'jobs')
  expect([code, err.split('\n')]).toEqual([1, [expect.stringContaining('it has schema 9999, and'), '']])
})

describe('backup and restore', () => {
  it('copy a database that a server and an import are writing to, consistent', async () => {
    const server = await startServer(data)
    try {
      const file = write('in.jsonl', rows(250))
      const importing = startAdmin(data, ['import', file, '--categories', writeCategories()]).ended
      const live = async () => (await server.json('/site')).live_listings as number
      while ((await server.json('/listings?q=hammer&per_page=1')).total === 0) await sleep(5)
      const backup = folder.file('copy.db')
      const [copied] = await Promise.all([admin(data, 'backup', backup), server.json('/listings?q=hammer')])
      expect(copied).toMatchObject({ code: 0, err: '' })
      expect(copied.out).toMatch(/^The database was copied to \S+, [\d.]+ MB, and the copy is whole/)
      expect((await admin(data, 'restore', 'check', backup)).out).toMatch(
        / is whole, of schema \d+, and can be restored/,
      )
      expect((await importing).code).toBe(0)
      expect(await live()).toBe(250)

      const count = counted(backup, 'SELECT count(*) FROM listings')
      expect(count).toBeGreaterThan(0)
      expect(counted(backup, `SELECT live FROM facet_counts WHERE facet = ''`)).toBe(count)
      expect(counted(backup, 'PRAGMA integrity_check')).toBe('ok')

      const refused = await admin(data, 'restore', backup)
      expect(refused.code).toBe(1)
      expect(refused.err).toContain('The service or an import is running on this data folder')
      expect(await live()).toBe(250)

      const { code } = await server.stop()
      expect(code).toBe(0)
      const restored = await admin(data, 'restore', backup)
      expect(restored).toMatchObject({ code: 0, err: '' })
      expect(restored.out).toMatch(/^The database is now that of .+\. The one before is kept as .+\.\n$/)
      const kept = / kept as (.+)\.\n/.exec(restored.out)![1]!
      expect(counted(kept, 'SELECT count(*) FROM listings')).toBe(250)
      const again = await startServer(data)
      expect((await again.json('/site')).live_listings).toBe(count)
      expect((await again.json('/listings?q=hammer&per_page=1')).total).toBe(count)
      await again.stop()
    } finally {
      await server.stop()
    }
  })

  it('refuse what is no backup, change nothing, and begin an empty folder with what is one', async () => {
    await admin(data, 'import', write('in.jsonl', rows(10)), '--categories', writeCategories())
    const good = folder.file('good.db')
    await admin(data, 'backup', good)
    const before = readFileSync(database())
    const diary = write('diary.db', ['Dear diary'])
    const refused = await admin(data, 'restore', diary)
    expect(refused).toEqual({
      code: 1,
      out: '',
      err: `${diary} cannot be restored. It is not a database.\n`,
    })
    expect(readFileSync(database())).toEqual(before)
    const elsewhere = folder.file('elsewhere')
    expect((await admin(elsewhere, 'restore', good)).code).toBe(0)
    expect(counted(`${elsewhere}/launch.db`, 'SELECT count(*) FROM listings')).toBe(10)
  })

  it('have nothing to copy where there is no database', async () => {
    const { code, err } = await admin(data, 'backup', folder.file('copy.db'))
    expect([code, err]).toEqual([1, `There is no database in ${data}.\n`])
    expect(existsSync(folder.file('copy.db'))).toBe(false)
  })
})
