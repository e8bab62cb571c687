// The edit body of a draft (2.10), and what it makes of the profile. Pure.
import { z } from 'zod'
import { socialPlatforms } from '../../storage/tables/columns.ts'
import {
  draftedNames,
  listFields,
  textFields,
  type DraftProfile,
  type Drafted,
  type DraftedName,
  type FieldName,
  type FieldValue,
  type TextField,
} from '../../storage/tables/drafts.ts'
import type { Story } from '../../storage/tables/listings.ts'
import { Refusal } from '../errors.ts'
import { storyInput } from '../listings/story.ts'
import { countryMeant, countryNearest } from '../countries.ts'
import { isYear } from './completeness.ts'
import { accountFault, isAccount, isWebLink, recordOf, webLinkFault } from '../inputs.ts'
import { changeNamed, isLocked, lockField, namedOf, removeValue, restoreField, typeValue } from './fields.ts'

const bounds: Record<string, number> = { description: 20_000 }
const words = (max: number) => z.string().max(max)
const link = words(500).trim().refine(isWebLink, webLinkFault)
const linkOrBlank = words(500)
  .trim()
  .refine((text) => text === '' || isWebLink(text), webLinkFault)
const socials = z.partialRecord(z.enum(socialPlatforms), words(500).trim().refine(isAccount, accountFault))
const linkFields: readonly string[] = ['demo_video_url', 'logo_url']
/** A name becomes its code here, where whoever typed it can still be told that there is no such country. */
const countryOrBlank = words(500).transform((text, { issues }) => {
  if (text.trim() === '') return ''
  const code = countryMeant(text)
  const message = 'Must be an ISO 3166 two-letter country code, for example FI, or the name of a country.'
  const params = { nearest: countryNearest(text) }
  if (code === null) issues.push({ code: 'custom', input: text, message, params })
  return code ?? text
})
const yearOrBlank = z
  .union([words(500).trim(), z.int()])
  .transform(String)
  .refine((year) => year === '' || isYear(year), 'Must be a year between 1800 and 2100, for example 2021.')
const textInput = (name: TextField) =>
  name === 'country'
    ? countryOrBlank
    : name === 'founded_year'
      ? yearOrBlank
      : linkFields.includes(name)
        ? linkOrBlank
        : words(bounds[name] ?? 500)
const isDrafted = (name: string) => (draftedNames as readonly string[]).includes(name)
/** Plain strings: the list of names would be repeated three times in what every client reads. */
const names = (max: number) =>
  z.array(words(40).refine(isDrafted, { params: { names: draftedNames } }) as z.ZodType<DraftedName>).max(max)

export const draftEdits = {
  fields: z
    .strictObject({
      ...recordOf(textFields, (name) => textInput(name).nullish()),
      ...recordOf(listFields, () => z.array(words(200)).max(20).nullish()),
    })
    .optional()
    .describe('null removes a field. categories: slugs from list_categories, the primary one first'),
  lock_fields: names(20)
    .optional()
    .describe('Names of fields, faqs, company_socials, founder_socials or founders to keep from redrafts'),
  regenerate: names(5).optional().describe('Redrafts these from the pages that were read; may take seconds'),
  restore: names(20).optional().describe("Puts the AI's original back, and unlocks"),
  faqs: z
    .array(z.strictObject({ question: words(300).min(1), answer: words(1500).min(1) }))
    .max(10)
    .optional()
    .describe('Replaces all'),
  company_socials: socials.optional().describe('An empty string removes one'),
  founder_socials: socials.optional().describe('Accounts of the first founder'),
  founders: z
    .array(
      z.strictObject({
        name: words(160).trim().min(1),
        title: words(160).optional(),
        bio: words(3000).optional(),
      }),
    )
    .max(6)
    .optional()
    .describe('Replaces the list; the first is the primary founder'),
  story: storyInput.optional(),
  milestones: z
    .array(
      z.strictObject({
        date: z.iso.date(),
        title: words(200).trim().min(1),
        description: words(2000).optional(),
        url: link.optional(),
      }),
    )
    .max(50)
    .optional()
    .describe('Replaces all'),
  competitor_url: words(2048)
    .optional()
    .describe('Its website is read and compared with yours; an empty string clears it'),
  seo: z.strictObject({ title: words(70).optional(), meta: words(170).optional() }).optional(),
}
const body = z.object(draftEdits)
export type DraftEdits = z.output<typeof body>

/** Everything but regenerate, in the order fields, restore, lock. `slugOf` turns a category's name into its slug. */
export function applyEdits(
  profile: DraftProfile,
  edits: DraftEdits,
  slugOf: (text: string) => string | null,
): DraftProfile {
  const typed = typeEdits(profile, edits, slugOf)
  const restored = changeNamed(typed, edits.restore ?? [], restoreField)
  return changeNamed(restored, edits.lock_fields ?? [], lockField)
}

function typeEdits(
  profile: DraftProfile,
  edits: DraftEdits,
  slugOf: (text: string) => string | null,
): DraftProfile {
  const fields = { ...profile.fields }
  for (const [name, given] of Object.entries(edits.fields ?? {}) as [
    FieldName,
    FieldValue | null | undefined,
  ][]) {
    if (given === undefined) continue
    const isCategories = name === 'categories' && Array.isArray(given)
    fields[name] = typeOrRemove(fields[name], cleaned(isCategories ? given.map(slugOf) : given))
  }
  const merge = (
    part: Drafted<Record<string, string>>,
    given: Record<string, string | undefined> | undefined,
  ) => (given === undefined ? part : typeOrRemove(part, filled({ ...part.value, ...given })))
  return {
    fields,
    faqs: edits.faqs === undefined ? profile.faqs : typeOrRemove(profile.faqs, edits.faqs),
    founders:
      edits.founders === undefined ? profile.founders : typeOrRemove(profile.founders, edits.founders),
    company_socials: merge(profile.company_socials, edits.company_socials),
    founder_socials: merge(profile.founder_socials, edits.founder_socials),
    story: filled({ ...profile.story, ...edits.story }) as Story,
    milestones: edits.milestones ?? profile.milestones,
    seo: filled({ ...profile.seo, ...edits.seo }),
  }
}

function typeOrRemove<T extends object | string>(drafted: Drafted<T>, value: T | null): Drafted<T> {
  const isBlank =
    value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
  return isBlank ? removeValue(drafted) : typeValue(drafted, value)
}

function cleaned(value: string | (string | null)[] | null): FieldValue | null {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => one?.trim() || []))]
  return value === null ? null : value.trim()
}

function filled(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === undefined || value.trim() === '' ? [] : [[key, value]],
    ),
  )
}

/** A locked field is never redrafted, and then nothing else of the call is done either. */
export function demandUnlocked(id: string, profile: DraftProfile, names: readonly DraftedName[]): void {
  const locked = names.filter((name) => isLocked(namedOf(profile, name)))
  if (locked.length === 0) return
  throw new Refusal('field_locked', `Locked, so not redrafted: ${locked.join(', ')}. Nothing was changed.`, {
    errors: locked.map((name) => ({
      pointer: '/regenerate',
      code: 'field_locked',
      message: `${name} is locked.`,
    })),
    next_steps: [
      {
        tool: 'update_draft',
        arguments: { id, restore: locked },
        why: "Unlocks by putting the AI's original back; regenerate works after that",
      },
    ],
  })
}
