// The edit body of a listing (2.11), and the columns it sets. Pure.
import { z } from 'zod'
import { factsIn } from '../../facts.ts'
import type { Listing } from '../../storage/listings/read.ts'
import { editShape, faqsInput } from '../facts/schemas.ts'
import { words } from '../facts/kinds.ts'
import { accounts } from '../accounts.ts'

export const listingEdits = {
  fields: z.strictObject(editShape).partial().optional().describe('An empty string removes a text'),
  apply_to: z
    .array(words(40))
    .max(60)
    .optional()
    .describe(
      '["all"] or keys of sites: headline, summary and SEO fields sent here go to your listings there too',
    ),
  socials: accounts.optional().describe('Replaces all'),
  faqs: faqsInput,
}

const page = (name: string) => `/account/listings/{listing_id}/${name}`
const onPictures = `Its owner sends pictures on the site, at ${page('pictures')}.`
const onDraft =
  'update_draft of the draft it came from changes it; where list_my_drafts has none, write to the site team.'

/** Where owners change what this edit does not accept: the specification gives it no more inputs. */
export const changedElsewhere = {
  ...Object.fromEntries(['name', 'stage', 'categories', 'tags'].map((name) => [name, onDraft])),
  ...{ logo_url: onPictures, logo: onPictures, media: onPictures },
  alternatives: `Its owner chooses them on the site, at ${page('alternatives')}.`,
  founders: `Its owner changes them on the site, at ${page('founders')}; your own profile is at /account/profile.`,
  status: `choose_free_listing and create_checkout publish it; its owner withdraws it at ${page('withdraw')}.`,
  plan: 'choose_free_listing or create_checkout chooses it.',
  launch_note: `Its owner writes it on the site, at ${page('news')}.`,
  story: 'set_founder_story writes it.',
  milestones: 'add_milestone and delete_milestone change them.',
} as const

const body = z.object(listingEdits)
type ListingEdits = z.output<typeof body>

/** The columns an edit sets; fields that were not sent are left out. */
export function columnsOf({ fields = {}, socials, faqs }: ListingEdits): Partial<Listing> {
  return {
    ...fields,
    ...(socials !== undefined && { socials: filled(socials) }),
    ...(faqs !== undefined && { faqs }),
  }
}

/** The columns of an edit that may also be applied to the company's listings on other sites. */
export function travellingOf(columns: Partial<Listing>): Partial<Listing> {
  return Object.fromEntries(
    factsIn('travels').flatMap((name) => (name in columns ? [[name, columns[name]]] : [])),
  )
}

function filled(socials: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(socials).flatMap(([platform, account = '']) =>
      account === '' ? [] : [[platform, account]],
    ),
  )
}
