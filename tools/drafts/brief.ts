// A short form of a draft, for the text that a model reads; the structured content beside it stays complete. Pure.
import type { z } from 'zod'
import type { draftView } from './draft_view.ts'

type Evidence = { quote: string; url: string }[]
type Part = { state: string; evidence: Evidence }
type View = Omit<z.output<typeof draftView>, 'fields' | 'parts'> & {
  fields: Record<string, Part & { value: string | string[] | null }>
  parts: Record<string, Part>
}
type Given = Record<string, unknown>

const isBeingMade = ({ status }: View) => status === 'crawling' || status === 'drafting'

/** The progress of a draft that is still being made, before anything can be missing. */
function progressOf({ id, url, status, progress, next_steps }: View) {
  return { id, url, status, progress, next_steps }
}

/** Every value once with the numbers of its quotes, every quote once, and the names of what was not found. */
export function briefDraft(view: View): object {
  if (isBeingMade(view)) return progressOf(view)
  const { pages, fields, parts, comparison, ...rest } = view
  const quotes: Evidence = []
  const numbered = (evidence: Evidence) => [...new Set(evidence.map((one) => numberOf(one, quotes)))]
  const given = Object.entries(fields).filter(([, { state }]) => state !== 'not_found')
  return {
    ...filled(rest),
    fields: Object.fromEntries(
      given.map(([name, { value, state, evidence }]) => [
        name,
        { value, state, ...(evidence.length > 0 && { quotes: numbered(evidence) }) },
      ]),
    ),
    // Where no page was read, nothing was looked for.
    [pages.length > 0 ? 'not_found' : 'blank']: Object.keys(fields).filter(
      (name) => fields[name]!.state === 'not_found',
    ),
    parts: Object.fromEntries(
      Object.entries(parts)
        .filter(([, { state }]) => state !== 'not_found')
        .map(([name, { state, evidence }]) => [name, { state, quotes: numbered(evidence) }]),
    ),
    quotes,
    pages_read: pages.length,
    ...(comparison !== null && { comparison: briefComparison(comparison, quotes) }),
  }
}

function briefComparison({ rows, ...rest }: NonNullable<View['comparison']>, quotes: Evidence): object {
  const cell = ({ value, evidence }: (typeof rows)[number]['own']) => ({
    value,
    ...(evidence.length > 0 && { quotes: [...new Set(evidence.map((one) => numberOf(one, quotes)))] }),
  })
  return {
    ...rest,
    rows: rows.map(({ attribute, own, theirs }) => ({ attribute, own: cell(own), theirs: cell(theirs) })),
  }
}

function numberOf({ quote, url }: Evidence[number], quotes: Evidence): number {
  const at = quotes.findIndex((one) => one.quote === quote && one.url === url)
  return at >= 0 ? at : quotes.push({ quote, url }) - 1
}

/** The values without empty ones. */
function filled(values: Given): Given {
  const isEmpty = (value: unknown) =>
    value === null || (typeof value === 'object' && Object.keys(value).length === 0)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
}

const longest = 160

/** What an edit changed, with long values cut short, and what is missing now. */
export function briefEdit(view: View, edits: Given): object {
  if (isBeingMade(view)) return { ...progressOf(view), changed: changesOf(view, edits) }
  const { id, status, completeness, listing_id, missing, notices, next_steps } = view
  const changed = changesOf(view, edits)
  return { id, status, completeness, listing_id, changed, missing, notices, next_steps }
}

function changesOf(view: View, { id: _, fields = {}, ...edits }: Given): Given {
  const named = (list: unknown) => (Array.isArray(list) ? list.map(String) : [])
  const { lock_fields, regenerate, restore, ...parts } = edits
  const names = [
    ...Object.keys(fields as Given),
    ...named(lock_fields),
    ...named(regenerate),
    ...named(restore),
  ]
  const all = [...new Set([...names, ...Object.keys(parts)])]
  return Object.fromEntries(all.map((name) => [name, changeOf(view, name)]))
}

function changeOf(view: View, name: string): unknown {
  const field = Object.hasOwn(view.fields, name) ? view.fields[name] : undefined
  if (field !== undefined) return { value: cut(field.value), state: field.state }
  const part = Object.hasOwn(view.parts, name) ? view.parts[name] : undefined
  const value = cut((view as Given)[name])
  return part === undefined ? value : { value, state: part.state }
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') {
    const signs = [...value]
    return signs.length > longest
      ? `${signs.slice(0, longest).join('')}… (${signs.length} characters)`
      : value
  }
  if (typeof value !== 'object' || value === null) return value
  const size = JSON.stringify(value).length
  if (size <= longest * 3) return value
  return Array.isArray(value) ? `${value.length} items` : `${Object.keys(value).join(', ')}`
}
