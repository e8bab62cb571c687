import { describe, expect, it } from 'vitest'
import { sortable } from '../../../storage/search/browse.ts'
import type { IndexedListing } from '../../../storage/search/document.ts'
import type { SearchRequest } from '../../../storage/search/request.ts'
import { directory, listing } from './support.ts'

let state = 11
const chance = (limit: number) => (state = (state * 48271) % 2147483647) % limit
const either = <T>(...choices: T[]): T => choices[chance(choices.length)]!

const randomListing = (id: number): IndexedListing =>
  listing(id, {
    site_id: either(1, 1, 2),
    name: `Thing ${id}`,
    tagline: either('red', 'green', 'blue'),
    status: either('live', 'live', 'live', 'upcoming'),
    category_ids: either([1], [2, 1], [3], [4, 3, 1], []),
    stage: either(null, 'mvp', 'Pre-Seed'),
    country: either(null, 'DE', 'us'),
    pricing_model: either(null, 'Free', 'Pay what you want'),
    agent_ready: either(true, false),
    verified: either(true, false),
    domain: either('a.example', 'b.example', 'c.example'),
    votes: chance(40),
    views: chance(5),
    followers: chance(5),
    trend: chance(900) / 7,
    live_at: `2026-0${1 + chance(9)}-01T00:00:0${chance(9)}Z`,
  })

const keys: Record<SearchRequest['sort'], (one: IndexedListing) => number> = {
  relevance: (one) => one.votes,
  votes: (one) => one.votes,
  newest: (one) => Date.parse(one.live_at),
  trending: (one) => Math.floor(one.trend * 2 ** 18),
  most_viewed: (one) => one.views,
  most_followed: (one) => one.followers,
}

const same = (asked: string | null, own: string | null) =>
  asked === null || asked.toLowerCase() === own?.toLowerCase()

/** What a list must be, by looking at every listing. */
function byHand(all: IndexedListing[], request: SearchRequest): number[] {
  const key = keys[request.sort]
  return all
    .filter(
      (one) =>
        one.site_id === request.site_id &&
        one.status === request.status &&
        (request.q === '' || one.tagline === request.q) &&
        (request.category_id === null || one.category_ids.includes(request.category_id)) &&
        same(request.stage, one.stage) &&
        same(request.country, one.country) &&
        same(request.pricing_model, one.pricing_model) &&
        (!request.agent_ready || one.agent_ready) &&
        (!request.verified || one.verified) &&
        same(request.domain, one.domain),
    )
    .sort((a, b) => key(b) - key(a) || b.id - a.id)
    .map(({ id }) => id)
}

/** Of words, equals come in the order of relevance, which a look at the listings does not tell. */
function compare(
  request: SearchRequest,
  known: Map<number, IndexedListing>,
  found: { ids: number[]; total: number },
): void {
  const right = byHand([...known.values()], request)
  const values = (ids: number[]) =>
    ids.map((id) => (request.q === '' ? id : keys[request.sort](known.get(id)!)))
  expect(found.total, JSON.stringify(request)).toBe(right.length)
  expect(found.ids.toSorted(), JSON.stringify(request)).toEqual(right.toSorted())
  expect(values(found.ids), JSON.stringify(request)).toEqual(values(right))
}

const anyLive: SearchRequest = {
  site_id: 1,
  q: '',
  category_id: null,
  stage: null,
  country: null,
  pricing_model: null,
  agent_ready: false,
  verified: false,
  domain: null,
  status: 'live',
  sort: 'votes',
  limit: 10_000,
  offset: 0,
}

function randomRequest(): SearchRequest {
  const sort = either<SearchRequest['sort']>(
    'relevance',
    'newest',
    'votes',
    'trending',
    'most_viewed',
    'most_followed',
  )
  return {
    site_id: either(1, 2),
    q: sort === 'relevance' ? '' : either('', '', 'red', 'blue'),
    category_id: either(null, 1, 2, 3, 4, 99),
    stage: either(null, null, 'MVP', 'pre-seed', 'none"'),
    country: either(null, null, 'de', 'US'),
    pricing_model: either(null, null, 'free', 'PAY what you want'),
    agent_ready: either(false, false, true),
    verified: either(false, false, true),
    domain: either(null, null, null, 'A.example', 'd.example'),
    status: either('live', 'live', 'upcoming'),
    sort,
    limit: 10_000,
    offset: 0,
  }
}

describe('lists', () => {
  it('are what looking at every listing gives, for any filters and order, with exact totals', () => {
    const all = Array.from({ length: 600 }, (_, i) => randomListing(i + 1))
    const { ask, index } = directory()
    index.putAll(all.map((one) => [null, one]))
    const known = new Map(all.map((one) => [one.id, one]))
    for (let i = 0; i < 600; i += 1) {
      const request = randomRequest()
      compare(request, known, ask(request.q, request))
    }
  })

  it('stay right while listings come, change, are counted and go', () => {
    const all = new Map<number, IndexedListing>()
    const { ask, index, check } = directory()
    for (let i = 0; i < 1500; i += 1) {
      const id = 1 + chance(80)
      const before = all.get(id) ?? null
      const after = before !== null && chance(4) === 0 ? null : randomListing(id)
      if (before !== null && after !== null && chance(2) === 0) {
        const counted = {
          ...before,
          votes: after.votes,
          views: after.views,
          followers: after.followers,
          trend: after.trend,
        }
        index.put(before, counted)
        all.set(id, counted)
      } else {
        index.put(before, after)
        if (after === null) all.delete(id)
        else all.set(id, after)
      }
      if (i % 100 === 0) index.merge()
    }
    expect(check([...all.values()])).toEqual([])
    for (let i = 0; i < 200; i += 1) {
      const request = randomRequest()
      compare(request, all, ask(request.q, request))
    }
  })

  it('count live listings of a category with its subcategories', () => {
    const { database, index } = directory()
    const one = listing(1, { category_ids: [12, 3] })
    index.put(null, one)
    index.put(null, listing(2, { category_ids: [3] }))
    index.put(null, listing(3, { category_ids: [3], status: 'upcoming' }))
    const counts = () => database.prepare('SELECT site_id, category_id, live FROM category_counts').all()
    expect(counts()).toEqual([
      { site_id: 1, category_id: 12, live: 1 },
      { site_id: 1, category_id: 3, live: 2 },
    ])
    index.put(one, { ...one, category_ids: [3] })
    expect(counts()).toContainEqual({ site_id: 1, category_id: 12, live: 0 })
  })
})

describe('more matches than are sorted at once', () => {
  it('come in the order asked for all the same', () => {
    const all = Array.from({ length: sortable + 1500 }, (_, i) =>
      listing(i + 1, {
        name: `N${i}`,
        tagline: i % 40 === 0 ? 'rare' : 'common',
        votes: (i * 31) % 977,
        category_ids: [i % 2],
      }),
    )
    const { ask, index } = directory()
    index.putAll(all.map((one) => [null, one]))
    for (const [category_id, offset] of [
      [null, 0],
      [null, 19_990],
      [1, 40],
    ] as const) {
      const right = byHand(all, { ...anyLive, q: 'common', sort: 'votes', category_id })
      const found = ask('common', { sort: 'votes', category_id, offset, limit: 50 })
      expect(found).toMatchObject({ ids: right.slice(offset, offset + 50), total: right.length })
    }
  })
})
