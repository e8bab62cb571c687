/*
 * The stored text of a page is its visible lines, then what machines are told: one line each, its parts
 * parted by tabs. Visible lines never hold a tab (their white space is folded), so no page can forge one.
 *
 *     title⇥Acme: bricks that float
 *     meta⇥og:site_name⇥Acme
 *     json-ld⇥Organization.foundingDate⇥2013
 *     link⇥footer⇥https://github.com/acme⇥GitHub
 *     cell⇥⇥a cell of a table
 *     sample⇥⇥a line of code, of a mock-up, of sample data
 *     foreign⇥⇥a line of a testimonial, a comment, a customer
 */
import type { StoredPage, Where } from '../profile.ts'

const loose = /[\u200b\u2060\u00ad]|[^\S ]|  |^ | $/

/** White space folded to single spaces, in one canonical Unicode form: the form quotes are kept in. */
export function squeeze(text: string): string {
  if (!loose.test(text)) return text
  return text
    .replace(/[\u200b\u2060\u00ad]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The form quotes are compared in: white space and case folded, nothing else. */
export function fold(text: string): string {
  return squeeze(text).normalize('NFC').toLowerCase()
}

type LineKind = Where | 'title' | 'cell' | 'sample' | 'foreign'
type MarkedLine = { kind: LineKind; key: string; value: string; note: string }

const kinds: ReadonlySet<string> = new Set(['title', 'meta', 'json-ld', 'link', 'cell', 'sample', 'foreign'])

function parseMarked(line: string): MarkedLine | null {
  const [kind = '', key = '', value = '', note = ''] = line.split('\t')
  if (!kinds.has(kind)) return null
  if (kind === 'title') return { kind: 'title', key: '', value: key, note: '' }
  return { kind: kind as LineKind, key, value, note }
}

/** The lines of a stored text that say what they are. */
export const markedLines = ({ text }: StoredPage): MarkedLine[] =>
  text.split('\n').flatMap((line) => (line.includes('\t') ? (parseMarked(line) ?? []) : []))
