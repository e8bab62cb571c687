// What an edit of a submitted draft carries over, by what the listing and its owner already are.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter, type Caller } from '../../support/callers.ts'
import { openDrafting, readyDraft } from '../../support/drafting.ts'

describe('an edit of a submitted draft', () => {
  let world: Awaited<ReturnType<typeof openDrafting>>
  let dora: Caller
  let id: string
  let listing_id: number
  beforeAll(async () => {
    world = await openDrafting()
    dora = await enter(world.service, 'rest', 'dora@tide.test')
    id = (await readyDraft(world.service, dora)).id
    await dora.get('update_draft', { id, fields: { categories: ['invoicing', 'accounting'] } })
    listing_id = (await dora.get('submit_draft', { id })).listing_id
  })
  afterAll(() => world.close())

  it('shows further categories where they were paid for alone, and keeps them in the draft until then', async () => {
    const { storage } = world.service
    const live = { status: 'live', live_at: world.service.clock.now.toISOString() } as const
    const shown = async (categories: string[], paid: boolean) => {
      await storage.write(({ listings }) =>
        listings.change(listing_id, { ...live, unlocked_sections: paid ? ['extra_categories'] : [] }),
      )
      await dora.get('update_draft', { id, fields: { categories } })
      expect((await dora.get('get_draft', { id })).fields.categories.value).toEqual(categories)
      const { category, more_categories } = await dora.get('get_listing', { slug: 'tide' })
      return [category, ...more_categories].map((one: { slug: string }) => one.slug)
    }
    const three = ['invoicing', 'payments', 'time-tracking']
    expect(await shown(['payments', 'invoicing'], false)).toEqual(['payments'])
    expect(await shown(three, true)).toEqual(three)
    expect(await shown(three.toReversed(), false)).toEqual(three.slice(-1))
  })

  it("leaves what the caller's own founder profile says, and fills in what it lacks", async () => {
    const { users, founders } = world.service.storage
    const bio = (letter: string, length = 90) => letter.repeat(length)
    const own = {
      name: 'Dora Wil',
      title: 'Chief',
      bio: bio('o'),
      country: null,
      city: null,
      socials: { x: 'o' },
    }
    const written = { name: 'dora wil ', title: 'Founder', bio: bio('w') }
    const cases = [
      [own, own],
      [
        { ...own, title: null },
        { ...own, title: written.title },
      ],
      [
        { ...own, bio: null },
        { ...own, bio: written.bio },
      ],
      [
        { ...own, bio: bio('o', 79) },
        { ...own, bio: written.bio },
      ],
      [
        { ...own, bio: bio('o', 80) },
        { ...own, bio: bio('o', 80) },
      ],
      [
        { ...own, socials: {} },
        { ...own, socials: { x: 'https://x.com/w' } },
      ],
      [
        { ...own, socials: { github: 'o' } },
        { ...own, socials: { github: 'o', x: 'https://x.com/w' } },
      ],
    ] as const
    const at = world.service.clock.now.toISOString()
    for (const [position, [before, after]] of cases.entries()) {
      await world.service.storage.write((inside) =>
        inside.users.saveProfile(dora.user_id, before, 'dora-wil', at),
      )
      const [first, other] = [written, { name: `Ben ${position}`, title: 'Engineer' }]
      await dora.get('update_draft', {
        id,
        founders: [first, other],
        founder_socials: { x: 'w' },
      })
      expect(await users.profile(dora.user_id)).toMatchObject(after)
      // The title on this listing is the draft's all the same, and the others are nobody's profile.
      const people = await founders.ofListing(listing_id)
      expect(people.map(({ user_id, title }) => [user_id, title])).toEqual([
        [dora.user_id, after.title],
        [null, 'Engineer'],
      ])
    }
  })

  it("is refused when the listing became somebody else's, and the draft stays as it was", async () => {
    const { storage } = world.service
    const { user_id } = await dora.get('get_account')
    await storage.write(({ owners }) => owners.remove(listing_id, user_id))
    const before = await dora.get('get_draft', { id })
    const { status, body } = await dora.call('update_draft', { id, fields: { city: 'Turku' } })
    expect([status, body.code]).toEqual([403, 'forbidden'])
    expect(body.next_steps).toMatchObject([{ tool: 'list_my_listings' }])
    expect((await dora.get('get_draft', { id })).fields.city).toEqual(before.fields.city)
  })
})
