// What a random call seldom meets: drafts, listings, claims and orders in states of their own, and what is asked of them.
import { randomUUID } from 'node:crypto'
import { pack } from '../../storage/packing.ts'
import type { DraftProfile } from '../../storage/tables/drafts.ts'
import { emptyProfile } from '../../tools/drafts/fields.ts'
import { listingOf } from './owned.ts'
import { bearer, keyFor } from './people.ts'
import { callRest, type Answer, type Service } from './service.ts'

type Input = Record<string, unknown>
export type Situation = { tool: string; input: Input; answer: Answer; credential: Record<string, string> }
type Ask = (tool: string, input?: Input) => Promise<Situation>
type Person = { user_id: number; ask: Ask }

export async function* openSituations(service: Service): AsyncGenerator<Situation> {
  async function person(name: string): Promise<Person> {
    const { user_id, key } = await keyFor(service, `${name}@situations.example`)
    const credential = bearer(key)
    const ask: Ask = async (tool, input = {}) => ({
      ...{ tool, input, credential },
      answer: await callRest(service, tool, input, credential),
    })
    return { user_id, ask }
  }
  for (const part of [nearNames, drafts, wholeDraft, listings, claims, orders]) yield* part(service, person)
}
type Part = (service: Service, person: (name: string) => Promise<Person>) => AsyncGenerator<Situation>

const nearNames: Part = async function* (service, person) {
  const { ask } = await person('reader')
  yield await ask('get_leaderboard', { board: 'weekly' })
  yield await ask('get_launch_week', { week: '2999-01-01' })
  yield await ask('get_category', { slug: 'invoicing-and-acounting' })
  yield await ask('get_listing', { slug: 'patient-heronn' })
  yield await ask('compare_listings', { a: 'patient-heronn', b: 'calm-harbour' })
  yield await ask('search_listings', { category: 'invoicing-and-acounting' })
  yield await ask('search_listings', { category: 'accounting-of-nothing-known' })
  yield await ask('get_account')
  yield await ask('answer_interview', { answers: [{ question_id: 1, answer: 'It writes the reminders.' }] })
  yield await ask('verify_claim', { claim_id: 999_999 })
  yield await ask('get_order', { number: 'LD-2026-999999' })
  yield await ask('get_draft', { id: randomUUID() })
  const twice = await service.fetch('/api/v1/listings?q=invoices&q=money')
  const answer = { status: twice.status, body: (await twice.json()) as Answer['body'] }
  yield { tool: 'search_listings', input: {}, answer, credential: {} }
  yield await ask('delete_milestone', { listing_id: 999_999, milestone_id: 1 })
}

type DraftGiven = { url?: string; status?: 'crawling' | 'failed' | 'ready'; profile?: DraftProfile }

async function addDraft({ storage, clock }: Service, user_id: number, given: DraftGiven): Promise<string> {
  const id = randomUUID()
  const host = given.url ?? `${id}.example`
  const { status = 'ready', profile = emptyProfile() } = given
  const at = clock.now.toISOString()
  await storage.write((inside) =>
    inside.drafts.add({
      ...{ id, user_id, site_id: 1, url: `https://${host}/`, url_key: host, status, profile },
      progress: { step: status === 'crawling' ? 'reading' : 'done', pages_read: 0, reading: null },
      failure: status === 'failed' ? 'unreachable' : null,
      ...{ created_at: at, updated_at: at },
    }),
  )
  return id
}

function profileWith(
  fields: Partial<Record<'name' | 'tagline', { typed: string; original: string | null }>>,
) {
  const profile = emptyProfile()
  for (const [name, { typed, original }] of Object.entries(fields))
    profile.fields[name as 'name'] = {
      ...{ value: typed, state: original === null ? 'manual' : 'edited', evidence: [] },
      original: original === null ? null : { value: original, evidence: [] },
    }
  return profile
}

