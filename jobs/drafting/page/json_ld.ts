import { load } from 'cheerio/slim'
import type { JsonObject } from '../profile.ts'
import { squeeze } from './stored_text.ts'

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON as people write it by hand: comments, CDATA, trailing commas and raw line breaks are forgiven. */
function parseLoosely(source: string): unknown {
  const bare = source
    .replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '')
    .replace(/(?:\/\/\s*\]\]>|\]\]>|-->)\s*$/, '')
  try {
    return JSON.parse(bare)
  } catch {
    try {
      return JSON.parse(bare.replace(/[\u0000-\u001f]+/g, ' ').replace(/,\s{0,50}([}\]])/g, '$1'))
    } catch {
      return null
    }
  }
}

function flatten(value: unknown, into: JsonObject[], depth: number): void {
  if (depth > 4 || into.length > 200) return
  if (Array.isArray(value)) for (const item of value) flatten(item, into, depth + 1)
  else if (isObject(value)) {
    if (value['@type'] !== undefined) into.push(value)
    if (value['@graph'] !== undefined) flatten(value['@graph'], into, depth + 1)
  }
}

/** The top-level things of all scripts, whether single, listed or in a graph. Broken scripts are skipped. */
export function parseJsonLd(sources: string[]): JsonObject[] {
  const things: JsonObject[] = []
  for (const source of sources.slice(0, 30)) {
    if (source.length < 500_000) flatten(parseLoosely(source), things, 0)
  }
  return things
}

export function typesOf(thing: JsonObject): string[] {
  const type = thing['@type']
  const list = Array.isArray(type) ? type : [type]
  return list.filter((item) => typeof item === 'string').map((item) => item.replace(/^.*[/:#]/, ''))
}

/** A value as plain text: HTML inside it is dropped, `{"@value": …}` is opened, other objects give ''. */
export function plain(value: unknown): string {
  if (typeof value === 'string') {
    const text = value.slice(0, 4000)
    return squeeze(/[<&]/.test(text) ? unescape(text.replace(/<[^<>]{0,500}>/g, ' ')) : text)
  }
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return plain(value[0])
  if (isObject(value)) return plain(value['@value'] ?? value['name'] ?? '')
  return ''
}

const unescape = (text: string): string => (text.includes('&') ? load(text, {}, false).text() : text)

/** Who is a person stays visible in the path: an author may also be a company. */
const personMark = (value: unknown): string =>
  (Array.isArray(value) ? value : [value]).some((item) => isObject(item) && typesOf(item).includes('Person'))
    ? ':Person'
    : ''

/** Every scalar of the things with its path, as lines of the stored text. */
export function jsonLdLines(things: JsonObject[]): string[] {
  const lines: string[] = []
  const walk = (value: unknown, path: string, depth: number): void => {
    if (lines.length >= 600 || depth > 8) return
    if (Array.isArray(value)) for (const item of value.slice(0, 100)) walk(item, path, depth + 1)
    else if (isObject(value)) {
      const type = typesOf(value)[0]
      const here = path === '' ? (type ?? 'Thing') : path
      for (const [key, child] of Object.entries(value)) {
        if (key.startsWith('@') && key !== '@value') continue
        walk(child, `${here}.${key.replace(/\s/g, '')}${personMark(child)}`.slice(0, 200), depth + 1)
      }
    } else {
      const text = plain(value)
      if (text !== '') lines.push(`json-ld\t${path}\t${text.replace(/\t/g, ' ')}`)
    }
  }
  for (const thing of things) walk(thing, '', 0)
  return lines
}
