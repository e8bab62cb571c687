import { expect, it } from 'vitest'
import { fillTown } from '../../support/town.ts'
import { throughEveryDoor } from '../../support/service.ts'

const slugs = (items: { slug: string }[]) => items.map(({ slug }) => slug)

throughEveryDoor('list_blog_posts', { fill: fillTown }, (open) => {
  it('names published posts, newest first', async () => {
    const { call } = await open()
    const { status, body } = await call()
    expect(status).toBe(200)
    expect(slugs(body.items)).toEqual(['how-weeks-work', 'on-patience'])
    expect(body.items[0]).toEqual({
      slug: 'how-weeks-work',
      title: 'How weeks work',
      excerpt: 'How weeks work, in short',
      author: 'The team',
      tags: ['guide'],
      published_at: '2026-11-10T00:00:00.000Z',
    })
    expect(body).toMatchObject({ total: 2, has_more: false })
  })

  it.each([
    ['patience', ['on-patience']],
    ['MONDAY', ['how-weeks-work', 'on-patience']],
    ['week', ['how-weeks-work', 'on-patience']],
    ['weeks patience', []],
    ['tomorrow', []],
    ['nothing at all', []],
    ['"; DROP', []],
    ['***', []],
    [' ', ['how-weeks-work', 'on-patience']],
  ])('matches %j', async (q, expected) => {
    const { call } = await open()
    const { status, body } = await call({ q })
    expect(status).toBe(200)
    expect(slugs(body.items).sort()).toEqual([...expected].sort())
    expect(body.total).toBe(expected.length)
  })

  it('shows a post from the moment it is published', async () => {
    const { call, service } = await open()
    const before = service.clock.now
    service.clock.now = new Date('2026-11-20T00:00:00.000Z')
    expect(slugs((await call()).body.items)[0]).toBe('from-tomorrow')
    expect(slugs((await call({ q: 'tomorrow' })).body.items)).toEqual(['from-tomorrow'])
    service.clock.now = before
  })

  it('comes in pages', async () => {
    const { call } = await open()
    const { body } = await call({ page: 2, per_page: 1 })
    expect(slugs(body.items)).toEqual(['on-patience'])
    expect(body).toMatchObject({ page: 2, per_page: 1, total: 2, has_more: false })
    expect((await call({ q: 'monday', page: 2, per_page: 1 })).body).toMatchObject({ total: 2 })
  })

  it('takes 200 characters to look for and not one more', async () => {
    const { call } = await open()
    expect((await call({ q: 'a'.repeat(200) })).status).toBe(200)
    expect((await call({ q: 'a'.repeat(201) })).body.errors[0]).toMatchObject({ pointer: '/q', limit: 200 })
  })
})
