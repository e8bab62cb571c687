// What to do next with a listing of one's own: calls that work as they stand. Pure.
import type { Listing } from '../../storage/listings/read.ts'
import type { NextStep } from '../next_step.ts'
import type { MissingItem, Progress } from './launch.ts'

/** For a listing that was saved and has no plan yet. */
export const launchSteps = (own: { listing_id: number }): NextStep[] => [
  { tool: 'choose_free_listing', arguments: own, why: 'Queues it for a launch week, free of charge' },
  { tool: 'list_products', arguments: {}, why: 'Names what a paid launch costs; it needs no badge' },
]

export function listingSteps(
  {
    id,
    slug,
    url,
    status,
    plan,
    launch_week,
  }: Pick<Listing, 'id' | 'slug' | 'url' | 'status' | 'plan' | 'launch_week'>,
  missing: MissingItem[],
  { is_checking, profile_lacks, draft_id }: Progress,
): NextStep[] {
  const own = { listing_id: id }
  const again = { tool: 'get_my_listing', arguments: own }
  if (status === 'draft') return launchSteps(own)
  if (status === 'suspended')
    return [
      {
        tool: 'update_my_listing',
        arguments: own,
        why: 'Changes what status_reason speaks of: the site team sees every edit, and can reinstate the listing',
      },
    ]
  if (status === 'withdrawn')
    return [
      {
        tool: 'submit_listing',
        arguments: { url },
        why: 'Drafts a new listing of the same website',
      },
    ]
  const lacks = (item: MissingItem['item']) => missing.some((one) => one.item === item)
  const steps: NextStep[] = []
  if (is_checking)
    steps.push({ ...again, why: 'The homepage is being looked at; ask again in a few seconds' })
  if (lacks('badge')) {
    steps.push({ tool: 'get_badges', arguments: { slug }, why: 'Gives the HTML to put on the homepage' })
    if (!is_checking)
      steps.push({
        tool: 'choose_free_listing',
        arguments: own,
        why: 'Has the homepage looked at again, once the badge is on it',
      })
  }
  if (lacks('founder_profile') && draft_id !== null)
    steps.push({
      tool: 'update_draft',
      arguments: { id: draft_id },
      why: `Ask the founder for ${profile_lacks}, and send it as founders and founder_socials; never invent it`,
    })
  if (plan === 'free' && status === 'awaiting_badge')
    steps.push({ tool: 'list_products', arguments: {}, why: 'A paid launch needs neither badge nor profile' })
  if (status === 'scheduled' && launch_week !== null)
    steps.push({
      tool: 'get_launch_week',
      arguments: { week: launch_week },
      why: 'Shows it among its launches',
    })
  if (status === 'live')
    steps.push({ tool: 'get_listing', arguments: { slug }, why: 'Shows its public profile' })
  return steps
}
