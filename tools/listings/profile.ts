// The public profile of a listing (2.2), and which parts of it are shown to whom.
import { z } from 'zod'
import { doors, factsIn } from '../../facts.ts'
import type { Storage } from '../../storage/storage.ts'
import { notFound, type Refusal } from '../errors.ts'
import { nearest } from '../../nearest.ts'
import { logoUrl, presentMedia } from '../pictures/keep.ts'
import type { NextStep } from '../next_step.ts'
import type { Context } from '../tool.ts'
import { shownShape } from '../facts/schemas.ts'
import { shownSections } from './sections.ts'
import { storySchema } from './story.ts'
import { verified } from './summary.ts'

export const faq = z.object({ question: z.string(), answer: z.string() })
export const medium = z.object({
  kind: z.enum(['image', 'video']),
  url: z.string(),
  caption: z.string().nullable(),
})
export const namedSlug = z.object({ slug: z.string(), name: z.string() })

const door = z.object({
  checked_at: z.string(),
  seen_at: z.string().nullable().describe('Last answer'),
  fault: z.string().nullable().describe('Why there was none'),
  asks_sign_in: z.boolean(),
  protocol_version: z.string().nullable(),
  tools: z.int().nullable().describe('How many'),
})

/** The findings about the listing's doors (facts.ts) whose addresses are still the same. */
const doorsOf = (listing: StoredProfile['listing']) =>
  Object.fromEntries(
    doors.flatMap((name) => {
      const found = listing.door_findings[name]
      return found !== undefined && found.url === listing[name] ? [[name, found] as const] : []
    }),
  )

const shown = factsIn('shown')

export const listingProfile = z.object({
  slug: z.string(),
  name: z.string(),
  url: z.string().describe("The product's own website"),
  listing_url: z.string().describe('Its page in this directory'),
  status: z.enum(['live', 'upcoming']),
  launch_week: z.string().nullable().describe('Its Monday'),
  live_at: z.string().nullable(),
  ...shownShape(shown),
  logo_url: z.string().nullable().describe('Our own copy of it'),
  category: namedSlug.describe('The primary category'),
  more_categories: z.array(namedSlug),
  socials: z.record(z.string(), z.string()),
  founders: z.array(namedSlug.extend({ title: z.string().nullable() })),
  faqs: z.array(faq),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  latest_updates: z.array(z.object({ title: z.string(), body: z.string(), published_at: z.string() })),
  votes: z.int(),
  views: z.int(),
  followers: z.int(),
  rating: z.object({ average: z.number(), count: z.int() }).nullable().describe('From genuine reviews only'),
  domain_rating: z
    .object({
      value: z.int(),
      change: z.int().nullable(),
      trend: z.enum(['up', 'down', 'flat']).nullable(),
      measured_on: z.string().nullable(),
    })
    .nullable()
    .describe('A third-party measure of the domain'),
  awards: z.array(z.object({ week: z.string(), place: z.int() })),
  verified: verified.nullable(),
  facts: z
    .object({
      site: z.int(),
      owner: z.int(),
      gone: z.int(),
      contradicted: z.int(),
      read_on: z.string().nullable(),
      silent_since: z.string().nullable().describe('No answer since'),
    })
    .nullable()
    .describe('How many; null: not checked. Quotes: get_listing_evidence'),
  agent_ready: z.boolean().describe('Its MCP server or API answered then'),
  doors: z
    .partialRecord(z.enum(doors), door)
    .describe('What was found at mcp_url and the like when last looked at, weekly'),
  story: storySchema.optional().describe('Only when unlocked'),
  milestones: z
    .array(
      z.object({
        id: z.int(),
        date: z.string(),
        title: z.string(),
        description: z.string().nullable(),
        url: z.string().nullable(),
      }),
    )
    .optional()
    .describe('Only when unlocked'),
  media: z.array(medium).optional().describe('Only when unlocked'),
  not_found_on_website: z
    .array(z.string())
    .describe("Facts the company's own site does not state; left blank on purpose"),
  provenance: z
    .object({
      source: z.string().nullable(),
      source_id: z.string().nullable(),
      licence: z.string().nullable(),
    })
    .nullable()
    .describe('Where an imported listing comes from'),
})

