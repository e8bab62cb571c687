// The shape in which a catalogue is imported and exported, one JSON object a line, and its rules.
import { beginOf } from '../../days.ts'
import { z } from 'zod'
import { byFact, factsIn, type FactIn } from '../../facts.ts'
import type { Listing } from '../../storage/listings/read.ts'
import type { SavedListing } from '../../storage/listings/save.ts'
import { kinds, lineOf } from '../facts/kinds.ts'
import { exchangeShape } from '../facts/schemas.ts'
import { isWebLink, slug, webLinkFault } from '../inputs.ts'
import { refusalOf } from '../faults.ts'
import { addWeeks, calendarWeeks, weekOf } from '../launches/week.ts'
import { companyKeyOf, domainOf } from '../listings/company.ts'

const text = (max: number) => z.string().max(max).nullable().default(null)
const website = z.string().max(2048).refine(isWebLink, webLinkFault)

const exchangeRow = z.strictObject({
  slug,
  name: lineOf(z.string().trim().min(1).max(200)),
  url: website,
  ...exchangeShape,
  categories: kinds.categories.exchange(),
  founders: z
    .array(lineOf(z.string().trim().min(1).max(160)))
    .max(20)
    .default([]),
  launched_at: z.iso
    .date()
    // Old works are listed under the year they came out.
    .refine((date) => date >= '1500', 'Must be a day since 1500.')
    .nullable()
    .default(null),
  source: text(200),
  source_id: text(500),
  licence: text(200),
  attributes: z
    .record(
      z.string().min(1).max(60),
      z.union([z.string().max(2000), z.number(), z.boolean(), z.array(z.string().max(500))]),
    )
    .default({}),
})
export type ExchangeRow = z.output<typeof exchangeRow>

export const exchangeCategory = z.object({
  slug,
  name: z.string().trim().min(1).max(200),
  parent: slug.nullish(),
  description: z.string().max(20_000).nullish(),
})
export type ExchangeCategory = z.output<typeof exchangeCategory>

export type RefusedRow = { line: number; field: string; reason: string }

/** What is wrong with a row, in the same words that callers of the API read. */
export const refusedFor = (error: z.ZodError, input: z.ZodObject, line: number): RefusedRow[] =>
  refusalOf(error, { name: 'this file', input }).errors.map(({ pointer, message }) => ({
    line,
    field: pointer.slice(1).replaceAll('/', '.'),
    reason: message,
  }))

/** A line of the file as a row, or why it is refused. */
export function readRow(line_text: string, line: number, now: Date): ExchangeRow | RefusedRow[] {
  let value: unknown
  try {
    value = JSON.parse(line_text)
  } catch {
    return [{ line, field: '', reason: 'This line is not valid JSON.' }]
  }
  const refuse = (path: readonly PropertyKey[], reason: string) => ({ line, field: path.join('.'), reason })
  const parsed = exchangeRow.safeParse(value, { reportInput: true })
  if (!parsed.success) return refusedFor(parsed.error, exchangeRow, line)
  const row = parsed.data
  const hostile = hostileText(row).map((path) =>
    refuse(path, 'Contains control characters, or characters that reverse the text.'),
  )
  if (hostile.length > 0) return hostile
  const isAhead =
    row.launched_at !== null && weekOf(new Date(row.launched_at)) > addWeeks(weekOf(now), calendarWeeks)
  return isAhead ? [refuse(['launched_at'], `Must be at most ${calendarWeeks} weeks ahead.`)] : row
}

/** Paths of texts with unpaired surrogates, control characters, or marks that reorder the displayed text. */
function hostileText(value: unknown, path: string[] = []): string[][] {
  if (typeof value === 'string')
    return value.isWellFormed() && !/(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(value)
      ? []
      : [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...hostileText(key, path),
    ...hostileText(inner, [...path, key]),
  ])
}

/** The row as an export would write it: omitted fields are null, and at most four categories remain. */
export function canonical(row: ExchangeRow): ExchangeRow {
  return { ...row, categories: [...new Set(row.categories)].slice(0, 4) }
}

/** Imported rows are live on the free plan, in the launch week of their launched_at or in none. */
export function listingOf(
  row: ExchangeRow,
  category_ids: number[],
  present: Listing | undefined,
  site_id: number,
  now: string,
): Omit<SavedListing, 'founders'> {
  const url = new URL(row.url)
  const {
    founders: _founders,
    launched_at: _launched_at,
    source,
    source_id,
    licence,
    categories: _categories,
    ...stated
  } = canonical(row)
  const launched = row.launched_at === null ? null : new Date(beginOf(row.launched_at))
  return {
    ...present,
    ...stated,
    site_id,
    company_key: companyKeyOf(url),
    category_ids: category_ids.slice(0, 4),
    domain: domainOf(url),
    status: present?.status ?? 'live',
    plan: present?.plan ?? 'free',
    provenance:
      source === null && source_id === null && licence === null ? null : { source, source_id, licence },
    launch_week: launched === null ? null : weekOf(launched),
    live_at: liveSince(launched?.toISOString() ?? null, present, now),
    created_at: present?.created_at ?? now,
    updated_at: now,
  }
}

/** Live since its launch day; if that is in the future, since the import: nothing is newer than today. */
function liveSince(launched: string | null, present: Listing | undefined, now: string): string | null {
  if (launched === null) return present?.launch_week === null ? present.live_at : now
  if (launched <= now) return launched
  const before = present?.live_at ?? now
  return before < now ? before : now
}

/** A stored listing in the shape it could be imported from again. */
export function rowOf(stored: { listing: Listing; categories: string[]; founders: string[] }): ExchangeRow {
  const { listing } = stored
  const { source = null, source_id = null, licence = null } = listing.provenance ?? {}
  return {
    slug: listing.slug,
    name: listing.name,
    url: listing.url,
    ...byFact<Pick<ExchangeRow, FactIn<'exchange'>>>(factsIn('exchange'), (name) => listing[name]),
    categories: stored.categories,
    founders: stored.founders,
    launched_at: launchDay(listing),
    source,
    source_id,
    licence,
    attributes: listing.attributes,
  }
}

/** The day it launched; for a future launch the Monday of its week. */
function launchDay({ launch_week, live_at }: Listing): string | null {
  if (launch_week === null) return null
  const day = live_at?.slice(0, 10) ?? null
  return day !== null && day < launch_week ? launch_week : day
}
