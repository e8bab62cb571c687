import { describe, expect, it } from 'vitest'
import type { SearchRequest } from '../../../storage/search/request.ts'
import { directory, listing } from './support.ts'

const shelf = [
  listing(1, { name: 'Slack', tagline: 'Team chat', votes: 50 }),
  listing(2, { name: 'Open AI', tagline: 'Language models', votes: 90 }),
  listing(3, { name: 'QuestDB', description: 'A time series database, kubernetes ready', votes: 5 }),
  listing(4, { name: 'Baïkal', tagline: 'Calendar server', keywords: ['caldav'] }),
  listing(5, { name: 'C++' }),
  listing(6, { name: 'C' }),
  listing(7, { name: '東京タワー', tagline: '検索エンジン' }),
  listing(8, { name: 'pgMagic🪄', tagline: 'Talk to your database' }),
  listing(9, { name: 'שלום', tagline: 'مرحبا بالعالم' }),
  listing(10, { name: 'Database Kit', tagline: 'slick charts', votes: 500 }),
]

describe('search for words', () => {
  const { ids, ask } = directory(shelf)

  it.each([
    ['slack', 1],
    ['SLACK!', 1],
    ['slcak', 1],
    ['salck', 1],
    ['slac', 1],
    ['openai', 2],
    ['open ai', 2],
    ['opena', 2],
    ['open-ai', 2],
    ['quest db', 3],
    ['qest db', 3],
    ['kubernets', 3],
    ['baikal', 4],
    ['BAÏKÁL', 4],
    ['caldav', 4],
    ['C++', 5],
    ['c', 6],
    ['東京', 7],
    ['検索', 7],
    ['ワ', 7],
    ['🪄', 8],
    ['pgmagic', 8],
    ['שלום', 9],
    ['مَرحبا', 9],
  ])('finds %s', (q, id) => {
    expect(ids(q)[0]).toBe(id)
  })

  it('ranks a name before a mention, however popular', () => {
    expect(ids('slack')).toEqual([1])
    expect(ids('database').indexOf(10)).toBe(0)
    expect(new Set(ids('database'))).toEqual(new Set([10, 8, 3]))
  })

  it('believes the nearest word where several may be meant', () => {
    const { ids } = directory([
      listing(1, { description: 'For the individual who keeps encrypted files' }),
      listing(2, { description: 'For individuals who keep encrypted files', votes: 50 }),
    ])
    expect(ids('indiidual encrypted')).toEqual([1, 2])
  })

  it('puts what has all words before what has some, and leaves out a word that nothing has', () => {
    expect(ids('time database')[0]).toBe(3)
    expect(ids('time zeppelin')).toEqual([3])
  })

  it('finds what was indexed since the same was asked for, and no longer what was taken away', () => {
    const { index, ids } = directory([listing(1, { name: 'Harbor' })])
    expect(ids('harbor')).toEqual([1])
    index.put(null, listing(2, { name: 'Harbor Two', votes: 9 }))
    expect(ids('harbor').toSorted()).toEqual([1, 2])
    index.put(listing(1, { name: 'Harbor' }), null)
    expect(ids('harbor')).toEqual([2])
  })

  it('orders one answer in every way that it is asked for', () => {
    const { ids } = directory([
      listing(1, { name: 'Harbor', votes: 1, views: 9 }),
      listing(2, { name: 'Harbor Two', votes: 9 }),
    ])
    const orders = ['votes', 'most_viewed', 'votes'] as const
    expect(orders.map((sort) => ids('harbor', { sort }))).toEqual([
      [2, 1],
      [1, 2],
      [2, 1],
    ])
    expect(ids('harbor', { offset: 1 })).toHaveLength(1)
    expect(ids('harbor', { verified: true })).toEqual([])
  })

  it('finds nothing for signs alone', () => {
    expect(ask('!!! ???')).toEqual({ ids: [], total: 0 })
    expect(ask('\ud800\udfff"')).toEqual({ ids: [], total: 0 })
  })

  it.each([
    '"',
    "'",
    '*',
    'slack*',
    'a OR b',
    'AND',
    'NOT',
    'NEAR(a b)',
    'words:slack',
    '{words}:x',
    '^slack',
    '-slack',
    'slack"',
    '"slack" OR "',
    '\uE000u',
    '\0slack',
    'slack\u202e',
    '\ud800slack',
    '%_',
    ';DROP TABLE listings',
    'a'.repeat(200),
    'ab '.repeat(66),
    '🪄'.repeat(100),
    '漢'.repeat(200),
    '\u0301'.repeat(200),
    'ﷺ'.repeat(200),
  ])('takes %j for words and never for syntax', (q) => {
    for (const sort of ['relevance', 'votes'] as const)
      for (const domain of [null, 'product1.example'])
        expect(ask(q, { sort, domain }).total).toBeGreaterThanOrEqual(0)
  })

  it('keeps a facet mark in a query from matching a facet', () => {
    expect(ids('\uE000si1')).toEqual([])
  })
})

