import { expect, it } from 'vitest'
import { fillTown } from '../../support/town.ts'
import { throughEveryDoor } from '../../support/service.ts'

type Row = { attribute: string; label: string; a: string | null; b: string | null }
const row = (rows: Row[], attribute: string) => rows.find((one) => one.attribute === attribute)

throughEveryDoor('compare_listings', { fill: fillTown }, (open) => {
  it('sets two listings side by side by the attributes of their category', async () => {
    const { call } = await open()
    const { status, body } = await call({ a: 'tide', b: 'ledgerline' })
    expect(status).toBe(200)
    expect(body.a).toEqual({
      slug: 'tide',
      name: 'Tide',
      url: 'https://tide.example/',
      category: 'invoicing',
    })
    expect(body.same_category).toBe(true)
    expect(row(body.rows, 'open_source')).toEqual({
      attribute: 'open_source',
      label: 'Open source',
      a: 'yes',
      b: 'no',
    })
    expect(row(body.rows, 'seats')).toMatchObject({ a: '3', b: null })
    expect(row(body.rows, 'self_hosted')).toMatchObject({ a: null, b: 'yes' })
    expect(row(body.rows, 'platforms')).toMatchObject({ a: ['iOS', 'Web'], b: null })
    expect(row(body.rows, 'features')).toMatchObject({ a: ['Polite reminders', 'Bank matching'], b: null })
    expect(row(body.rows, 'rating')).toMatchObject({ a: '5 of 5 (3)', b: null })
    expect(row(body.rows, 'votes')).toMatchObject({ a: '12', b: '7' })
  })

  it('mirrors itself when the sides are exchanged', async () => {
    const { call } = await open()
    const { body: one } = await call({ a: 'tide', b: 'rota' })
    const { body: other } = await call({ a: 'rota', b: 'tide' })
    expect(other.rows).toEqual(one.rows.map((cells: Row) => ({ ...cells, a: cells.b, b: cells.a })))
    expect(one.same_category).toBe(false)
  })

  it('leaves a cell empty where the fact is not stated, on both sides if need be', async () => {
    const { call } = await open()
    const { body } = await call({ a: 'rota', b: 'almanac' })
    expect(row(body.rows, 'country')).toMatchObject({ a: null, b: null })
    expect(body.rows.flatMap((cells: Row) => [cells.a, cells.b])).not.toContain('')
  })

  it('names each attribute once, labelled', async () => {
    const { call } = await open()
    const { body } = await call({ a: 'tide', b: 'ledgerline' })
    const names = body.rows.map(({ attribute }: Row) => attribute)
    expect(new Set(names).size).toBe(names.length)
    for (const { label } of body.rows as Row[]) expect(label).toMatch(/^[A-Z]/)
  })

  it.each([
    ['a', 'nobody', 'tide'],
    ['b', 'tide', 'nobody'],
    ['a hidden listing', 'tide', 'hidden-suspended'],
  ])('knows only live listings, and says on which side there is none: %s', async (_what, a, b) => {
    const { call } = await open()
    const { status, body } = await call({ a, b })
    expect(status).toBe(404)
    expect(body.detail).toBe(`There is no live listing of the slug given as ${a === 'tide' ? 'b' : 'a'}.`)
    expect((await call(body.next_steps[0].arguments, body.next_steps[0].tool)).status).toBe(200)
  })

  it('names the first side of two, and says of a launch to come where it can be read', async () => {
    const { call } = await open()
    const { status, body } = await call({ a: 'dawn', b: 'nobody' })
    expect(status).toBe(404)
    expect(body.detail).toBe('There is no live listing of the slug given as a: it has not launched yet.')
    const [step] = body.next_steps
    expect((await call(step.arguments, step.tool)).body).toMatchObject({ slug: 'dawn', status: 'upcoming' })
  })

  it('needs both sides', async () => {
    const { call } = await open()
    const { status, body } = await call({ a: 'tide' })
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ pointer: '/b', code: 'required', message: 'Required, but missing.' }])
  })
})
