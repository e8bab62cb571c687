// A listing as its owner sees it: everything that was saved, shown publicly or not (2.2, 2.11).
import { z } from 'zod'
import { factsIn } from '../../facts.ts'
import type { Caller } from '../../auth/caller.ts'
import type { Listing } from '../../storage/listings/read.ts'
import { listingStatuses, paidSections, plans } from '../../storage/tables/listings.ts'
import { shownShape } from '../facts/schemas.ts'
import { faq, medium } from '../listings/profile.ts'
import { shownSections } from '../listings/sections.ts'
import { storySchema } from '../listings/story.ts'
import { notices } from '../notices.ts'
import { nextStep } from '../next_step.ts'
import type { Context } from '../tool.ts'
import { badgeView, missingOf, missingView, presentBadge, progressOf } from './launch.ts'
import { logoUrl, presentMedia } from '../pictures/keep.ts'
import { launchOptions, launchOptionsOf } from './weeks.ts'
import { listingSteps } from './next_steps.ts'

export const ownHead = {
  listing_id: z.int(),
  site: z.string().describe('Key of its site'),
  slug: z.string(),
  name: z.string(),
  url: z.string(),
  status: z.enum(listingStatuses),
  plan: z.enum(plans).nullable(),
  launch_week: z.string().nullable().describe('Its Monday'),
  live_at: z.string().nullable(),
  unlocked_sections: z.array(z.enum(paidSections)).describe('Paid sections the public sees'),
  votes: z.int(),
}

const text = z.string().nullable()
const edited = factsIn('edit')

export const ownListing = z.object({
  ...ownHead,
  status_reason: text.describe('Why it is suspended, withdrawn or back'),
  badge: badgeView.nullable().describe('Last seen on the homepage; free plan'),
  missing: z.array(missingView).describe('What it still lacks'),
  launch_options: launchOptions.nullable().describe('Before its launch'),
  fields: z.object(shownShape(edited)),
  logo_url: text.describe('Our copy'),
  socials: z.record(z.string(), z.string()),
  faqs: z.array(faq),
  media: z.array(medium).describe('Public once unlocked'),
  story: storySchema.nullable(),
  milestones: z.array(
    z.object({ id: z.int(), date: z.string(), title: z.string(), description: text, url: text }),
  ),
  notices,
  next_steps: z.array(nextStep),
})

type Viewing = Pick<Context<Caller>, 'storage' | 'site' | 'caller' | 'public_url' | 'now'>

export function presentHead(listing: Listing, sites: readonly { id: number; key: string }[]) {
  const { id: listing_id, slug, name, url, status, plan, launch_week, live_at, votes } = listing
  const site = sites.find((one) => one.id === listing.site_id)!.key
  const unlocked_sections = shownSections(listing)
  return { listing_id, site, slug, name, url, status, plan, launch_week, live_at, unlocked_sections, votes }
}

export async function presentOwn(listing: Listing, context: Viewing): Promise<z.input<typeof ownListing>> {
  const { storage, public_url } = context
  const progress = await progressOf(listing, context)
  const missing = missingOf(listing, progress, public_url)
  return {
    ...presentHead(listing, await storage.sites.all()),
    status_reason: reasonOf(listing),
    badge: presentBadge(progress),
    missing,
    launch_options: await launchOptionsOf(listing, context),
    fields: listing,
    logo_url: logoUrl(listing, public_url),
    socials: listing.socials,
    faqs: listing.faqs,
    media: presentMedia(listing.media, public_url),
    story: listing.story,
    milestones: await storage.updates.milestones(listing.id),
    notices: noticesOf(listing),
    next_steps: listingSteps(listing, missing, progress),
  }
}

const saysWhatItDoes = ['tagline', 'short_description', 'description'] as const

function noticesOf(listing: Listing): string[] {
  return [
    ...(listing.logo_fault === null ? [] : [`The newest logo could not be kept. ${listing.logo_fault}`]),
    ...(saysWhatItDoes.some((name) => listing[name] !== null)
      ? []
      : [
          `Its page does not say what it does: ${saysWhatItDoes.join(', ')} are blank. Send one with update_my_listing.`,
        ]),
  ]
}

/** Why it is hidden or does not launch: in the team's words, or ours. */
function reasonOf({ status, status_reason }: Listing): string | null {
  if (status === 'suspended' || status === 'draft') return status_reason
  if (status === 'withdrawn') return 'It was withdrawn, and is listed no longer.'
  return null
}
