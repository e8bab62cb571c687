import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { migrate } from '../../../storage/migrate.ts'
import { openSearch } from '../../../storage/search/search.ts'
import { directory, indexOf, listing } from './support.ts'

describe('the index', () => {
  it('follows a rename, a removal and a return', () => {
    const { index, ids, check } = directory()
    const old = listing(1, { name: 'Zeppelin', tagline: 'airship' })
    const renamed = { ...old, name: 'Montgolfier' }
    index.put(null, old)
    index.put(old, renamed)
    expect(ids('zeppelin')).toEqual([])
    expect(ids('zepelin')).toEqual([])
    expect(ids('montgolfeir')).toEqual([1])
    index.put(renamed, null)
    expect(ids('airship')).toEqual([])
    index.put(null, old)
    expect(ids('zepelin')).toEqual([1])
    expect(check([old])).toEqual([])
  })

  it('notices what somebody changed behind its back', () => {
    const { index, check } = directory()
    const one = listing(1, { name: 'Zeppelin' })
    index.put(null, one)
    expect(check([{ ...one, description: 'new words' }])).toEqual(['search_texts', 'search_words'])
    expect(check([{ ...one, votes: 9 }])).toEqual(['search_texts', 'browse_votes', 'search_ranks'])
    expect(check([])).toContain('facet_counts')
  })

  it('gives the same whether listings come one by one or all at once', () => {
    const all = Array.from({ length: 50 }, (_, i) =>
      listing(i + 1, { votes: (i * 7) % 11, tagline: `word${i % 5}` }),
    )
    const single = directory(all)
    const bulk = directory()
    bulk.index.putAll(all.map((one) => [null, one]))
    expect(bulk.check(all)).toEqual([])
    for (const q of ['', 'word3', 'product', 'wrd3'])
      expect(bulk.ask(q, { limit: 100 })).toEqual(single.ask(q, { limit: 100 }))
    const words = 'SELECT word, kind, uses FROM search_words ORDER BY word, kind'
    expect(bulk.database.prepare(words).all()).toEqual(single.database.prepare(words).all())
  })

  it('merges until nothing is left to merge', () => {
    const { index, ids, database } = directory(Array.from({ length: 300 }, (_, i) => listing(i + 1)))
    const tables = ['search_texts', 'browse_votes', 'browse_newest']
    const segments = () =>
      tables.map((table) =>
        database.prepare<[], number>(`SELECT count(DISTINCT segid) FROM ${table}_idx`).pluck().get()!,
      )
    expect(Math.max(...segments())).toBeGreaterThan(5)
    let steps = 0
    while (index.merge(4) && steps < 1000) steps += 1
    expect(steps).toBeGreaterThan(tables.length)
    expect(steps).toBeLessThan(1000)
    expect(Math.max(...segments())).toBeLessThanOrEqual(2)
    expect(ids('product 7')[0]).toBe(7)
    index.optimize()
    expect(segments()).toEqual(tables.map(() => 1))
    expect(ids('product 7')[0]).toBe(7)
  })
})

describe('a reader beside the writer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'search-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const writer = new Database(join(folder, 'directory.db'))
  writer.pragma('journal_mode = WAL')
  migrate(writer)
  const index = indexOf(writer)
  const reader = new Database(join(folder, 'directory.db'))
  reader.pragma('query_only = ON')
  const { search } = openSearch(reader)
  const ids = (q: string) =>
    search({
      site_id: 1,
      q,
      category_id: null,
      stage: null,
      country: null,
      pricing_model: null,
      agent_ready: false,
      verified: false,
      domain: null,
      status: 'live',
      sort: 'relevance',
      limit: 10,
      offset: 0,
    }).ids

  it('finds what was committed at once, and what was rolled back never', () => {
    const one = listing(1, { name: 'Montgolfier' })
    writer.exec('BEGIN IMMEDIATE')
    index.put(null, one)
    expect(ids('montgolfeir')).toEqual([])
    writer.exec('ROLLBACK')
    expect(ids('montgolfeir')).toEqual([])
    // The ids of the words that were rolled back are given to other words now.
    writer.exec('BEGIN IMMEDIATE')
    index.put(null, { ...one, name: 'Zeppelin' })
    writer.exec('COMMIT')
    expect(ids('zepelin')).toEqual([1])
    expect(ids('montgolfeir')).toEqual([])
  })
})
