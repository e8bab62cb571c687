import { expect, it } from 'vitest'
import { fillTown, private_emails } from '../../support/town.ts'
import { throughEveryDoor } from '../../support/service.ts'

throughEveryDoor('get_founder', { fill: fillTown }, (open) => {
  it('tells who it is, what they made and what they answered', async () => {
    const { call } = await open()
    const { status, body } = await call({ slug: 'ana-lima' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      slug: 'ana-lima',
      name: 'Ana Lima',
      title: 'Founder',
      bio: 'Ana Lima writes software and answers mail.',
      country: 'PT',
      city: null,
      socials: { website: 'https://ana-lima.example/' },
      companies: [{ slug: 'tide', role: 'Captain', votes: 12 }],
    })
    expect(body.interview.map(({ answer }: { answer: string }) => answer)).toEqual(['Answer 1', 'Answer 2'])
  })

  it('tells published stories only: of live listings that have the section', async () => {
    const { call } = await open()
    const { body: ana } = await call({ slug: 'ana-lima' })
    expect(ana.stories).toEqual([
      { listing: 'tide', story: expect.objectContaining({ title: 'The night I sent my first reminder' }) },
    ])
    const { body: ben } = await call({ slug: 'ben-okafor' })
    expect(ben.companies.map(({ slug }: { slug: string }) => slug)).toEqual(['tide', 'ledgerline'])
    expect(ben.stories.map(({ listing }: { listing: string }) => listing)).toEqual(['tide'])
  })

  it.each(['nobody', 'no-one-else'])('does not know %s, who stands behind nothing', async (slug) => {
    const { call } = await open()
    const { status, body } = await call({ slug })
    expect(status).toBe(404)
    expect((await call(body.next_steps[0].arguments, body.next_steps[0].tool)).status).toBe(200)
  })

  it('tells nothing internal', async () => {
    const { call } = await open()
    const { body } = await call({ slug: 'ana-lima' })
    for (const key of ['id', 'user_id', 'demo', 'created_at']) expect(body).not.toHaveProperty(key)
    for (const email of private_emails) expect(JSON.stringify(body)).not.toContain(email)
  })

  it('refuses what is no slug', async () => {
    const { call } = await open()
    expect((await call({ slug: 'Ana & Lima' })).status).toBe(400)
  })
})
