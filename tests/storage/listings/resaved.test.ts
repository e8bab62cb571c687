// What becomes of a listing's logo, slugs and categories when it is saved again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SavedListing } from '../../../storage/listings/save.ts'
import type { OpenStorage } from '../../../storage/storage.ts'
import { dropDatabase, newDatabase, openTestStorage } from '../../support/made_databases.ts'
import { newFolder } from '../../support/programs.ts'
import { besideRows } from '../../support/rows.ts'
import { product } from '../../support/town.ts'

const folder = newFolder()
const file = folder.file('launch.db')
const made: number[] = []
let storage: OpenStorage
beforeAll(async () => {
  await newDatabase(file)
  storage = await openTestStorage(file)
  for (const slug of ['sails', 'oars', 'nets'])
    made.push(await storage.write(({ catalogue }) => catalogue.putCategory({ slug, name: slug })))
})
afterAll(async () => {
  await storage.close()
  await dropDatabase(file)
  folder.remove()
})

type Given = Partial<Omit<SavedListing, 'founders'>> & { slug: string }
const save = ({ category_ids = made.slice(0, 1), ...given }: Given) =>
  storage.write(({ listings }) => listings.save(product(category_ids, given)))
const [old, other] = ['https://tide.example/1.png', 'https://tide.example/2.png']

describe('the logo of a listing that is saved again', () => {
  const states = {
    fetched: { logo: 'a.png', logo_from: old, logo_fault: null },
    refused: { logo: 'a.png', logo_from: old, logo_fault: 'It is too big.' },
    uploaded: { logo: 'b.png', logo_from: null, logo_fault: null },
    missing: { logo: null, logo_from: null, logo_fault: 'It is not there.' },
  }
  const none = { logo: null, logo_from: null, logo_fault: null }
  const table = Object.entries(states).flatMap(([state, logo]) => [
    { state, to: undefined, becomes: logo, isFetched: false },
    { state, to: old, becomes: logo, isFetched: false },
    {
      state,
      to: other,
      becomes: state === 'uploaded' ? logo : { ...logo, logo_fault: null },
      isFetched: true,
    },
    { state, to: null, becomes: state === 'uploaded' ? logo : none, isFetched: false },
  ])

  it.each(table)('and was $state, with the address $to', async ({ state, to, becomes, isFetched }) => {
    const slug = `tide-${table.findIndex((one) => one.state === state && one.to === to)}`
    const id = await save({ slug, logo_url: old })
    await storage.write(({ listings }) => listings.change(id, states[state as keyof typeof states]))
    const job = `logo-${id}`
    expect(await storage.jobs.isOpen(job)).toBe(true)
    await besideRows(file, (rows) => rows.run('DELETE FROM jobs'))
    await save({ id, slug, ...(to !== undefined && { logo_url: to }) })
    expect(await storage.listings.byId(id)).toMatchObject({
      ...becomes,
      logo_url: to === undefined ? old : to,
    })
    expect(await storage.jobs.isOpen(job)).toBe(isFetched)
  })
})

describe('the slug of a listing that is saved again', () => {
  const former = async (id: number) => (await storage.owners.formerSlugs(id)).sort()

  it('leads to it from then on, until another has it', async () => {
    const id = await save({ slug: 'kelp' })
    expect(await former(id)).toEqual([])
    await save({ id, slug: 'reef' })
    await save({ id, slug: 'reef' })
    expect(await former(id)).toEqual(['kelp'])
    await save({ id, slug: 'kelp' })
    expect(await former(id)).toEqual(['reef'])
    const next = await save({ slug: 'gull' })
    await save({ id: next, slug: 'reef' })
    expect([await former(id), await former(next)]).toEqual([[], ['gull']])
  })

  it('leaves nothing behind where nobody ever saw it', async () => {
    const [unseen, gone] = await Promise.all([
      save({ slug: 'crab', status: 'draft', live_at: null }),
      save({ slug: 'clam', status: 'withdrawn' }),
    ])
    await save({ id: unseen, slug: 'crab-2', status: 'draft', live_at: null })
    await save({ id: gone, slug: 'clam-2', status: 'withdrawn' })
    expect([await former(unseen), await former(gone)]).toEqual([[], ['clam']])
  })
})

it('the categories of a listing that is saved again are those of the last time, the first apart', async () => {
  const beside = (id: number) =>
    besideRows(file, (rows) =>
      rows.all(
        'SELECT position, category_id FROM listing_categories WHERE listing_id = ? ORDER BY position',
        id,
      ),
    )
  const [first, second, third] = made as [number, number, number]
  const id = await save({ slug: 'cove', category_ids: [first, second] })
  await save({ id, slug: 'cove', category_ids: [third, first, second] })
  expect((await storage.listings.byId(id))!.category_id).toBe(third)
  expect(await beside(id)).toEqual([
    { position: 1, category_id: first },
    { position: 2, category_id: second },
  ])
  await storage.write(({ listings }) => listings.setFurtherCategories(id, [second]))
  expect(await beside(id)).toEqual([{ position: 1, category_id: second }])
  await save({ id, slug: 'cove', category_ids: [third] })
  expect(await beside(id)).toEqual([])
})
