// After any sequence of edits, the index says what a walk over all listings says: nothing stale, nothing lost.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openStorage, type OpenStorage } from '../../../storage/storage.ts'
import { newDatabase, onPostgres } from '../../support/made_databases.ts'
import { product } from '../../support/town.ts'

type Deed =
  | { deed: 'save'; who: number; given: Given }
  | { deed: 'remove'; who: number }
  | { deed: 'move'; category: number; under: number | null }
type Given = {
  categories: number[]
  status: 'live' | 'scheduled' | 'suspended' | 'draft'
  votes: number
  country: string | null
  stage: string | null
  word: string
  renamed: boolean
}

const categories = 6
const given: fc.Arbitrary<Given> = fc.record({
  categories: fc.uniqueArray(fc.nat(categories - 1), { minLength: 1, maxLength: 4 }),
  status: fc.constantFrom('live', 'live', 'live', 'scheduled', 'suspended', 'draft'),
  votes: fc.nat(40),
  country: fc.constantFrom('PT', 'DE', null),
  stage: fc.constantFrom('mvp', null),
  word: fc.constantFrom('kestrel', 'lantern', 'marzipan'),
  renamed: fc.boolean(),
})
const who = fc.nat(9)
const deeds = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ deed: fc.constant('save' as const), who, given }) },
    { weight: 1, arbitrary: fc.record({ deed: fc.constant('remove' as const), who }) },
    {
      weight: 2,
      // A category only ever moves under one of a lower number, so that no circle closes.
      arbitrary: fc.nat(categories - 1).chain((category) =>
        fc.record({
          deed: fc.constant('move' as const),
          category: fc.constant(category),
          under: category === 0 ? fc.constant(null) : fc.option(fc.nat(category - 1)),
        }),
      ),
    },
  ),
  { minLength: 5, maxLength: 40 },
)

async function play(storage: OpenStorage, all: readonly Deed[]) {
  const ids: number[] = []
  const parents: (number | null)[] = Array.from({ length: categories }, () => null)
  const there = new Map<number, Given & { id: number }>()
  for (let n = 0; n < categories; n += 1) {
    const slug = `c-${n}`
    ids.push(await storage.write(({ catalogue }) => catalogue.putCategory({ slug, name: slug })))
  }
  for (const one of all) {
    await storage.write(async ({ listings }) => {
      if (one.deed === 'move') {
        parents[one.category] = one.under
        return listings.moveCategory(ids[one.category]!, one.under === null ? null : ids[one.under]!)
      }
      const known = there.get(one.who)
      if (one.deed === 'remove') {
        if (known !== undefined) await listings.remove(known.id)
        return void there.delete(one.who)
      }
      const { categories: chosen, word, renamed, ...facts } = one.given
      const saved = product(
        chosen.map((category) => ids[category]!),
        {
          slug: `l-${one.who}${renamed ? '-renamed' : ''}`,
          name: `Listing ${one.who}`,
          tagline: `A ${word}`,
          url: `https://l-${one.who}.example/`,
          domain: `l-${one.who}.example`,
          ...facts,
        },
      )
      const id = await listings.save({ ...saved, ...(known !== undefined && { id: known.id }) })
      there.set(one.who, { ...one.given, id })
    })
  }
  return { ids, parents, there }
}

// Each round opens a file of its own.
it.skipIf(onPostgres)(
  'counts and finds what a walk over all listings does, whatever was done to them',
  async () => {
    const property = fc.asyncProperty(deeds, async (all) => {
      const folder = mkdtempSync(join(tmpdir(), 'launch-writes-'))
      await newDatabase(join(folder, 'launch.db'))
      const storage = openStorage(join(folder, 'launch.db'))
      try {
        const { ids, parents, there } = await play(storage, all as Deed[])
        const above = (category: number): number[] =>
          parents[category] === null ? [category] : [category, ...above(parents[category]!)]
        const walk = (wanted: (one: Given) => boolean) =>
          [...there.values()]
            .filter(wanted)
            .map(({ id }) => id)
            .sort((a, b) => a - b)
        const find = async (asked: object) => {
          const found = await storage.search.find({ site_id: 1, limit: 100, offset: 0, ...asked })
          expect(found.total, JSON.stringify(asked)).toBe(found.ids.length)
          return found.ids.toSorted((a, b) => a - b)
        }
        const counted = await storage.categories.counted(1)
        for (let category = 0; category < categories; category += 1) {
          const inside = walk(
            (one) => one.status === 'live' && one.categories.some((own) => above(own).includes(category)),
          )
          expect(await find({ category_id: ids[category] })).toEqual(inside)
          expect(counted.find(({ id }) => id === ids[category])!.live_listings).toBe(inside.length)
          const upcoming = walk(
            (one) =>
              one.status === 'scheduled' && one.categories.some((own) => above(own).includes(category)),
          )
          expect(await find({ category_id: ids[category], status: 'upcoming' })).toEqual(upcoming)
        }
        expect(await storage.listings.liveCount(1)).toBe(walk((one) => one.status === 'live').length)
        for (const country of ['PT', 'DE']) {
          expect(await find({ country })).toEqual(
            walk((one) => one.status === 'live' && one.country === country),
          )
          expect(await find({ country, stage: 'mvp', sort: 'newest' })).toEqual(
            walk((one) => one.status === 'live' && one.country === country && one.stage === 'mvp'),
          )
        }
        for (const word of ['kestrel', 'lantern', 'marzipan'])
          expect(await find({ q: word, sort: 'votes' })).toEqual(
            walk((one) => one.status === 'live' && one.word === word),
          )
        const byVotes = (await storage.search.find({ site_id: 1, sort: 'votes', limit: 100, offset: 0 })).ids
        const votes = byVotes.map((id) => [...there.values()].find((one) => one.id === id)!.votes)
        expect(votes).toEqual(votes.toSorted((a, b) => b - a))
      } finally {
        storage.close()
        rmSync(folder, { recursive: true })
      }
    })
    await fc.assert(property, { numRuns: 25, seed: 11 })
  },
  120_000,
)
