import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SearchRequest, Sort } from '../../../storage/search/request.ts'
import { directory, listing } from './support.ts'

const sorts: Sort[] = ['relevance', 'newest', 'votes', 'trending', 'most_viewed', 'most_followed']
const words = [
  'cloud',
  'clouds',
  'storage',
  'photo',
  'editor',
  'editing',
  'kubernetes',
  'invoice',
  'apple',
  'of',
  'the',
]
const pick = (i: number, step: number) => words[(i * step + (i >> 2)) % words.length]!

const shelf = Array.from({ length: 400 }, (_, i) =>
  listing(i + 1, {
    name: i % 3 === 0 ? `${pick(i, 3)} ${i}` : i % 7 === 0 ? `Ap${i}` : `Product ${i}`,
    tagline: `${pick(i, 5)} ${pick(i, 7)}`,
    description: i % 2 === 0 ? `${pick(i, 4)} for ${pick(i, 9)}` : '',
    keywords: i % 5 === 0 ? ['open source'] : [],
    country: i % 4 === 0 ? 'DE' : null,
    pricing_model: i % 6 === 0 ? 'Free' : null,
    stage: i % 5 === 0 ? 'mvp' : null,
    category_ids: [1 + (i % 4)],
    domain: i % 10 === 0 ? 'shared.example' : `product${i}.example`,
    votes: (i * 31) % 17,
    views: i % 5,
    followers: i % 3,
    trend: i % 11,
    status: i % 40 === 39 ? 'upcoming' : 'live',
  }),
)
const { ask } = directory(shelf)

const typed = fc.oneof(
  fc.constantFrom(
    'ap',
    'a',
    'clod',
    'kubernets',
    'photo editr',
    'alternative to cloud 3',
    'open source photo editor',
    'shared.example',
  ),
  fc
    .array(fc.constantFrom(...words, 'zeppelin', 'germany', 'free', 'phto', 'vs'), {
      minLength: 1,
      maxLength: 6,
    })
    .map((some) => some.join(' ')),
)
const filters: fc.Arbitrary<Partial<SearchRequest>> = fc.record(
  {
    category_id: fc.constantFrom(1, 2, 99),
    country: fc.constantFrom('DE', 'FR'),
    stage: fc.constant('mvp'),
    pricing_model: fc.constant('Free'),
    domain: fc.constantFrom('shared.example', 'product3.example'),
  },
  { requiredKeys: [] },
)
const all = (q: string, own: Partial<SearchRequest> = {}) => ask(q, { ...own, limit: 1000 })

describe('one query has one set of listings', () => {
  it('in every order, with the same total', () => {
    fc.assert(
      fc.property(typed, filters, (q, own) => {
        const ranked = all(q, own)
        expect(ranked.ids).toHaveLength(ranked.total)
        for (const sort of sorts) {
          const sorted = all(q, { ...own, sort })
          expect(sorted.total).toBe(ranked.total)
          expect(sorted.ids.toSorted()).toEqual(ranked.ids.toSorted())
        }
      }),
      { numRuns: 150 },
    )
  })

  it('of which filters only take away, and take away no more than they must', () => {
    fc.assert(
      fc.property(typed, filters, filters, (q, one, other) => {
        const wide = new Set(all(q, one).ids)
        const narrow = all(q, { ...one, ...other }).ids
        if (Object.keys(other).every((key) => !(key in one)))
          for (const id of narrow) expect(wide).toContain(id)
        const fits = new Set(all('', one).ids)
        expect(new Set(all(q, one).ids)).toEqual(new Set(all(q).ids.filter((id) => fits.has(id))))
      }),
      { numRuns: 150 },
    )
  })

  it('which its pages hold once each, beyond what is ranked as well', () => {
    fc.assert(
      fc.property(
        typed,
        filters,
        fc.constantFrom(...sorts),
        fc.integer({ min: 3, max: 30 }),
        (q, own, sort, limit) => {
          const whole = all(q, { ...own, sort })
          const paged: number[] = []
          for (let offset = 0; offset < whole.total + limit; offset += limit) {
            const page = ask(q, { ...own, sort, limit, offset })
            expect(page.total).toBe(whole.total)
            paged.push(...page.ids)
          }
          expect(paged).toEqual(whole.ids)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('which is every listing that has all the words, however many have them', () => {
    const plain = ['apple', 'cloud', 'storage']
    for (const asked of [...plain.map((word) => [word]), ['apple', 'cloud'], ['storage', 'apple']]) {
      const has = ({ name, tagline, description, status }: (typeof shelf)[number]) =>
        status === 'live' &&
        asked.every((word) =>
          `${name} ${tagline} ${description}`
            .toLowerCase()
            .split(' ')
            .some((other) => other.replace(/s$/, '') === word),
        )
      const right = shelf.filter(has).map(({ id }) => id)
      const found = all(asked.join(' '))
      expect(found.total).toBe(found.ids.length)
      if (right.length > 10) expect(found.ids.toSorted()).toEqual(right.toSorted())
      else for (const id of right) expect(found.ids).toContain(id)
    }
  })

  it('of which equals come in the order of relevance', () => {
    for (const q of ['cloud 3', 'photo editr', 'kubernetes storage']) {
      const place = new Map(all(q).ids.map((id, i) => [id, i]))
      const sorted = all(q, { sort: 'most_followed' }).ids.slice(0, 10)
      for (const [i, id] of sorted.entries())
        if (i > 0 && shelf[id - 1]!.followers === shelf[sorted[i - 1]! - 1]!.followers)
          expect(place.get(id)).toBeGreaterThan(place.get(sorted[i - 1]!)!)
    }
  })
})
