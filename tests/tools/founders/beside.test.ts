// Who owns a listing may be its founder: on the listing, in list_founders, with the answers of the interview.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formSeal } from '../../../auth/sessions.ts'
import { settleClaim } from '../../../tools/claims/settle.ts'
import { enter, type Caller } from '../../support/callers.ts'
import { openDrafting, readyDraft } from '../../support/drafting.ts'
import { listingOf } from '../../support/owned.ts'
import { keyFor, openBrowser, signIn, type Browser } from '../../support/people.ts'
import { callRest, type Service } from '../../support/service.ts'

let world: Awaited<ReturnType<typeof openDrafting>>
let service: Service
beforeAll(async () => {
  world = await openDrafting()
  service = world.service
})
afterAll(() => world.close())

type Person = { email: string; browser: Browser; caller: Caller; user_id: number }
async function person(email: string): Promise<Person> {
  const { browser } = await signIn(service, email, { browser: openBrowser(service) })
  const caller = await enter(service, 'rest', email)
  return { email, browser, caller, user_id: caller.user_id }
}
const profilePath = '/account/profile'
const write = async ({ browser }: Person, name: string) =>
  browser.submit(await browser.get(profilePath), profilePath, {
    ...{ name, title: 'Founder', bio: 'b'.repeat(90), city: '', country: 'FI', website: '', linkedin: '' },
    ...{ x: 'https://x.com/someone', github: '' },
  })
/** Sent as it would be from a form of theirs, whether the page shows one or not. */
const send = ({ browser }: Person, path: string, fields: Record<string, string>) =>
  browser.post(path, { ...fields, seal: formSeal({ token: browser.cookies.get('session')! }, path) })
const choose = (who: Person, id: number, shown: 'yes' | 'no') =>
  send(who, `${profilePath}/shown`, { listing_id: String(id), shown })

let next = 0
/** A live listing, of a catalogue unless somebody owns it, that names these people. */
async function listed(names: string[], owner?: number): Promise<{ id: number; slug: string }> {
  const slug = `kept-${(next += 1)}`
  const at = service.clock.now.toISOString()
  const given = { slug, url: `https://${slug}.test/`, domain: `${slug}.test`, company_key: slug }
  const { user_id } = await keyFor(service, 'nobody@kept.test')
  const live = { status: 'live', plan: 'free', live_at: at } as const
  const id = await listingOf(service, owner ?? user_id, { ...given, ...live })
  await service.storage.write(async ({ founders, owners }) => {
    for (const name of names) {
      const slug = name.toLowerCase().replaceAll(' ', '-')
      await founders.join(id, await founders.add({ slug, name, created_at: at }), 'Of the catalogue')
    }
    if (owner === undefined) await owners.remove(id, user_id)
  })
  return { id, slug }
}
async function claimed({ user_id }: Person, listing: { id: number; slug: string }) {
  const at = service.clock.now.toISOString()
  const given = { listing_id: listing.id, user_id, method: 'dns', token: 't', email: null } as const
  const place = { site_name: 'Launch Directory', public_url: service.url, now: service.clock.now }
  await service.storage.write(async (inside) => {
    const claim = { ...given, status: 'pending', link_hash: null, created_at: at, expires_at: at } as const
    return settleClaim(
      inside,
      await inside.claims.add(claim),
      { ...listing, site_id: 1, name: listing.slug },
      place,
    )
  })
}
const read = async (tool: string, input: object) => (await callRest(service, tool, { ...input })).body
const namesOf = async ({ slug }: { slug: string }): Promise<string[]> =>
  (await read('get_listing', { slug })).founders.map(({ name }: { name: string }) => name)
const found = async (q: string): Promise<string[]> =>
  (await read('list_founders', { q })).items.map(({ slug }: { slug: string }) => slug)

