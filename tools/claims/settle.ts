// What a proof leads to: ownership, or a dispute where somebody else owns the listing already.
import { randomUUID } from 'node:crypto'
import { written } from '../../auth/letter.ts'
import type { Claim } from '../../storage/claims.ts'
import type { Storage } from '../../storage/storage.ts'

type Place = { site_name: string; public_url: string; now: Date }
type Listing = { id: number; slug: string; name: string }

/** Belongs into the transaction that found the proof. */
export async function settleClaim(
  storage: Storage,
  claim: Claim,
  listing: Listing,
  { site_name, public_url, now }: Place,
): Promise<Claim> {
  const at = now.toISOString()
  const owners = await storage.claims.owners(listing.id)
  const isOwner = owners.some(({ user_id }) => user_id === claim.user_id)
  if (owners.length === 0 || isOwner) return accept(storage, claim, at)
  for (const { email } of owners) {
    if (email === null) continue
    const title = `Somebody else claims ${listing.name}`
    await storage.mail.add({
      message_id: `${randomUUID()}@${new URL(public_url).hostname}`,
      recipient: email,
      subject: title,
      ...written({
        site_name,
        title,
        paragraphs: [
          `You own the listing of ${listing.name} on ${site_name}. Somebody else has now proved control of its domain and asks to own it too.`,
          'Nothing has changed. The site team looks at it and writes to you both.',
        ],
        button: { label: 'See the listing', url: `${public_url}/listings/${listing.slug}` },
        after: [
          'You get this because you own the listing. If it is a colleague of yours, answer this mail and say so.',
        ],
      }),
      created_at: at,
    })
  }
  return storage.claims.change(claim.id, { status: 'disputed', settled_at: at, link_hash: null })
}

/** The claimant becomes an owner, and the listing one whose domain was proved. */
async function accept(storage: Storage, claim: Claim, at: string): Promise<Claim> {
  await storage.owners.add(claim.listing_id, claim.user_id, at)
  await storage.claims.verify(claim.listing_id, at)
  return storage.claims.change(claim.id, { status: 'verified', settled_at: at, link_hash: null })
}

/** The site team decides a dispute; the claimant is told. Null when there is no such dispute. */
export async function decideClaim(
  storage: Storage,
  claim_id: number,
  isAccepted: boolean,
  { site_name, public_url, now }: Place,
): Promise<Claim | null> {
  const found = await storage.claims.byId(claim_id)
  if (found === undefined || found.claim.status !== 'disputed') return null
  const at = now.toISOString()
  const { claim, listing } = found
  const user = await storage.users.byId(claim.user_id)
  if (user?.email != null) {
    const title = isAccepted ? `You own the listing of ${listing.name}` : `Your claim to ${listing.name}`
    await storage.mail.add({
      message_id: `${randomUUID()}@${new URL(public_url).hostname}`,
      recipient: user.email,
      subject: title,
      ...written({
        site_name,
        title,
        paragraphs: [
          isAccepted
            ? 'The site team has looked at your claim and accepted it. You can change what the listing says from now on.'
            : 'The site team has looked at your claim and decided for the other owner of the listing.',
        ],
        button: { label: 'See the listing', url: `${public_url}/listings/${listing.slug}` },
        after: ['You get this because you claimed the listing.'],
      }),
      created_at: at,
    })
  }
  return isAccepted
    ? accept(storage, claim, at)
    : storage.claims.change(claim.id, { status: 'refused', settled_at: at })
}
