// A claim as its claimant sees it (4.4): how it stands, what to publish and what to do next.
import { z } from 'zod'
import type { Claim } from '../../storage/claims.ts'
import type { Storage } from '../../storage/storage.ts'
import { claimMethods, claimStatuses } from '../../storage/tables/claims.ts'
import { inWords } from '../../days.ts'
import { nextStep, type NextStep } from '../next_step.ts'
import { fileUrl, metaTag, txtNames, txtValue } from './proof.ts'
import { repositoryFile, subjectOf, type Subject } from './subject.ts'

export const claimDays = 7

export const claimView = z.object({
  claim_id: z.int(),
  slug: z.string().describe('The listing'),
  listing_id: z.int(),
  method: z.enum(claimMethods),
  status: z
    .enum(claimStatuses)
    .describe('verified makes you an owner; disputed waits for the site team, for there is another owner'),
  instructions: z.string().describe('What to do, in one block to copy'),
  publish: z
    .object({ at: z.string(), content: z.string() })
    .nullable()
    .describe('What to publish and where; null for email'),
  finding: z.string().nullable().describe('What the last check found'),
  checked_at: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  next_steps: z.array(nextStep),
})

type ClaimedListing = { id: number; slug: string; url: string }

/** What the claimant must prove control of: the listing's site, or the developer website that its store names. */
export const subjectOfClaim = (claim: Pick<Claim, 'subject_url'>, listing: { url: string }): Subject | null =>
  subjectOf(claim.subject_url ?? listing.url)

/** A pending claim expires by its date alone: nothing has to happen for it. */
export function statusOf(claim: Pick<Claim, 'status' | 'expires_at'>, now: Date): Claim['status'] {
  return claim.status === 'pending' && claim.expires_at <= now.toISOString() ? 'expired' : claim.status
}

export async function presentClaim(
  claim: Claim,
  listing: ClaimedListing,
  { storage, now }: { storage: Storage; now: Date },
): Promise<z.input<typeof claimView>> {
  // Owners change: the claim stays, and what it says of the listing must not.
  const isOwner =
    claim.status === 'verified' && (await storage.owners.listing(claim.user_id, listing.id)) !== undefined
  const status = statusOf(claim, now)
  const subject = subjectOfClaim(claim, listing)
  const publish = status === 'pending' && subject !== null ? toPublish(claim, subject) : null
  return {
    claim_id: claim.id,
    slug: listing.slug,
    listing_id: listing.id,
    method: claim.method,
    status,
    instructions: instructionsFor(claim, status, publish, isOwner),
    publish,
    finding: claim.finding,
    checked_at: claim.checked_at,
    created_at: claim.created_at,
    expires_at: claim.expires_at,
    next_steps: stepsFor(claim, status, listing, isOwner),
  }
}

function toPublish({ method, token }: Claim, subject: Subject): { at: string; content: string } | null {
  if (subject.kind === 'app') return null
  if (subject.kind === 'repository') return { at: subject.file, content: token }
  if (method === 'dns') return { at: txtNames(subject)[0], content: txtValue(token) }
  if (method === 'meta') return { at: `${subject.origin}/`, content: metaTag(token) }
  if (method === 'file') return { at: fileUrl(subject), content: token }
  return null
}

function instructionsFor(
  claim: Claim,
  status: Claim['status'],
  publish: { at: string; content: string } | null,
  isOwner: boolean,
): string {
  const until = inWords(claim.expires_at)
  if (status === 'verified')
    return isOwner
      ? 'The claim is verified: you are an owner of the listing.'
      : 'The claim was verified, but the listing has another owner by now.'
  if (status === 'disputed')
    return 'The proof was found, but the listing has another owner. The site team decides and writes to you.'
  if (status === 'refused') return 'The site team has decided for the other owner of the listing.'
  if (status === 'expired') return 'The claim has expired. Call claim_listing again for a new one.'
  if (publish === null)
    return `Open the link that was mailed to ${claim.email}, and press the button there. It works until ${until}.`
  const isRepository = publish.at.endsWith(`/${repositoryFile}`) && !publish.at.includes('/.well-known/')
  if (isRepository)
    return `Put a file ${repositoryFile} at the top of the default branch, so that ${publish.at} holds this line and nothing else:\n\n${publish.content}\n\nThen call verify_claim, by ${until}. You can remove it once the claim is verified.`
  const block = {
    dns: `Add this DNS record:\n\nType:  TXT\nName:  ${publish.at}\nValue: ${publish.content}\n\nA record of the same value at the domain itself counts as well.`,
    meta: `Put this tag into the <head> of ${publish.at}, in the page's own HTML and not by a script:\n\n${publish.content}`,
    file: `Put a file at ${publish.at} that holds this line and nothing else:\n\n${publish.content}`,
    email: '',
  }[claim.method]
  return `${block}\n\nThen call verify_claim, by ${until}. You can remove it once the claim is verified.`
}

function stepsFor(
  claim: Claim,
  status: Claim['status'],
  { id: listing_id, slug }: ClaimedListing,
  isOwner: boolean,
): NextStep[] {
  const { id: claim_id, method, email } = claim
  const again = { slug, method, ...(email !== null && { email }) }
  if (status === 'verified' && isOwner)
    return [
      { tool: 'get_badges', arguments: { slug }, why: 'Has the "Verified on" badge for your pages' },
      { tool: 'get_my_listing', arguments: { listing_id }, why: 'Shows the listing as its owner sees it' },
    ]
  if (status === 'expired')
    return [{ tool: 'claim_listing', arguments: again, why: 'Begins a new claim of the same kind' }]
  if (status !== 'pending' || method === 'email')
    return [{ tool: 'list_my_claims', arguments: {}, why: 'Shows how your claims stand' }]
  return [{ tool: 'verify_claim', arguments: { claim_id }, why: 'Looks for it, once it is published' }]
}