describe('the profile of an owner', () => {
  it('appears when it is written, with the answers of the interview', async () => {
    const ana = await person('ana@kept.test')
    const listing = await listed([])
    await claimed(ana, listing)
    expect(await namesOf(listing)).toEqual([])
    expect((await write(ana, 'Ana Keto')).location).toBe(`${profilePath}?saved`)
    expect(await namesOf(listing)).toEqual(['Ana Keto'])
    expect(await found('Ana Keto')).toEqual(['ana-keto'])
    const answers = [{ question_id: 1, answer: 'It writes reminders.' }]
    expect(await ana.caller.get('answer_interview', { answers })).toMatchObject({ shown: true })
    const { interview, companies } = await read('get_founder', { slug: 'ana-keto' })
    expect(interview).toEqual([expect.objectContaining({ answer: 'It writes reminders.' })])
    expect(companies).toEqual([expect.objectContaining({ slug: listing.slug })])
    // What is claimed later, and names nobody, has it too.
    const later = await listed([])
    await claimed(ana, later)
    expect(await namesOf(later)).toEqual(['Ana Keto'])
  })

  it('takes the place and the address of what a catalogue said of the same person', async () => {
    const bea = await person('bea@kept.test')
    const listing = await listed(['Bea Salo', 'Carl Ek'])
    await claimed(bea, listing)
    await write(bea, ' bea salo')
    const { founders } = await read('get_listing', { slug: listing.slug })
    expect(founders).toMatchObject([
      { name: 'bea salo', slug: 'bea-salo', title: 'Of the catalogue' },
      { name: 'Carl Ek' },
    ])
    expect(await found('bea salo')).toEqual(['bea-salo'])
    expect((await read('get_founder', { slug: 'bea-salo' })).bio).toBe('b'.repeat(90))
  })

  it('takes nobody’s place on listings of others', async () => {
    const dan = await person('dan@kept.test')
    const theirs = await listed(['Dan Aho'])
    const own = await listed(['Dan Aho'])
    await claimed(dan, own)
    await write(dan, 'Dan Aho')
    expect(await read('get_listing', { slug: theirs.slug })).toMatchObject({
      founders: [{ slug: 'dan-aho', title: 'Of the catalogue' }],
    })
    expect((await read('get_founder', { slug: 'dan-aho' })).bio).toBeNull()
    expect(await read('get_listing', { slug: own.slug })).toMatchObject({ founders: [{ slug: 'dan-aho-2' }] })
  })

  it('stands among other people only where its person chooses, and stays away when they leave', async () => {
    const eva = await person('eva@kept.test')
    const listing = await listed(['Finn Berg'])
    await claimed(eva, listing)
    expect((await choose(eva, listing.id, 'yes')).status).toBe(400)
    await write(eva, 'Eva Lind')
    expect(await namesOf(listing)).toEqual(['Finn Berg'])
    expect((await eva.caller.get('answer_interview', { answers: [] })).shown).toBe(false)
    const page = await eva.browser.get(profilePath)
    expect((await eva.browser.submit(page, `${profilePath}/shown`)).status).toBe(303)
    expect(await namesOf(listing)).toEqual(['Finn Berg', 'Eva Lind'])
    await choose(eva, listing.id, 'yes')
    await choose(eva, listing.id, 'no')
    await write(eva, 'Eva Lind')
    expect(await namesOf(listing)).toEqual(['Finn Berg'])
    const versions = await service.storage.owners.versions(listing.id)
    expect(versions.map(({ operation, after }) => [operation, after])).toEqual([
      ['show_profile', { founders: ['Finn Berg', 'Eva Lind'] }],
      ['show_profile', { founders: ['Finn Berg'] }],
    ])
  })

  it('is shown beside nothing that is not theirs, and takes nobody off it', async () => {
    const gus = await person('gus@kept.test')
    await write(gus, 'Gus Noll')
    const listing = await listed(['Hans Ruud'])
    expect((await choose(gus, listing.id, 'yes')).status).toBe(404)
    expect((await choose(gus, listing.id, 'no')).status).toBe(404)
    const path = `/account/listings/${listing.id}/founders`
    expect((await send(gus, `${path}/remove`, { slug: 'hans-ruud' })).status).toBe(404)
    expect((await gus.browser.get(path)).status).toBe(404)
    expect(await namesOf(listing)).toEqual(['Hans Ruud'])
  })

  it('goes with who gives way to a proven owner', async () => {
    const ida = await person('ida@kept.test')
    const ole = await person('ole@kept.test')
    const listing = await listed([], ida.user_id)
    await write(ida, 'Ida Fake')
    expect(await namesOf(listing)).toEqual(['Ida Fake'])
    await write(ole, 'Ole True')
    await claimed(ole, listing)
    expect(await namesOf(listing)).toEqual(['Ole True'])
    expect(await found('Ida Fake')).toEqual([])
  })
})

