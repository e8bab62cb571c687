// The facts of a listing that its page and its Markdown have no special layout for: each gets its own row.
import type { z } from 'zod'
import { doors, facts, factsIn, type FactName } from '../../facts.ts'
import type getListing from '../../tools/listings/get_listing.ts'
import { dayInWords } from './parts.ts'

/** Facts shown in the head and the sections of a page. */
const sections: readonly FactName[] = [
  ...(['tagline', 'headline', 'short_description', 'description', 'logo_url'] as const),
  ...(['tags', 'features', 'usps', 'keywords'] as const),
  ...doors,
]
/** Facts shown together in one row, or in a row with its own layout. */
const combined: readonly FactName[] = [
  ...(['stage', 'pricing_model', 'pricing_summary', 'country', 'city', 'founded_year'] as const),
  ...(['contact_email', 'demo_video_url'] as const),
]
const inRows = factsIn('shown').filter((name) => !sections.includes(name))

type Shown = z.output<typeof getListing.output>

export const otherRows = (shown: Shown): [label: string, value: string][] =>
  inRows
    .filter((name) => !combined.includes(name) && (shown[name]?.toString() ?? '') !== '')
    .map((name) => [facts[name].label, listed([shown[name]].flat().map(String))])

/** The labels of rows that the company's own site states nothing for. */
export const blankRows = ({ not_found_on_website }: Shown): string[] =>
  inRows
    .filter((name) => name !== 'demo_video_url' && not_found_on_website.includes(name))
    .map((name) => facts[name].label)

const listed = (values: readonly string[]): string =>
  values.join(values.some((value) => value.includes(',')) ? '; ' : ', ')

/** Of five digits and more: one of four may be a year. */
const numberFormat = new Intl.NumberFormat('en', { useGrouping: 'min2', maximumFractionDigits: 20 })

/** The value of an attribute, for people. */
export function said(value: string | number | boolean | string[]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return dayInWords(value)
  if (typeof value === 'number') return numberFormat.format(value)
  return Array.isArray(value) ? listed(value) : value
}
