// How far a listing is on the way to its launch: whether its badge was seen, and what is still missing. The rules are
// pure; the function at the end collects what they need.
import { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'
import type { BadgeCheck } from '../../storage/badge_checks.ts'
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import { missingFromProfile } from '../account/profile_lacks.ts'
import type { Context } from '../tool.ts'
import { badgeFaultOf } from './badge_faults.ts'

export const badgeView = z.object({
  state: z.enum(['checking', 'seen', 'missing', 'unchecked']),
  checked_at: z.string().nullable(),
  problem: z.string().nullable(),
  http_status: z.int().nullable(),
  message: z.string().nullable(),
  grace_ends_at: z.string().nullable().describe('Live without it until then'),
})

export const missingView = z.object({
  item: z.enum(['plan', 'badge', 'founder_profile']),
  what_to_do: z.string(),
})
export type MissingItem = z.output<typeof missingView>

/** The input of the rules. */
export type Progress = {
  check: BadgeCheck | undefined
  is_checking: boolean
  /** What the caller's founder profile lacks; empty if any owner's profile is complete. */
  profile_lacks: string
  /** The caller's draft that became the listing; an agent can complete the founder profile with it. */
  draft_id: string | null
}

/** Whether the badge was there at the last check of the homepage. */
export function isSeen(check: BadgeCheck | undefined): boolean {
  return check !== undefined && check.seen_at !== null && check.fault === null
}

export function presentBadge({ check, is_checking }: Progress): z.input<typeof badgeView> | null {
  if (check === undefined) return null
  // While a check is running, the fault of the previous one is out of date.
  const fault = check.fault === null || is_checking ? null : badgeFaultOf(check.fault)
  return {
    state: is_checking
      ? 'checking'
      : isSeen(check)
        ? 'seen'
        : check.checked_at === null
          ? 'unchecked'
          : 'missing',
    checked_at: check.checked_at,
    problem: fault?.problem ?? null,
    http_status: fault?.http_status ?? null,
    message: fault?.message ?? null,
    grace_ends_at: check.grace_ends_at,
  }
}

/** What is missing for the launch, or for staying live, and how to fix each. */
export function missingOf(
  { status, plan }: Pick<Listing, 'status' | 'plan'>,
  { check, profile_lacks }: Progress,
  public_url: string,
): MissingItem[] {
  if (status === 'draft')
    return [
      {
        item: 'plan',
        what_to_do:
          'Choose the free plan with choose_free_listing, or a paid launch from list_products. Nothing is published before.',
      },
    ]
  if (plan !== 'free' || !['awaiting_badge', 'scheduled', 'live'].includes(status)) return []
  const badge: MissingItem[] =
    check === undefined || isSeen(check)
      ? []
      : [
          {
            item: 'badge',
            what_to_do: badgeFaultOf(check.fault ?? 'not_found').what_to_do,
          },
        ]
  const profile: MissingItem[] =
    profile_lacks === '' || status === 'live'
      ? []
      : [
          {
            item: 'founder_profile',
            what_to_do: `Your founder profile lacks ${profile_lacks}. Send it with update_draft as founders and founder_socials, or write it at ${public_url}/account/profile.`,
          },
        ]
  return [...badge, ...profile]
}

/** The key of the job that checks a homepage: at most one per listing waits. */
const lookKey = (listing_id: number) => `check_badge ${listing_id}`

/** Queues a check of the homepage for now. */
export async function lookNow(
  storage: Storage,
  listing_id: number,
  now: Date,
  person?: number,
): Promise<void> {
  const key = lookKey(listing_id)
  const created_at = now.toISOString()
  await storage.jobs.enqueue({ kind: 'check_badge', key, payload: { listing_id }, person, created_at })
}

/** Whether some owner of the listing has a founder profile that is complete. */
export async function hasCompleteProfile(storage: Storage, listing_id: number): Promise<boolean> {
  for (const { user_id: id } of await storage.owners.people(listing_id))
    if (missingFromProfile(await storage.users.profile(id)) === '') return true
  return false
}

export async function progressOf(
  { id }: Pick<Listing, 'id'>,
  { storage, caller }: Pick<Context<Caller>, 'storage' | 'caller'>,
): Promise<Progress> {
  const isComplete = await hasCompleteProfile(storage, id)
  return {
    check: await storage.badge_checks.of(id),
    is_checking: await storage.jobs.isOpen(lookKey(id)),
    profile_lacks: isComplete ? '' : missingFromProfile(await storage.users.profile(caller.user_id)),
    draft_id: (await storage.drafts.ofListing(caller.user_id, id))?.id ?? null,
  }
}