const drafts: Part = async function* (service, person) {
  const ben = await person('ben')
  const failed = await addDraft(service, ben.user_id, { status: 'failed', url: 'failed.example' })
  yield await ben.ask('get_draft', { id: failed })
  const crawling = await addDraft(service, ben.user_id, { status: 'crawling' })
  yield await ben.ask('get_draft', { id: crawling })
  yield await ben.ask('update_draft', { id: crawling, regenerate: ['name'] })
  const lost = { url: 'lost.example', notices: ['pages_unread https://lost.example/about'] }
  yield await ben.ask('get_draft', { id: await addDraft(service, ben.user_id, lost) })
  const empty = await addDraft(service, ben.user_id, { url: 'empty.example' })
  yield await ben.ask('get_draft', { id: empty })
  yield await ben.ask('submit_draft', { id: empty })
  yield await ben.ask('update_draft', { id: empty, regenerate: ['name'] })
  yield await ben.ask('update_draft', { id: empty, fields: { categories: ['nothing-like-it'] } })
  yield await ben.ask('submit_listing', { url: 'empty.example' })
  const profile = profileWith({ name: { typed: 'Tide', original: 'Tide Oy' } })
  const edited = await addDraft(service, ben.user_id, { profile })
  await service.storage.write((inside) =>
    inside.drafts.keepPages(edited, 'own', [
      {
        ...{ url: `https://${edited}.example/`, fetched_at: service.clock.now.toISOString(), hash: 'a' },
        ...{ text: 'Tide', html: pack('<title>Tide</title><h1>Tide</h1>') },
      },
    ]),
  )
  yield await ben.ask('get_draft', { id: edited })
  await ben.ask('update_draft', { id: edited, lock_fields: ['name'] })
  yield await ben.ask('update_draft', { id: edited, regenerate: ['name'] })
  const cem = await person('cem')
  for (let n = 0; n < 100; n += 1) await addDraft(service, cem.user_id, {})
  yield await cem.ask('submit_listing', { url: 'one-too-many.example' })
}

/** A draft that becomes a listing of somebody who has no founder profile. */
const wholeDraft: Part = async function* (service, person) {
  const dora = await person('dora')
  const tree = await service.storage.categories.counted(1)
  const id = await addDraft(service, dora.user_id, {
    url: 'dora.example',
    profile: profileWith({ name: { typed: 'Dora', original: null } }),
  })
  await dora.ask('update_draft', { id, fields: { categories: [tree[0]!.slug] } })
  const submitted = await dora.ask('submit_draft', { id })
  yield submitted
  const { listing_id } = submitted.answer.body
  yield await dora.ask('get_account')
  yield await dora.ask('choose_free_listing', { listing_id })
  yield await dora.ask('get_my_listing', { listing_id })
  yield await dora.ask('submit_listing', { url: 'dora.example' })
  await service.storage.write((inside) => inside.drafts.dropOf(dora.user_id))
  yield await dora.ask('submit_listing', { url: 'dora.example' })
  const emil = await person('emil')
  yield await emil.ask('submit_listing', { url: 'dora.example' })
}

const listings: Part = async function* (service, person) {
  const fay = await person('fay')
  const at = service.clock.now.toISOString()
  const free = { plan: 'free', launch_week: '2026-11-30' } as const
  const scheduled = await listingOf(service, fay.user_id, {
    slug: 'fay-scheduled',
    status: 'scheduled',
    ...free,
  })
  yield await fay.ask('get_my_listing', { listing_id: scheduled })
  const waiting = await listingOf(service, fay.user_id, {
    slug: 'fay-waiting',
    status: 'awaiting_badge',
    ...free,
  })
  await service.storage.write(async ({ badge_checks }) => {
    await badge_checks.begin(waiting, at)
    await badge_checks.change(waiting, { checked_at: at, fault: 'not_found' })
  })
  yield await fay.ask('get_my_listing', { listing_id: waiting })
  yield await fay.ask('post_listing_update', {
    listing_id: waiting,
    title: 'News',
    body: 'Something is new.',
  })
  yield await fay.ask('delete_milestone', { listing_id: waiting, milestone_id: 999_999 })
  await service.storage.write(async ({ updates }) => {
    const milestone = { listing_id: waiting, date: '2026-01-01', title: 'One', description: null, url: null }
    for (let n = 0; n < 50; n += 1) await updates.addMilestone(milestone)
  })
  yield await fay.ask('add_milestone', { listing_id: waiting, date: at.slice(0, 10), title: 'One too many' })
  for (const status of ['suspended', 'withdrawn'] as const) {
    const slug = `fay-${status}`
    const gone = await listingOf(service, fay.user_id, { slug, status, plan: 'free', status_reason: 'Spam' })
    yield await fay.ask('get_my_listing', { listing_id: gone })
    yield await fay.ask('quote_order', { items: [{ product: 'launch', listing_id: gone }], country: 'FI' })
  }
  const gus = await person('gus')
  yield await gus.ask('submit_listing', { url: 'fay-scheduled.example' })
}

