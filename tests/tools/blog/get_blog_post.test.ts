import { expect, it } from 'vitest'
import { fillTown } from '../../support/town.ts'
import { throughEveryDoor } from '../../support/service.ts'

throughEveryDoor('get_blog_post', { fill: fillTown }, (open) => {
  it('gives the whole text in Markdown and the FAQs', async () => {
    const { call } = await open()
    const { status, body } = await call({ slug: 'on-patience' })
    expect(status).toBe(200)
    expect(body).toEqual({
      slug: 'on-patience',
      title: 'On patience',
      excerpt: 'On patience, in short',
      author: 'The team',
      tags: ['guide'],
      published_at: '2026-11-01T00:00:00.000Z',
      updated_at: '2026-11-01T00:00:00.000Z',
      body_markdown: '# On patience\n\nA launch week runs **Monday** to Sunday.',
      faqs: [{ question: 'When?', answer: 'On Mondays.' }],
    })
  })

  it.each(['from-tomorrow', 'unfinished', 'nothing'])('does not know %s', async (slug) => {
    const { call } = await open()
    const { status, body } = await call({ slug })
    expect(status).toBe(404)
    expect((await call(body.next_steps[0].arguments, body.next_steps[0].tool)).status).toBe(200)
  })

  it('is there from the moment it is published', async () => {
    const { call, service } = await open()
    const before = service.clock.now
    service.clock.now = new Date('2026-11-19T23:59:59.999Z')
    expect((await call({ slug: 'from-tomorrow' })).status).toBe(404)
    service.clock.now = new Date('2026-11-20T00:00:00.000Z')
    expect((await call({ slug: 'from-tomorrow' })).status).toBe(200)
    service.clock.now = before
  })

  it('refuses what is no slug', async () => {
    const { call } = await open()
    expect((await call({ slug: 'On patience?' })).body.errors[0].pointer).toBe('/slug')
  })
})
