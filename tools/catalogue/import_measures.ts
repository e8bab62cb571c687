// Importing a file of measures (ratings of domains, or verified revenue): one JSON object a line, by slug or domain;
// importing it again changes nothing.
import { z } from 'zod'
import type { Storage } from '../../storage/storage.ts'
import { dayOf } from '../../days.ts'
import { slug } from '../inputs.ts'
import { domainIn } from '../listings/company.ts'
import { refusedFor, type RefusedRow } from './rows.ts'

type MeasureReport = { measured: number; unchanged: number; refused: RefusedRow[] }
type Options = { site_id: number; now: Date; onBatch?: (lines: number) => void }

const subject = {
  slug: slug.optional(),
  domain: z.string().min(1).max(2048).optional(),
  measured_on: z.iso.date('Must be a day as YYYY-MM-DD.').optional(),
}
const shapes = {
  ratings: z.strictObject({ ...subject, rating: z.number().min(0).max(100) }),
  revenue: z.strictObject({
    ...subject,
    revenue_cents: z.int().min(0).max(1e15),
    source: z.string().max(200).nullish(),
  }),
}
export type MeasureKind = keyof typeof shapes
type Row = { line: number; by: { slug: string } | { domain: string }; measured_on: string } & (
  | { rating: number }
  | { revenue_cents: number; source: string | null }
)

const batchSize = 500

export function measureSentence(kind: MeasureKind, { measured, unchanged, refused }: MeasureReport): string {
  const name = kind === 'ratings' ? 'Ratings' : 'Revenue'
  return `${name}: ${measured} measured, ${unchanged} unchanged, ${refused.length} refused.`
}

export async function importMeasures(
  storage: Storage,
  kind: MeasureKind,
  lines: AsyncIterable<string>,
  options: Options,
): Promise<MeasureReport> {
  const report: MeasureReport = { measured: 0, unchanged: 0, refused: [] }
  let batch: Row[] = []
  let line = 0

  async function commit(): Promise<void> {
    const done = await storage.write(async (inside) => {
      const results: (RefusedRow | boolean)[] = []
      for (const row of batch) results.push(await keep(inside, row, options.site_id))
      return results
    })
    for (const one of done) {
      if (typeof one === 'object') report.refused.push(one)
      else if (one) report.measured += 1
      else report.unchanged += 1
    }
    options.onBatch?.(line)
    batch = []
  }

  for await (const text of lines) {
    line += 1
    if (text.trim() === '') continue
    const row = rowOf(kind, line === 1 ? text.replace(/^\ufeff/, '') : text, line, options.now)
    if ('reason' in row) report.refused.push(row)
    else batch.push(row)
    if (batch.length === batchSize) await commit()
  }
  if (batch.length > 0) await commit()
  report.refused.sort((a, b) => a.line - b.line)
  return report
}

function rowOf(kind: MeasureKind, text: string, line: number, now: Date): Row | RefusedRow {
  const refuse = (field: string, reason: string): RefusedRow => ({ line, field, reason })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuse('', 'This line is not valid JSON.')
  }
  const parsed = shapes[kind].safeParse(value, { reportInput: true })
  if (!parsed.success) return refusedFor(parsed.error, shapes[kind], line)[0]!
  const { slug, domain, measured_on = dayOf(now), ...measure } = parsed.data
  if ((slug === undefined) === (domain === undefined))
    return refuse('slug', 'Name the listing by its slug or by its domain, one of them.')
  const host = domain === undefined ? null : domainIn(domain)
  if (domain !== undefined && host === null) return refuse('domain', 'Must be a domain such as tide.example.')
  if (measured_on > dayOf(now)) return refuse('measured_on', 'Must not be a day to come.')
  const by = slug === undefined ? { domain: host! } : { slug }
  return 'rating' in measure
    ? { line, by, measured_on, rating: Math.round(measure.rating) }
    : { line, by, measured_on, revenue_cents: measure.revenue_cents, source: measure.source ?? null }
}

/** A rating belongs to the domain, so every listing there gets it; revenue belongs to one listing. */
async function keep(storage: Storage, row: Row, site_id: number): Promise<RefusedRow | boolean> {
  const { line, by } = row
  const field = 'slug' in by ? 'slug' : 'domain'
  const ids = await storage.measures.subjects(site_id, by)
  if (ids.length === 0) return { line, field, reason: `There is no listing of this ${field}.` }
  if ('revenue_cents' in row) {
    if (ids.length > 1)
      return { line, field, reason: `There are ${ids.length} listings at this domain. Name one by its slug.` }
    return storage.measures.earn(ids[0]!, row)
  }
  let isNew = false
  for (const id of ids) isNew = (await storage.measures.rate(id, row)) || isNew
  return isNew
}
