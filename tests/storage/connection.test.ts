import Database from 'better-sqlite3'
import { afterAll, expect, it, vi } from 'vitest'
import { gatherStatistics, keepingStatements, openTransactions } from '../../storage/connection.ts'

const database = new Database(':memory:')
database.exec('CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT)')
afterAll(() => database.close())

it('prepares the same text once, and gives rows as each caller asks for them', () => {
  const { prepare } = keepingStatements(database)
  const insert = prepare('INSERT INTO things (name) VALUES (?)')
  expect(prepare('INSERT INTO things (name) VALUES (?)')).toBe(insert)
  insert.run('one')
  const text = 'SELECT id, name FROM things'
  expect(prepare(text).raw().all()).toEqual([[1, 'one']])
  expect(prepare(text).all()).toEqual([{ id: 1, name: 'one' }])
  expect(prepare(text)).toBe(prepare(text))
})

it('keeps a statement through a change of its table', () => {
  const { prepare } = keepingStatements(database)
  const count = prepare('SELECT * FROM things')
  database.exec('ALTER TABLE things ADD COLUMN colour TEXT')
  expect(prepare('SELECT * FROM things')).toBe(count)
  expect(count.all()).toEqual([{ id: 1, name: 'one', colour: null }])
})

it('keeps no more statements than it says', () => {
  const { prepare } = keepingStatements(database)
  const first = prepare('SELECT 0')
  for (let n = 1; n <= 500; n += 1) prepare(`SELECT ${n}`)
  expect(prepare('SELECT 0')).not.toBe(first)
})

it('keeps no sample of what people are called by', () => {
  database.exec(`
    CREATE TABLE people (id INTEGER PRIMARY KEY, email TEXT UNIQUE, country TEXT);
    CREATE INDEX people_by_country ON people(country);
    CREATE INDEX people_by_both ON people(country, email)`)
  const insert = database.prepare('INSERT INTO people (email, country) VALUES (?, ?)')
  for (let n = 0; n < 300; n += 1) insert.run(`person${n}@mail.example`, `C${n % 7}`)
  gatherStatistics(database, 'optimize = 0x10002')
  const samples = database.prepare('SELECT DISTINCT idx FROM sqlite_stat4').pluck().all()
  expect(samples).toEqual(['people_by_country'])
})

it('begins again while another writes, and says at once what else went wrong', async () => {
  const writer = new Database(':memory:')
  const { inTurn } = openTransactions(writer, () => undefined)
  const writtenAfter = (fault: Error) => {
    vi.spyOn(writer, 'exec').mockImplementationOnce(() => {
      throw fault
    })
    return inTurn(async () => 'written')
  }
  const failing = (code: string) => new Database.SqliteError(`failed with ${code}`, code)
  expect(await writtenAfter(failing('SQLITE_BUSY'))).toBe('written')
  await expect(writtenAfter(failing('SQLITE_IOERR'))).rejects.toThrow('failed with SQLITE_IOERR')
  writer.close()
})
