// What follows from a proof: the claimant replaces an owner who has proved nothing, or disputes with one who has, or to
// whom the team gave the listing.
import { mailOf } from '../../auth/letter.ts'
import { addDays } from '../../days.ts'
import type { Claim } from '../../storage/claims.ts'
import { hasPage } from '../../storage/listings/has_page.ts'
import type { Storage } from '../../storage/storage.ts'
import { dismissOwner, introduce } from '../founders/beside.ts'
import { applyOwners } from '../my_listings/turning.ts'
import { siteUrlOf } from '../site/site_url.ts'
import { tellWebhooks } from '../webhooks/tell.ts'
import { provenBy } from './proven.ts'
import { teamAt } from './whom_to_write.ts'

type Place = { public_url: string; now: Date }
type Listing = { id: number; site_id: number; slug: string; name: string }

/** The name and address of the listing's own site: who decides about it may be at another one. */
async function siteOf({ site_id }: Listing, { sites }: Storage, { public_url, now }: Place) {
  const site = (await sites.all()).find(({ id }) => id === site_id)!
  return { site_name: site.name, public_url: siteUrlOf(site, public_url), now }
}

/** Whether the team chose the owner itself. It gives a listing to one person, and who joins them later proved it. */
const isGiven = async ({ team }: Storage, listing_id: number): Promise<boolean> =>
  (await team.doneAbout('listing', String(listing_id), 1000)).some(
    ({ action }) => action.action === 'transfer_listing',
  )

/** Call it in the transaction that records the proof. */
export async function settleClaim(
  storage: Storage,
  claim: Claim,
  listing: Listing,
  moment: Place,
): Promise<Claim> {
  const place = await siteOf(listing, storage, moment)
  const at = place.now.toISOString()
  const owners = await storage.owners.people(listing.id)
  if (owners.some(({ user_id }) => user_id === claim.user_id)) return accept(storage, claim, listing, place)
  const proving = await provenBy(storage, listing.id)
  const proven = (await isGiven(storage, listing.id))
    ? owners
    : owners.filter(({ user_id }) => proving.has(user_id))
  if (proven.length === 0) {
    for (const { user_id, email } of owners) {
      await dismissOwner(storage, user_id, listing.id)
      // What the previous owner wrote stays, and the team looks at it.
      await storage.owners.unsee(listing.id, user_id)
      if (email !== null) await tellSide(storage, email, giveWay(listing.name), listing, place)
    }
    return accept(storage, claim, listing, place)
  }
  const words = {
    title: `Somebody else claims ${listing.name}`,
    text: `You own the listing of ${listing.name} on ${place.site_name}. Somebody else has now proved control of its domain and asks to own it too.`,
    said: ['Nothing has changed. The site team looks at it and writes to you both.'],
    after: `You get this because you own the listing. If it is a colleague of yours, say so at ${teamAt(listing.slug, place)}.`,
  }
  for (const { email } of proven) if (email !== null) await tellSide(storage, email, words, listing, place)
  return storage.claims.change(claim.id, { status: 'disputed', settled_at: at, link_hash: null })
}

const giveWay = (name: string): SideMail => ({
  title: `Who owns the listing of ${name}`,
  text: `Somebody else has proved that ${name} is theirs, and nobody had before. They own the listing from now on, and you do not any more.`,
  said: ['What you wrote stays, and the site team looks at it.'],
  after:
    'If it is yours all the same, prove it too: claim the listing on its page, and the site team decides.',
})

/** Tells the owners that somebody claims their listing, at most once a day, so that they can prove ownership. */
export async function tellOfClaim(
  storage: Storage,
  claim: Claim,
  listing: Listing,
  moment: Place,
): Promise<void> {
  const place = await siteOf(listing, storage, moment)
  const day_ago = addDays(place.now, -1).toISOString()
  const owners = await storage.owners.people(listing.id)
  const isOwner = (claimant: number) => owners.some(({ user_id }) => user_id === claimant)
  const others = (await storage.claims.ofListing(listing.id)).filter(({ id }) => id !== claim.id)
  if (others.some(({ created_at, user_id }) => created_at > day_ago && !isOwner(user_id))) return
  const words = {
    title: `Somebody claims the listing of ${listing.name}`,
    text: `You own the listing of ${listing.name} on ${place.site_name}. Somebody else has begun to claim it, by proving control of its domain.`,
    said: [
      'If you have not proved it yourself, their proof makes it theirs, so prove it too: claim it on its page. If you have, the site team decides.',
    ],
    after: `You get this because you own the listing. If you do not know who it is, say so at ${teamAt(listing.slug, place)}.`,
  }
  for (const { user_id, email } of owners)
    if (email !== null && user_id !== claim.user_id) await tellSide(storage, email, words, listing, place)
}

/** The site team makes somebody the only owner of a listing; the old and new owners get a mail. */
export async function handOver(
  storage: Storage,
  listing: Listing,
  to: { id: number; email: string | null },
  moment: Place,
): Promise<void> {
  const place = await siteOf(listing, storage, moment)
  const after = `If this is wrong, say so at ${teamAt(listing.slug, place)}.`
  const title = `Who owns the listing of ${listing.name}`
  const tell = async (email: string | null, text: string) => {
    if (email !== null) await tellSide(storage, email, { title, text, said: [], after }, listing, place)
  }
  for (const { user_id, email } of await storage.owners.people(listing.id)) {
    if (user_id === to.id) continue
    await dismissOwner(storage, user_id, listing.id)
    await tell(
      email,
      `The site team has given the listing of ${listing.name} to somebody else. You do not own it any more.`,
    )
  }
  await storage.owners.add(listing.id, to.id, place.now.toISOString())
  await applyOwners(storage, listing.id, place)
  await tell(to.email, `The site team has given you the listing of ${listing.name}. You own it from now on.`)
}

