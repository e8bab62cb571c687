import { expect, it } from 'vitest'
import type { CategoryTree } from '../../../tools/categories/tree.ts'
import { importCategories } from '../../../tools/catalogue/import_categories.ts'
import { fillTown, product } from '../../support/town.ts'
import { throughEveryDoor, type Call } from '../../support/service.ts'

/** The tree as "slug count" lines, a dash for each level. */
function drawn(tree: CategoryTree[], depth = 0): string[] {
  return tree.flatMap(({ slug, live_listings, subcategories }) => [
    `${'-'.repeat(depth)}${slug} ${live_listings}`,
    ...drawn(subcategories ?? [], depth + 1),
  ])
}
const countOf = async (call: Call, slug: string) => {
  const lines = drawn((await call()).body.items).map((line) => line.replace(/^-+/, ''))
  return Number(lines.find((line) => line.startsWith(`${slug} `))!.split(' ')[1])
}

throughEveryDoor('list_categories', { fill: fillTown }, (open) => {
  it('draws the tree by name, subcategories counted into their parents and each listing once', async () => {
    const { call } = await open()
    const { status, body } = await call()
    expect(status).toBe(200)
    expect(drawn(body.items)).toEqual([
      'money 3',
      '-budgeting 2',
      '-invoicing 2',
      'unused 0',
      'work 3',
      '-planning 2',
      '--shifts 1',
    ])
    expect(body.items[0]).toMatchObject({ slug: 'money', name: 'Money' })
    expect(Object.keys(body.items[1]).sort()).toEqual(['live_listings', 'name', 'slug'])
  })

  it('leaves empty ones out when told to', async () => {
    const { call } = await open()
    expect(drawn((await call({ include_empty: false })).body.items)).not.toContain('unused 0')
    expect(drawn((await call({ include_empty: true })).body.items)).toContain('unused 0')
  })

  it('refuses what is neither true nor false', async () => {
    const { call } = await open()
    const { status, body } = await call({ include_empty: 'yes' })
    expect(status).toBe(400)
    expect(body.errors[0]).toMatchObject({ pointer: '/include_empty', code: 'invalid_type' })
  })

  it('counts again when a listing comes, changes its category, is suspended, or goes', async () => {
    const { call, service } = await open()
    const idOf = async (slug: string) => (await service.storage.categories.bySlug(slug))!.id
    const [invoicing, unused, shifts] = [await idOf('invoicing'), await idOf('unused'), await idOf('shifts')]
    const counts = async () => [
      await countOf(call, 'money'),
      await countOf(call, 'unused'),
      await countOf(call, 'work'),
    ]
    const id = await service.storage.write(({ listings }) =>
      listings.save(product([invoicing], { slug: 'wanderer' })),
    )
    expect(await counts()).toEqual([4, 0, 3])
    await service.storage.write(({ listings }) =>
      listings.save(product([unused, shifts], { id, slug: 'wanderer' })),
    )
    expect(await counts()).toEqual([3, 1, 4])
    await service.storage.write(({ listings }) =>
      listings.save(product([unused, shifts], { id, slug: 'wanderer', status: 'suspended' })),
    )
    expect(await counts()).toEqual([3, 0, 3])
    await service.storage.write(({ listings }) =>
      listings.save(product([unused], { id, slug: 'wanderer', status: 'live' })),
    )
    expect(await counts()).toEqual([3, 1, 3])
    await service.storage.write(({ listings }) => listings.remove(id))
    expect(await counts()).toEqual([3, 0, 3])
  })

  it('counts again when a category moves', async () => {
    const { call, service } = await open()
    const { storage } = service
    const idOf = async (slug: string) => (await storage.categories.bySlug(slug))!.id
    const [planning, money, work] = [await idOf('planning'), await idOf('money'), await idOf('work')]
    await storage.write(({ listings }) => listings.moveCategory(planning, money))
    expect([await countOf(call, 'money'), await countOf(call, 'work')]).toEqual([5, 1])
    await storage.write(({ listings }) => listings.moveCategory(planning, null))
    expect([await countOf(call, 'money'), await countOf(call, 'work')]).toEqual([3, 1])
    expect(await countOf(call, 'planning')).toBe(2)
    await storage.write(({ listings }) => listings.moveCategory(planning, work))
    expect([await countOf(call, 'money'), await countOf(call, 'work')]).toEqual([3, 3])
  })

  it('keeps counts when a transaction is rolled back', async () => {
    const { call, service } = await open()
    const before = drawn((await call()).body.items)
    await expect(
      service.storage.write(async ({ listings, categories }) => {
        await listings.save(product([(await categories.bySlug('unused'))!.id], { slug: 'never-there' }))
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(drawn((await call()).body.items)).toEqual(before)
    expect((await call({ slug: 'never-there' }, 'get_listing')).status).toBe(404)
  })
})

throughEveryDoor('list_categories', { fill: fillTown }, (open) => {
  it('shows as many levels as are asked for, and how many there are below', async () => {
    const { call } = await open()
    const { body } = await call({ depth: 1 })
    expect(drawn(body.items)).toEqual(['money 3', 'unused 0', 'work 3'])
    expect(body.items[0]).toMatchObject({ slug: 'money', subcategory_count: 2 })
    expect(drawn((await call({ depth: 2 })).body.items)).toContain('-planning 2')
    expect(drawn((await call({ depth: 2 })).body.items)).not.toContain('--shifts 1')
  })

  it('shows what is below a parent', async () => {
    const { call } = await open()
    expect(drawn((await call({ parent: 'work' })).body.items)).toEqual(['planning 2', '-shifts 1'])
    expect(drawn((await call({ parent: 'shifts' })).body.items)).toEqual([])
  })

  it('finds the words of a name at every level', async () => {
    const { call } = await open()
    expect(drawn((await call({ q: 'SHIFT' })).body.items)).toEqual(['shifts 1'])
    expect(drawn((await call({ q: 'plan', parent: 'work', depth: 2 })).body.items)).toEqual([
      'planning 2',
      '-shifts 1',
    ])
  })

  it('refuses a parent that does not exist, with the nearest that does', async () => {
    const { call } = await open()
    const { status, body } = await call({ parent: 'planing' })
    expect(status).toBe(400)
    expect(body.errors[0]).toMatchObject({
      pointer: '/parent',
      code: 'unknown_category',
      nearest: 'planning',
    })
    expect(body.next_steps[0].arguments).toEqual({ parent: 'planning' })
  })

  it('of many is short: the upper levels, each with the number of those below', async () => {
    const { call, service } = await open()
    const tops = Array.from({ length: 20 }, (_, top) => ({ slug: `top-${top}`, name: `Top ${top}` }))
    const lows = tops.flatMap(({ slug }) =>
      Array.from({ length: 9 }, (_, low) => ({ slug: `${slug}-${low}`, name: `Low ${low}`, parent: slug })),
    )
    await importCategories(service.storage, [...tops, ...lows])
    const { body } = await call()
    expect(drawn(body.items).filter((line) => line.startsWith('-'))).toEqual([])
    expect(body.items.find(({ slug }: CategoryTree) => slug === 'top-7')).toMatchObject({
      subcategory_count: 9,
    })
  })
})
