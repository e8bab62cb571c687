// Turns a draft into the columns of its listing. Pure; demandSubmittable has to accept the draft first.
import {
  byFact,
  columnFacts,
  facts,
  fieldNames,
  isIn,
  isList,
  type ColumnFact,
  type FactIn,
} from '../../facts.ts'
import type { SavedListing } from '../../storage/listings/save.ts'
import type { DraftProfile } from '../../storage/tables/drafts.ts'
import { accountAddresses } from '../accounts.ts'
import { Refusal } from '../errors.ts'
import { kinds } from '../facts/kinds.ts'
import { listOf, missingOf, textOf } from './completeness.ts'
import { isNotOnSite } from './fields.ts'

type Drafted = ColumnFact & FactIn<'sought' | 'typed'>
const drafted: readonly Drafted[] = columnFacts.filter((name) => isIn(name, 'sought', 'typed'))

type ListingFacts = Pick<
  SavedListing,
  Drafted | 'seo_title' | 'seo_description' | 'faqs' | 'socials' | 'story' | 'not_found_on_website'
>

export function listingFacts(profile: DraftProfile): ListingFacts {
  return {
    ...byFact<Pick<SavedListing, Drafted>>(drafted, (name) =>
      isList(name) ? listOf(profile, name) : kinds[facts[name].kind].kept(textOf(profile, name)),
    ),
    seo_title: profile.seo.title ?? null,
    seo_description: profile.seo.meta ?? null,
    faqs: profile.faqs.value ?? [],
    socials: accountAddresses(profile.company_socials.value ?? {}),
    story: Object.keys(profile.story).length > 0 ? profile.story : null,
    not_found_on_website: fieldNames.filter((name) => isNotOnSite(profile.fields[name])),
  }
}

/** Refuses a draft that cannot become a listing; each fault names its field and limit. */
export function demandSubmittable(
  id: string,
  profile: DraftProfile,
  isCategory: (text: string) => boolean,
): void {
  const faults = missingOf(profile, isCategory).filter((one) => one.required)
  if (faults.length === 0) return
  const names = faults.map((fault) => fault.item).join(', ')
  throw new Refusal(
    'draft_incomplete',
    `A listing cannot be as this draft would make it. Fix these first: ${names}.`,
    {
      errors: faults.map(({ item, problem, what_to_do, limit, actual }) => ({
        pointer: `${fieldNames.some((name) => name === item) ? '/fields' : ''}/${item.replaceAll('.', '/')}`,
        code: problem,
        message: what_to_do,
        ...(limit !== undefined && { limit, actual }),
      })),
      next_steps: [
        {
          tool: 'get_draft',
          arguments: { id },
          why: 'Shows the draft and what to do about each missing item',
        },
        ...(faults.some((fault) => fault.item === 'categories')
          ? [{ tool: 'list_categories', arguments: {}, why: 'Names the categories to choose from' }]
          : []),
      ],
    },
  )
}

/** What an edit changed, in the form a version stores; null if nothing did. */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const changed = Object.keys(after).filter(
    (key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null),
  )
  if (changed.length === 0) return null
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(changed.map((key) => [key, from[key] ?? null]))
  return { before: pick(before), after: pick(after) }
}
