// The edit body of a draft (2.10), and how it changes the profile. Pure.
import { z } from 'zod'
import { draftedNames, factsIn, type DraftedName, type FieldName } from '../../facts.ts'
import type { DraftProfile, Drafted, FieldValue } from '../../storage/tables/drafts.ts'
import type { Story } from '../../storage/tables/listings.ts'
import { Refusal } from '../errors.ts'
import { storyInput } from '../listings/story.ts'
import { lineOf, words } from '../facts/kinds.ts'
import { draftShape, faqsInput } from '../facts/schemas.ts'
import { accounts } from '../accounts.ts'
import { isWebLink, webLinkFault } from '../inputs.ts'
import { changeNamed, isLocked, lockField, namedOf, removeValue, restoreField, typeValue } from './fields.ts'

const link = words(500).trim().refine(isWebLink, webLinkFault)
/** Plain strings and no enum: the list of names would be repeated three times in the schema that every client reads. */
function names(max: number, names: readonly DraftedName[] = draftedNames) {
  const isKnown = (name: string) => names.some((one) => one === name)
  return z.array(words(40).refine(isKnown, { params: { names } }) as z.ZodType<DraftedName>).max(max)
}

export const draftEdits = {
  fields: z.strictObject(draftShape).optional().describe('null removes a field'),
  lock_fields: names(20)
    .optional()
    .describe('Names of fields, faqs, company_socials, founder_socials or founders to keep from redrafts'),
  regenerate: names(5, factsIn('sought')).optional().describe('Redrafts these from the pages read'),
  restore: names(20).optional().describe("Puts the AI's original back, and unlocks"),
  faqs: faqsInput,
  company_socials: accounts.optional().describe('An empty string removes one'),
  founder_socials: accounts.optional().describe('Accounts of the first founder'),
  founders: z
    .array(
      z.strictObject({
        name: lineOf(words(160).trim().min(1)).describe('Full name'),
        title: lineOf(words(160)).optional().describe('Role'),
        bio: words(3000).optional().describe('Background'),
      }),
    )
    .max(6)
    .optional()
    .describe('Replaces the list; the first is the primary founder'),
  story: storyInput.optional().describe('Founder story; changes the parts you send'),
  milestones: z
    .array(
      z.strictObject({
        date: z.iso.date().describe('Day'),
        title: lineOf(words(200).trim().min(1)).describe('What happened'),
        description: words(2000).optional().describe('More of it'),
        url: link.optional().describe('Where it is told'),
      }),
    )
    .max(50)
    .optional()
    .describe('Replaces all'),
  competitor_url: words(2048).optional().describe('Its website is compared with yours; empty clears it'),
  seo: z
    .strictObject({
      title: lineOf(words(70)).optional().describe('Page title'),
      meta: lineOf(words(170)).optional().describe('Meta description'),
    })
    .optional()
    .describe('What search engines show'),
}
const body = z.object(draftEdits)
export type DraftEdits = z.output<typeof body>

/** Applies all edits but regenerate: fields, restore, lock. `slugOf` turns a category name into its slug. */
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

/** Refuses the whole call if any field to be redrafted is locked. */
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
