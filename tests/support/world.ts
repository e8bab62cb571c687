// What exists on a service filled with the demo catalogue, for generated requests to ask for, and the person who asks.
import { randomUUID } from 'node:crypto'
import type { OpenStorage } from '../../storage/storage.ts'
import { emptyProfile } from '../../tools/drafts/fields.ts'
import type { World } from './generated.ts'
import { openOutside } from './outside.ts'
import { completeProfile, listingOf } from './owned.ts'
import { bearer, keyFor } from './people.ts'
import { callRest, startService, type Service, type ServiceOptions } from './service.ts'

const person = 'ana@tide.example'
/** The fourth is kept for submitting, so that no edit can make it unfit; the fifth has been submitted. */
const drafts = ['first', 'second', 'third', 'fourth', 'fifth']

export type Inhabited = Service & { world: World; credential: { authorization: string } }

/** A service with the demo catalogue and a signed-in person who has drafts; outside, there is nobody. */
export async function startInhabited(options: ServiceOptions = {}): Promise<Inhabited> {
  const outside = await openOutside()
  const service = await startService({
    outside: outside.options,
    ...options,
    demo: true,
  })
  const close = async () => {
    await service.close()
    await outside.close()
  }
  const { user_id, key } = await keyFor(service, person)
  const draft_ids = await addDrafts(service.storage, user_id, service.clock.now)
  const world = await worldOf(service.storage, service.clock.now, draft_ids)
  const live = { status: 'live', plan: 'free', live_at: service.clock.now.toISOString() } as const
  const own = await listingOf(service, user_id, { slug: 'own-live', ...live })
  world.listing_id = [own, await listingOf(service, user_id, { slug: 'own-submitted' })]
  world.milestone_id = await addMilestones(service.storage, own)
  world.answers = [
    [{ question_id: 1, answer: 'It writes the reminders.' }],
    [],
    [{ question_id: 2, answer: '' }],
  ]
  await completeProfile(service, user_id)
  const credential = bearer(key)
  for (const [index, id] of draft_ids.entries()) {
    const fields = { name: `The ${drafts[index]} draft`, categories: [world.category![0]] }
    await callRest(service, 'update_draft', { id, fields }, credential)
  }
  const submitted = await callRest(service, 'submit_draft', { id: draft_ids.at(-1)! }, credential)
  const { listing_id } = submitted.body
  const items = [{ product: 'launch', listing_id }]
  const ordered = await callRest(service, 'create_checkout', { items, country: 'FI' }, credential)
  const owned = {
    items: [
      items,
      [
        { ...items[0], week: '2026-12-07' },
        { product: 'story', listing_id },
      ],
    ],
    'orders number': [ordered.body.number],
  }
  return { ...service, close, world: { ...world, ...owned }, credential }
}

async function addMilestones(storage: OpenStorage, listing_id: number): Promise<number[]> {
  return storage.write(async ({ updates }) => {
    const milestone = { listing_id, date: '2026-01-01', title: 'A customer', description: null, url: null }
    const ids: number[] = []
    for (let n = 0; n < 40; n += 1) ids.push(await updates.addMilestone(milestone))
    return ids
  })
}

async function addDrafts(storage: OpenStorage, user_id: number, now: Date): Promise<string[]> {
  const ids: string[] = []
  await storage.write(async (inside) => {
    for (const [index, name] of drafts.entries()) {
      const at = new Date(now.getTime() - (index + 1) * 60_000).toISOString()
      const id = randomUUID()
      const url = `https://${name}-draft.example/`
      await inside.drafts.add({
        id,
        site_id: 1,
        user_id,
        url,
        url_key: `${name}-draft.example`,
        status: 'ready',
        profile: emptyProfile(),
        progress: { step: 'done', pages_read: 0, reading: null },
        created_at: at,
        updated_at: at,
      })
      ids.push(id)
    }
  })
  return ids
}

async function worldOf(storage: OpenStorage, now: Date, draft_ids: string[]): Promise<World> {
  const all = { limit: 100, offset: 0 }
  const { ids } = await storage.search.find({ site_id: 1, ...all })
  const listings = await storage.listings.summaries(ids)
  const founders = (await storage.founders.list({ site_id: 1, q: '', country: null }, all)).items
  const categories = (await storage.categories.counted(1)).map(({ slug }) => slug)
  const posts = (await storage.posts.list({ site_id: 1, q: '', now }, all)).items.map(({ slug }) => slug)
  const slugs = listings.map(({ slug }) => slug)
  const words = listings.flatMap(({ name, tagline }) => `${name} ${tagline ?? ''}`.split(/\s+/))
  const misspelt = words.filter((word) => word.length > 5).map((word) => word.slice(0, 2) + word.slice(3))
  return {
    'listings slug': slugs,
    'categories slug': categories,
    'founders slug': founders.map(({ slug }) => slug),
    'blog slug': posts,
    'programmes slug': ['neighbours'],
    'drafts id': draft_ids.slice(0, -2),
    'submit_draft id': draft_ids.slice(-2, -1),
    'list_founders q': founders.flatMap(({ name }) => name.split(' ')),
    a: slugs,
    b: slugs,
    slug: slugs,
    listing: slugs,
    category: categories,
    q: [...listings.map(({ name }) => name), ...words, ...misspelt, ''],
    domain: slugs.map((slug) => `${slug}.example`),
    country: ['PT', 'de', 'NG', 'FI'],
    stage: ['idea', 'mvp', 'launched', 'growing'],
    pricing_model: ['Free', 'freemium', 'Subscription'],
    week: ['this', 'last', '2026-11-19', '2026-10-01', '2025-12-31'],
    board: ['community-weekly', 'community-all-time', 'billboard', 'domain-rating', 'revenue'],
    page: [1, 1, 1, 2, 3, 1000],
    url: ['https://tide.example/', 'ledgerline.example', `https://${slugs[0]}.example/`],
  }
}
