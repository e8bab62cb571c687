// What to do next with a draft: calls that work as they stand. Pure.
import { draftedNames, isIn } from '../../facts.ts'
import type { Draft } from '../../storage/drafts.ts'
import type { Listing } from '../../storage/listings/read.ts'
import { launchSteps } from '../my_listings/next_steps.ts'
import type { NextStep } from '../next_step.ts'
import type { Missing } from './completeness.ts'
import { isByHand, mayReadAgain } from './failures.ts'
import { namedOf } from './fields.ts'

export function draftSteps(
  draft: Draft,
  missing: Missing[],
  canRedraft: boolean,
  standing: Listing['status'] | null = null,
): NextStep[] {
  const { id, url, status, profile, listing_id } = draft
  const required = missing.filter((one) => one.required)
  const fixes = required.map((one) => one.what_to_do).join(' ')
  if (status === 'failed')
    return [
      {
        tool: 'submit_listing',
        arguments: { url },
        why: 'Reads the website again, once the problem is fixed',
      },
      {
        tool: 'list_categories',
        arguments: {},
        why: 'Names the categories, for a draft that is typed by hand',
      },
      {
        tool: 'update_draft',
        arguments: { id },
        why: `Takes what the owner says instead; it is ready once nothing required is missing. ${fixes}`.trimEnd(),
      },
    ]
  if (status !== 'ready')
    return [
      {
        tool: 'get_draft',
        arguments: { id },
        why: 'Shows how far it is; ask again every few seconds until ready',
      },
    ]
  const named = draftedNames.map((name) => ({ name, drafted: namedOf(profile, name) }))
  const typed = named.filter(({ drafted }) => drafted.state === 'edited' || drafted.state === 'manual')
  const edited = named.filter(({ drafted }) => drafted.state === 'edited')
  const blank = named.filter(
    ({ name, drafted }) =>
      isIn(name, 'sought') && drafted.state === 'not_found' && drafted.sought_again === undefined,
  )
  const isTyped = isByHand(draft.notices)
  const steps: NextStep[] = []
  if (mayReadAgain(draft))
    steps.push({ tool: 'submit_listing', arguments: { url }, why: 'Reads the website again, lost pages too' })
  const optional = missing
    .filter((one) => !one.required && one.problem !== 'paid_only')
    .slice(0, 4)
    .map((one) => one.item)
    .join(', ')
  if (required.some((one) => one.item === 'categories'))
    steps.push({ tool: 'list_categories', arguments: {}, why: 'Names the categories to choose from' })
  if (required.length > 0)
    steps.push({
      tool: 'update_draft',
      arguments: { id },
      why: `Needed before it can be submitted. ${fixes}`,
    })
  else if (listing_id === null)
    steps.push({
      tool: 'submit_draft',
      arguments: { id },
      why: 'Saves it as your listing; nothing is published yet',
    })
  else if (standing === 'draft') steps.push(...launchSteps({ listing_id }))
  if (optional !== '')
    steps.push({
      tool: 'update_draft',
      arguments: { id },
      why: `Ask the owner for what ${isTyped ? 'is blank' : 'the website does not say'} (${optional}) and send only that; never invent it`,
    })
  if (typed.length > 0)
    steps.push({
      tool: 'update_draft',
      arguments: { id, lock_fields: typed.slice(0, 20).map(({ name }) => name) },
      why: 'Locks what was typed against redrafts',
    })
  if (blank.length > 0 && canRedraft)
    steps.push({
      tool: 'update_draft',
      arguments: { id, regenerate: blank.slice(0, 5).map(({ name }) => name) },
      why: 'Lets the AI look for blank values on the pages once more',
    })
  if (edited.length > 0)
    steps.push({
      tool: 'update_draft',
      arguments: { id, restore: edited.slice(0, 20).map(({ name }) => name) },
      why: 'Only if the owner wants that: it discards what was typed and puts the values of the AI back',
    })
  return steps
}