const claims: Part = async function* (service, person) {
  const hal = await person('hal')
  const ivo = await person('ivo')
  const at = service.clock.now.toISOString()
  const live = { status: 'live', plan: 'free', live_at: at } as const
  const ids: number[] = []
  for (let n = 0; n < 25; n += 1)
    ids.push(await listingOf(service, ivo.user_id, { slug: `ivo-${n}`, ...live }))
  const add = (n: number, status: 'pending' | 'verified' | 'disputed', expires_at: string) =>
    service.storage.write(({ claims: all }) =>
      all.add({
        ...{ user_id: hal.user_id, listing_id: ids[n]!, method: 'dns', email: null, link_hash: null },
        ...{ token: `token-${n}`, status, created_at: at, expires_at },
      }),
    )
  const { id: expired } = await add(1, 'pending', '2026-11-18T12:00:00.000Z')
  yield await hal.ask('verify_claim', { claim_id: expired })
  const by_mail = await hal.ask('claim_listing', {
    slug: 'ivo-2',
    method: 'email',
    email: 'admin@ivo-2.example',
  })
  yield by_mail
  yield await hal.ask('verify_claim', { claim_id: by_mail.answer.body.claim_id })
  const later = '2026-11-26T12:00:00.000Z'
  await add(3, 'verified', later)
  await add(4, 'disputed', later)
  await service.storage.write(async (inside) => {
    await inside.owners.add(ids[3]!, hal.user_id, at)
    await inside.listings.change(ids[3]!, { verified_at: at })
  })
  yield await hal.ask('list_my_claims')
  yield await hal.ask('claim_listing', { slug: 'ivo-3', method: 'dns' })
  for (let n = 5; n < 24; n += 1) await add(n, 'pending', later)
  yield await hal.ask('claim_listing', { slug: 'ivo-24', method: 'file' })
}

const begun = (order_id: number) => ({
  ...({ order_id, attempt: 1, session: 'begun', state: 'open' } as const),
  opened_at: '2026-11-19T12:00:00.000Z',
})

const orders: Part = async function* (service, person) {
  const jon = await person('jon')
  const listing_id = await listingOf(service, jon.user_id, { slug: 'jon-ordered' })
  const items = [{ product: 'launch', listing_id }]
  yield await jon.ask('quote_order', { items, country: 'FI' })
  yield await jon.ask('quote_order', { items: [{ product: 'launch', listing_id: 999_999 }], country: 'FI' })
  yield await jon.ask('quote_order', { items: [{ product: 'nothing', listing_id }], country: 'FI' })
  yield await jon.ask('quote_order', { items, vat_number: 'FI20774740' })
  yield await jon.ask('quote_order', { items: [{ ...items[0], week: '2020-01-06' }], country: 'FI' })
  const quote = 'AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAA'
  yield await jon.ask('create_checkout', { items, country: 'FI', quote })
  const ordered = await jon.ask('create_checkout', { items, country: 'FI' })
  const order = (await service.storage.orders.byNumber(jon.user_id, String(ordered.answer.body.number)))!
  await service.storage.write((inside) => inside.payments.addSession(begun(order.id)))
  yield await jon.ask('create_checkout', { items, country: 'SE' })
  await service.storage.write((inside) => inside.orders.change(order.id, { status: 'paid' }))
  yield await jon.ask('get_order', { number: order.number })
}