/** Makes the claimant an owner whose proof counts. */
async function accept(
  storage: Storage,
  claim: Claim,
  { slug, site_id }: Pick<Listing, 'slug' | 'site_id'>,
  { now, public_url }: Place,
): Promise<Claim> {
  const at = now.toISOString()
  await storage.owners.add(claim.listing_id, claim.user_id, at)
  await introduce(storage, claim.user_id, claim.listing_id)
  const verified = { status: 'verified', settled_at: at, link_hash: null } as const
  const accepted = await storage.claims.change(claim.id, verified)
  await storage.claims.dropPending(claim)
  await applyOwners(storage, claim.listing_id, { now, public_url })
  const data = { claim_id: claim.id, listing_id: claim.listing_id, slug }
  await tellWebhooks(storage, [claim.user_id], { type: 'claim.verified', data, site_id, now })
  return accepted
}

/** The team's decisions: the claimant joins the owners, replaces them, or is refused. */
export const decisions = ['beside', 'alone', 'refused'] as const
type Decision = (typeof decisions)[number]

/** The site team decides a dispute; both sides are told. Null when there is no such dispute. */
export async function decideClaim(
  storage: Storage,
  claim_id: number,
  decision: Decision,
  { why = '', ...moment }: Place & { why?: string },
): Promise<Claim | null> {
  const disputed = await storage.claims.byId(claim_id)
  if (disputed === undefined || disputed.claim.status !== 'disputed') return null
  const { claim, listing } = disputed
  const place = await siteOf(listing, storage, moment)
  const at = place.now.toISOString()
  const said = why === '' ? [] : ['They wrote:', why]
  const tell = (email: string | null, words: Omit<SideMail, 'said'>) =>
    email === null ? undefined : tellSide(storage, email, { ...words, said }, listing, place)
  const user = await storage.users.byId(claim.user_id)
  await tell(user?.email ?? null, toClaimant(decision, listing.name))
  for (const { user_id, email } of await storage.owners.people(listing.id)) {
    if (user_id === claim.user_id) continue
    await tell(email, toOwner(decision, listing.name))
    if (decision === 'alone') await dismissOwner(storage, user_id, listing.id)
  }
  return decision === 'refused'
    ? storage.claims.change(claim.id, { status: 'refused', settled_at: at })
    : accept(storage, claim, listing, place)
}

/** Tells the claimant what came of a claim that somebody else confirmed. */
export async function tellConfirmed(
  storage: Storage,
  { user_id, email, status }: Claim,
  listing: Listing,
  moment: Place,
): Promise<void> {
  const claimant = (await storage.users.byId(user_id))?.email ?? null
  if (claimant === null) return
  const { title, after } = toClaimant(status === 'verified' ? 'beside' : 'refused', listing.name)
  const said = [
    status === 'verified'
      ? 'You can change what the listing says from now on.'
      : 'It has another owner, so the site team decides and writes to you both.',
  ]
  const words = { title, after, said, text: `Your claim to ${listing.name} was confirmed from ${email}.` }
  await tellSide(storage, claimant, words, listing, await siteOf(listing, storage, moment))
}

type SideMail = { title: string; text: string; after: string; said: string[] }

function toClaimant(decision: Decision, name: string): Omit<SideMail, 'said'> {
  return {
    title: decision === 'refused' ? `Your claim to ${name}` : `You own the listing of ${name}`,
    text:
      decision === 'refused'
        ? 'The site team has looked at your claim and decided for the other owner of the listing.'
        : 'The site team has looked at your claim and accepted it. You can change what the listing says from now on.',
    after: 'You get this because you claimed the listing.',
  }
}

function toOwner(decision: Decision, name: string): Omit<SideMail, 'said'> {
  const texts: Record<Decision, string> = {
    beside: `Somebody else has proved control of its domain, and the site team has made them an owner of ${name} beside you.`,
    alone: `Somebody else has proved control of its domain. The site team has decided that ${name} is theirs; you do not own it any more.`,
    refused: `Somebody else claimed ${name}. The site team has looked at it and decided for you: nothing has changed.`,
  }
  return {
    title: decision === 'refused' ? `${name} stays yours` : `Who owns the listing of ${name}`,
    text: texts[decision],
    after: 'You get this because you owned the listing when it was claimed.',
  }
}

async function tellSide(
  storage: Storage,
  recipient: string,
  { title, text, after, said }: SideMail,
  { id, slug }: Pick<Listing, 'id' | 'slug'>,
  { site_name, public_url, now }: Awaited<ReturnType<typeof siteOf>>,
): Promise<void> {
  const listing = await storage.listings.byId(id)
  await storage.mail.add(
    mailOf({
      recipient,
      site_name,
      title,
      paragraphs: [text, ...said],
      button:
        listing !== undefined && hasPage(listing)
          ? { label: 'See the listing', url: `${public_url}/listings/${slug}` }
          : { label: 'Go to your account', url: `${public_url}/account` },
      after: [after],
      public_url,
      created_at: now.toISOString(),
    }),
  )
}
