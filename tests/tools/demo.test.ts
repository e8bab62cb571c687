// On a first start every operation, every board, section, sort and badge shows something worth reading.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { catalog } from '../../tools/catalog.ts'
import { badgeLabels } from '../../tools/listings/badges.ts'
import { callRest, startService, type Answer, type Service } from '../support/service.ts'

let service: Service
beforeAll(async () => void (service = await startService({ demo: true })))
afterAll(() => service.close())
const call = (name: string, input: Record<string, unknown> = {}): Promise<Answer> =>
  callRest(service, name, input)

it.each(catalog.filter(({ scope }) => scope === 'public').map((tool) => [tool.name, tool] as const))(
  '%s answers its own example with something to read',
  async (name, tool) => {
    const { status, body } = await call(name, tool.example ?? {})
    expect(status, JSON.stringify(body)).toBe(200)
    if ('items' in body) expect(body.items.length).toBeGreaterThan(0)
    if ('total' in body) expect(body.total).toBeGreaterThanOrEqual(body.items.length)
  },
)

it.each(['community-weekly', 'community-all-time', 'billboard', 'domain-rating', 'revenue'])(
  'the board %s has at least three places, in order',
  async (board) => {
    const { body } = await call('get_leaderboard', { board })
    const values = body.items.map((item: { metric: { value: number } }) => item.metric.value)
    expect(values.length).toBeGreaterThanOrEqual(3)
    expect(values).toEqual(values.toSorted((a: number, b: number) => b - a))
  },
)

it.each([
  'today',
  'this-week',
  'trending',
  'most-voted',
  'recent',
  'most-viewed',
  'most-followed',
  'upcoming',
])('the feed %s has launches', async (section) => {
  expect((await call('list_launches', { section })).body.total).toBeGreaterThan(0)
})

it.each(['relevance', 'newest', 'votes', 'trending', 'most_viewed', 'most_followed'])(
  'sorting by %s is an order of its own kind and loses nobody',
  async (sort) => {
    const { body } = await call('search_listings', { sort, per_page: 100 })
    expect(body.items).toHaveLength(body.total)
    expect(new Set(body.items.map((item: { slug: string }) => item.slug)).size).toBe(body.total)
  },
)

it('every listing, founder, post, category and week it names can be read', async () => {
  const read = async (list: string, one: string, input = {}) => {
    const { body } = await call(list, { per_page: 100, ...input })
    for (const { slug } of body.items as { slug: string }[])
      expect((await call(one, { slug })).status, `${one} ${slug}`).toBe(200)
    return body.items as Record<string, any>[]
  }
  const listings = await read('search_listings', 'get_listing')
  await read('search_listings', 'get_listing', { status: 'upcoming' })
  await read('list_founders', 'get_founder')
  await read('list_blog_posts', 'get_blog_post')
  for (const week of new Set(listings.map(({ launch_week }) => launch_week as string)))
    expect((await call('get_launch_week', { week })).body.live_launches).toBeGreaterThan(0)
  for (const { slug } of listings) {
    const alternatives = await call('get_alternatives', { slug })
    expect(alternatives.status).toBe(200)
    for (const { slug: other } of alternatives.body.items.slice(0, 1))
      expect((await call('compare_listings', { a: slug, b: other })).status).toBe(200)
  }
})

it('every kind of badge is earned by somebody', async () => {
  const { body } = await call('search_listings', { per_page: 100 })
  const earned = new Set<string>()
  for (const { slug } of body.items)
    for (const { key } of (await call('get_badges', { slug })).body.items) earned.add(key)
  expect([...earned].sort()).toEqual(Object.keys(badgeLabels).sort())
})

it('some listing has each paid section unlocked, a rating, an update, approved alternatives', async () => {
  const { body } = await call('search_listings', { per_page: 100 })
  const profiles = await Promise.all(
    body.items.map(async ({ slug }: { slug: string }) => (await call('get_listing', { slug })).body),
  )
  for (const key of ['story', 'milestones', 'media']) expect(profiles.some((one) => key in one)).toBe(true)
  for (const key of ['rating', 'domain_rating']) expect(profiles.some((one) => one[key] !== null)).toBe(true)
  expect(profiles.some((one) => one.latest_updates.length > 0)).toBe(true)
  expect(profiles.some((one) => one.not_found_on_website.length > 0)).toBe(true)
  const alternatives = await Promise.all(
    profiles.map(async ({ slug }) => (await call('get_alternatives', { slug })).body.items),
  )
  expect(alternatives.flat().some(({ approved }: { approved: boolean }) => approved)).toBe(true)
})

it('every founder that a launch still to come names has a page', async () => {
  const { items } = (await call('list_launches', { section: 'upcoming' })).body as {
    items: { slug: string }[]
  }
  expect(items.length).toBeGreaterThan(0)
  const profiles = await Promise.all(items.map(({ slug }) => call('get_listing', { slug })))
  const named = profiles.flatMap(({ body }) => body.founders as { slug: string }[])
  expect(named.length).toBeGreaterThan(0)
  for (const { slug } of named) expect((await call('get_founder', { slug })).status, slug).toBe(200)
})