export type StoredProfile = NonNullable<Awaited<ReturnType<Storage['listings']['profile']>>>

/** A stored listing as its public profile: paid sections only where they are unlocked. */
export function presentProfile(stored: StoredProfile, public_url: string): z.input<typeof listingProfile> {
  const { listing } = stored
  const unlocked = new Set(shownSections(listing))
  return {
    ...listing,
    logo_url: logoUrl(listing, public_url),
    listing_url: `${public_url}/listings/${listing.slug}`,
    status: listing.status === 'live' ? 'live' : 'upcoming',
    // While badge or founder profile are missing, the chosen week is not fixed, and so not public.
    launch_week: listing.status === 'awaiting_badge' ? null : listing.launch_week,
    category: { slug: stored.category, name: stored.category_name },
    more_categories: stored.more_categories,
    founders: stored.founders,
    latest_updates: stored.latest_updates,
    awards: stored.awards,
    rating: stored.rating,
    facts: stored.facts,
    domain_rating: domainRating(listing),
    verified:
      listing.verified_at === null
        ? null
        : { method: listing.verified_by, since: listing.verified_at.slice(0, 10) },
    doors: doorsOf(listing),
    story: unlocked.has('story') ? (listing.story ?? undefined) : undefined,
    milestones: unlocked.has('milestones') ? stored.milestones : undefined,
    media: unlocked.has('media') ? presentMedia(listing.media, public_url) : undefined,
  }
}

function domainRating(listing: StoredProfile['listing']) {
  const { domain_rating: value, domain_rating_before: before, domain_rating_on: measured_on } = listing
  if (value === null) return null
  const change = before === null ? null : value - before
  const trend = change === null ? null : change > 0 ? 'up' : change < 0 ? 'down' : 'flat'
  return { value, change, trend, measured_on } as const
}

/** The public listing of a slug, or a refusal that says where to look. */
export async function listingOr404(
  slug: string,
  context: Pick<Context, 'storage' | 'site'>,
): Promise<StoredProfile> {
  const stored = await context.storage.listings.profile(context.site.id, slug)
  if (stored !== undefined) return stored
  const near = await nearestListing(slug, context)
  const showing = near && {
    ...{ tool: 'get_listing', arguments: { slug: near.slug } },
    why: near.is_numbered ? 'Shows the listing of this number' : 'Shows the listing with the nearest name',
  }
  throw noListing(slug, showing === null ? [] : [showing])
}

/** Status and plan of the listing of a slug, even if it is not public; or a refusal. */
export async function standingOr404(slug: string, { storage, site }: Pick<Context, 'storage' | 'site'>) {
  const listing = await storage.listings.standing(site.id, slug)
  if (listing === undefined) throw noListing(slug)
  return listing
}

const wordsOf = (slug: string) => slug.replaceAll('-', ' ').slice(0, 200)

type Near = { slug: string; is_numbered: boolean }

/** The live listing with this number, or with a similar slug or name. Search's fallback results do not count. */
export async function nearestListing(
  slug: string,
  { storage, site }: Pick<Context, 'storage' | 'site'>,
): Promise<Near | null> {
  const numbered = /^\d{1,15}$/.test(slug) ? await storage.listings.byId(Number(slug)) : undefined
  if (numbered?.status === 'live' && numbered.site_id === site.id)
    return { slug: numbered.slug, is_numbered: true }
  const { ids } = await storage.search.find({ site_id: site.id, q: wordsOf(slug), limit: 1, offset: 0 })
  const [found] = await storage.listings.summaries(ids)
  const isNear =
    found !== undefined && [found.slug, found.name].some((name) => nearest(slug, [name]) !== undefined)
  return isNear ? { slug: found.slug, is_numbered: false } : null
}

export function noListing(slug: string, steps: NextStep[] = [], what = 'listing of this slug'): Refusal {
  return notFound(what, [
    ...steps,
    {
      tool: 'search_listings',
      arguments: { q: wordsOf(slug) },
      why: 'Looks for its words in names, taglines, descriptions and keywords',
    },
  ])
}