describe('founders of a listing', () => {
  it('are taken off by an owner', async () => {
    const kim = await person('kim@kept.test')
    const listing = await listed(['Lars Wrong', 'Mia Right'])
    await claimed(kim, listing)
    const path = `/account/listings/${listing.id}/founders`
    expect((await kim.browser.submit(await kim.browser.get(path), `${path}/remove`)).status).toBe(303)
    expect(await namesOf(listing)).toEqual(['Mia Right'])
  })

  it('who stand there by their own choice are not put back or taken off by an edit of the draft', async () => {
    const nils = await person('nils@kept.test')
    const { id } = await readyDraft(service, nils.caller)
    await nils.caller.get('update_draft', { id, founders: [{ name: 'Nils Own' }, { name: 'Olga Old' }] })
    const { listing_id, slug } = await nils.caller.get('submit_draft', { id })
    const at = service.clock.now.toISOString()
    await service.storage.write(({ listings }) =>
      listings.change(listing_id, { status: 'live', live_at: at }),
    )
    // A co-owner stands there by their own profile.
    const pia = await person('pia@kept.test')
    await service.storage.write(({ owners }) => owners.add(listing_id, pia.user_id, at))
    await write(pia, 'Pia Co')
    await choose(pia, listing_id, 'yes')
    const edit = (names: string[]) =>
      nils.caller.get('update_draft', { id, founders: names.map((name) => ({ name })) })
    await edit(['Nils Own', 'Rita New'])
    expect(await namesOf({ slug })).toEqual(['Nils Own', 'Rita New', 'Pia Co'])
    // Named in the draft as well, they are the same person, whose words nobody else changes.
    const other = { founder_socials: { github: 'https://github.com/other' } }
    await nils.caller.get('update_draft', {
      ...{ id, ...other },
      founders: [{ name: 'pia co', bio: 'Something else.' }],
    })
    expect(await namesOf({ slug })).toEqual(['Pia Co'])
    const { bio, socials } = (await service.storage.users.profile(pia.user_id))!
    expect([bio, socials]).toEqual(['b'.repeat(90), { x: 'https://x.com/someone' }])
    await edit(['Nils Own'])
    expect(await namesOf({ slug })).toEqual(['Nils Own'])
    await choose(pia, listing_id, 'yes')
    await choose(pia, listing_id, 'no')
    await edit(['Nils Own', 'Sven Last'])
    expect(await namesOf({ slug })).toEqual(['Nils Own', 'Sven Last'])
  })

  it('begin with the submitter where the draft names nobody', async () => {
    const tom = await person('tom@kept.test')
    await write(tom, 'Tom Submits')
    const { id } = await readyDraft(service, tom.caller, 'ebb.test')
    await tom.caller.get('update_draft', {
      ...{ id, founders: [] },
      fields: {
        name: 'Ebb',
        tagline: 'Invoices too',
        description: 'd'.repeat(200),
        categories: ['invoicing'],
      },
    })
    const { listing_id } = await tom.caller.get('submit_draft', { id })
    const names = (await service.storage.founders.ofListing(listing_id)).map(({ name }) => name)
    expect(names).toEqual(['Tom Submits'])
  })
})
