// Facts of a listing that its page and its Markdown do not lay out by hand: each has a row of its own.
import type { z } from 'zod'
import { doors, facts, factsIn, type FactName } from '../../facts.ts'
import type getListing from '../../tools/listings/get_listing.ts'
import { dayInWords } from './parts.ts'

/** The head and the sections of a page. */
const sections: readonly FactName[] = [
  ...(['tagline', 'headline', 'short_description', 'description', 'logo_url'] as const),
  ...(['tags', 'features', 'usps', 'keywords'] as const),
  ...doors,
]
/** Rows that say two facts at once, or one in its own way. */
const combined: readonly FactName[] = [
  ...(['stage', 'pricing_model', 'pricing_summary', 'country', 'city', 'founded_year'] as const),
  ...(['contact_email', 'demo_video_url'] as const),
]
const inRows = factsIn('shown').filter((name) => !sections.includes(name))

type Shown = z.output<typeof getListing.output>

export const otherRows = (shown: Shown): [label: string, value: string][] =>
  inRows
    .filter((name) => !combined.includes(name) && (shown[name]?.toString() ?? '') !== '')
    .map((name) => [facts[name].label, [shown[name]].flat().join('; ')])

/** The labels of the rows that the company's own site has nothing for. */
export const blankRows = ({ not_found_on_website }: Shown): string[] =>
  inRows.filter((name) => not_found_on_website.includes(name)).map((name) => facts[name].label)

/** The value of an attribute, as people read it. */
export function said(value: string | number | boolean | string[]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return dayInWords(value)
  return Array.isArray(value) ? value.join('; ') : String(value)
}
