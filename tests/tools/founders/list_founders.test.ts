import { expect, it } from 'vitest'
import { fillTown } from '../../support/town.ts'
import { throughEveryDoor } from '../../support/service.ts'

type Item = { slug: string; companies: number }
const told = (items: Item[]) => items.map(({ slug, companies }) => [slug, companies])

throughEveryDoor('list_founders', { fill: fillTown }, (open) => {
  it('names the founders behind live listings, by name', async () => {
    const { call } = await open()
    const { status, body } = await call()
    expect(status).toBe(200)
    expect(told(body.items)).toEqual([
      ['ana-lima', 1],
      ['ben-okafor', 2],
      ['chiara-rossi', 1],
    ])
    expect(body).toMatchObject({ total: 3, has_more: false })
    expect(body.items[0]).toEqual({
      slug: 'ana-lima',
      name: 'Ana Lima',
      title: 'Founder',
      country: 'PT',
      companies: 1,
    })
  })

  it.each([
    [{ q: 'ana' }, ['ana-lima']],
    [{ q: 'LIM' }, ['ana-lima']],
    [{ q: 'okafor ben' }, ['ben-okafor']],
    [{ q: 'o' }, ['ben-okafor']],
    [{ q: 'edda' }, []],
    [{ q: 'nobody' }, []],
    [{ q: '"* OR 1' }, []],
    [{ q: '...' }, []],
    [{ q: '   ' }, ['ana-lima', 'ben-okafor', 'chiara-rossi']],
    [{ country: 'IT' }, ['chiara-rossi']],
    [{ country: 'it' }, ['chiara-rossi']],
    [{ country: 'IS' }, []],
    [{ country: 'PT', q: 'ben' }, []],
  ])('narrows to %j', async (input, expected) => {
    const { call } = await open()
    const { status, body } = await call(input)
    expect(status).toBe(200)
    expect(body.items.map(({ slug }: Item) => slug)).toEqual(expected)
    expect(body.total).toBe(expected.length)
  })

  it('comes in pages', async () => {
    const { call } = await open()
    const { body } = await call({ page: 2, per_page: 2 })
    expect(told(body.items)).toEqual([['chiara-rossi', 1]])
    expect(body).toMatchObject({ total: 3, has_more: false })
    const beyond = await call({ q: 'a', page: 9 })
    expect(beyond.body).toMatchObject({ items: [], total: 1, has_more: false })
  })

  it.each([
    [{ q: 'a'.repeat(121) }, '/q'],
    [{ country: 'Atlantis' }, '/country'],
    [{ per_page: 101 }, '/per_page'],
  ])('refuses %j', async (input, pointer) => {
    const { call } = await open()
    const { status, body } = await call(input)
    expect(status).toBe(400)
    expect(body.errors[0].pointer).toBe(pointer)
    expect((await call({ q: 'a'.repeat(120) })).status).toBe(200)
  })

  it('finds a Straßer as Strasser, and what she founded by her present name', async () => {
    const { call, service } = await open()
    const found = async (q: string) => (await call({ q })).body.items.map(({ slug }: Item) => slug)
    await service.storage.write(async (inside) => {
      const { id } = (await inside.founders.bySlug(1, 'chiara-rossi'))!
      await inside.founders.change(id, { name: 'Chiara Straßer' })
    })
    for (const q of ['strasser', 'Straßer', 'STRASS']) expect(await found(q)).toEqual(['chiara-rossi'])
    expect(await found('rossi')).toEqual([])
    const founded = async (q: string) => (await call({ q }, 'search_listings')).body.total
    expect(await founded('strasser')).toBe(1)
    expect(await founded('rossi')).toBe(0)
  })
})