describe('pages', () => {
  const many = Array.from({ length: 700 }, (_, i) =>
    listing(i + 1, {
      name: i % 7 === 0 ? `Cloud ${i}` : `Product ${i}`,
      tagline: i % 3 === 0 ? 'Clouds for everyone' : i % 2 === 0 ? 'A cloud' : '',
      description: i % 5 === 0 ? 'cloud storage and loud music' : 'nothing',
      votes: i % 4,
      views: i % 3,
      trend: i % 6,
      category_ids: [i % 3],
    }),
  )
  const { ask } = directory(many)
  const sorts: SearchRequest['sort'][] = [
    'relevance',
    'newest',
    'votes',
    'trending',
    'most_viewed',
    'most_followed',
  ]

  it.each(['', 'cloud', 'clod', 'cloud storage', 'clou', 'clouds music', 'prodct'])(
    'of %j never repeat or skip a listing, in any order',
    (q) => {
      for (const sort of sorts)
        for (const category_id of [null, 1]) {
          const { total, ids: all } = ask(q, { sort, category_id, limit: 1000 })
          const walked: number[] = []
          for (let offset = 0; offset < total + 13; offset += 13) {
            const page = ask(q, { sort, category_id, limit: 13, offset })
            expect(page.total).toBe(total)
            walked.push(...page.ids)
          }
          expect(walked).toEqual(all)
          expect(new Set(walked).size).toBe(walked.length)
          expect(walked.length).toBe(total)
        }
    },
  )

  it('hold every listing with the word', () => {
    const right = many.filter((one) => /\bcloud\b/i.test(`${one.name} ${one.tagline} ${one.description}`))
    const found = new Set(ask('cloud', { limit: 1000 }).ids)
    for (const { id } of right) expect(found).toContain(id)
    const voted = ask('cloud', { sort: 'votes', limit: 1000 }).ids
    expect(voted.map((id) => many[id - 1]!.votes)).toEqual(
      voted.map((id) => many[id - 1]!.votes).sort((a, b) => b - a),
    )
  })
})

describe('suggestions', () => {
  const { suggest, database } = directory([
    listing(1, { name: 'Note Pad', votes: 1, category_ids: [1] }),
    listing(2, { name: 'Notepad++', votes: 9, category_ids: [1] }),
    listing(3, { name: 'Not', status: 'upcoming', category_ids: [3] }),
    listing(4, { name: 'Best Notes', votes: 99, category_ids: [2], tagline: 'Pads' }),
  ])
  const category = database.prepare('INSERT INTO categories(id, slug, name) VALUES (?, ?, ?)')
  for (const [id, name] of ['Pen and Notes', 'Notes', 'Notaries'].entries())
    category.run(id + 1, `c${id}`, name)

  it('are names with words that begin so, first those that begin so themselves, then the popular', () => {
    expect(suggest(1, 'notep', 10).listings).toEqual([2, 1])
    expect(suggest(1, 'not', 10).listings).toEqual([2, 1, 4])
    expect(suggest(1, 'note pad', 10).listings).toEqual([2, 1])
    expect(suggest(1, 'not', 1).listings).toEqual([2])
  })

  it('are a few by the words of their tagline, behind those by name', () => {
    expect(suggest(1, 'pads', 10).listings).toEqual([4])
    expect(suggest(1, 'pads', 10).categories).toEqual([])
    expect(suggest(1, 'padx', 10).listings).toEqual([])
  })

  it('are categories with words that begin so, where something is live', () => {
    const ids = (text: string) => suggest(1, text, 10).categories.map(({ id }) => id)
    expect(ids('not')).toEqual([2, 1])
    expect(ids('pen and n')).toEqual([1])
    expect(suggest(1, 'pen', 10).categories[0]!.live).toBe(2)
  })

  it('are none of nothing, and of signs', () => {
    for (const text of ['', ' ', '"', '* OR']) expect(suggest(1, text, 10).categories).toEqual([])
  })
})
