/*
 * A sentence that tells of a beginning as a row of letters, one for each of its parts, so that a few patterns over the row
 * read it in any language:
 *   U we, our names, "our firm" · S our name's · K a firm of no owner · Y a year · P people · V began · X opened · v beginning · W made · N founder ·
 *   M maker · B by · b by (behind the name) · A of, by · L for, with, at · t the · i it, they · r who · g what only joins ·
 *   o another name · w another word · , comma · | stop
 */
import { legalForms } from '../page/own_names.ts'
import type { Reading } from '../page/reading.ts'
import { copulas, deniesThing, glue, prepositions, whens } from '../proof/cues.ts'
import { bare, wordsIn } from '../words/words_in.ts'
import { remembered } from './sightings.ts'
import { isCompanyPage, isPersonName, people, peopleIn, peopleOf } from './person_names.ts'

const { anyOf, setOf, saying } = wordsIn('founding')
const products = wordsIn('proof').anyOf('product_nouns')

type Part = { letter: string; text: string; at: number; names: string[] }
export type Row = { letters: string; parts: Part[]; text: string }

const kinds = `(?:${anyOf('kinds')} ){0,2}`
const list = new RegExp(people, 'uy')
const word = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.&-]*(?<![.'’-])/uy
const elided = /(?:[dlnsc]|qu|[dns]ell|dall|all)['’](?=\p{L})/iuy
const known: [string, string][] = [
  ['Y', String.raw`(?:1[89]|20)\d\d(?:['’-]\p{Ll}{2,4}(?!\p{L}))?(?![\d%]|[.,/-]\d)`],
  ['B', `${anyOf('initiative')} (?:de|di|von|of|d(?=['’]))`],
  ['V', `${anyOf('founded', 'started')}(?:,? (?:${anyOf('and')} )?${anyOf('runs')}){0,2}`],
  ['v', anyOf('beginnings')],
  ['X', anyOf('opens')],
  ['W', anyOf('makes')],
  ['N', anyOf('founders')],
  ['M', anyOf('authors')],
  [
    'U',
    `(?:${anyOf('ones')} |l['’])${kinds}(?:\\p{Ll}+ (?=winkel|zaak))?${anyOf('firms')}|${anyOf('ours')} ${anyOf('stories')}`,
  ],
  ['U', anyOf('we')],
  ['K', `${kinds}(?:${anyOf('firms')}|${products})`],
]
/** All of them at once: the group that matches tells which. */
const anyKnown = new RegExp(`(?:${known.map(([, pattern]) => `(${pattern})`).join('|')})(?!\\p{N})`, 'iuy')
/** Is anything of a beginning said at all? */
const cue = saying('founded', 'started', 'beginnings', 'opens', 'makes', 'founders', 'authors')
export const tellsOfFounding = (text: string): boolean => cue.test(text)

const smallWords = Object.entries({
  B: 'by',
  b: 'by_behind',
  A: 'of',
  L: 'with',
  t: 'articles',
  i: 'they',
  r: 'who',
}).map(([letter, name]) => [letter, setOf(name)] as const)
const joining = [
  setOf('joining'),
  setOf('months'),
  glue,
  prepositions,
  copulas,
  wordsIn('proof').setOf('bounds'),
  whens,
]
const locatives = setOf('locatives')
const she = setOf('she')
const they = setOf('they_people')

/** The letter of a word that is no name: by, of, an article, a pronoun, one that only joins, or any other. */
function letterOf(text: string, lang = 'en'): string {
  if (text === 'I') return 'U'
  const low = bare(text.toLowerCase())
  if (low === 'a') return lang === 'en' ? 't' : 'g'
  for (const [letter, known] of smallWords) if (known.has(low)) return letter
  if (deniesThing.has(low)) return 'w'
  return joining.some((set) => set.has(low)) || /^\d+(?:st|nd|rd|th)?$/.test(low) ? 'g' : 'w'
}

/** Endings that say where. */
const inPlace = new Map([
  ['tr', /['’][dt][ae]n?$/],
  ['hu', /(?:b[ae]n|[oeö]tt|[oöe]n)$/],
  ['fi', /ss[aä]$/],
])
/** A capital is another's name, unless a place stands there ("in Lund", "İstanbul'da"), or all nouns have one. */
function nameOrWord(text: string, before: string, lang: string): string {
  const letter = letterOf(text, lang)
  if (letter !== 'w' || !/^\p{Lu}/u.test(text)) return letter
  if (locatives.has(before.toLowerCase()) || inPlace.get(lang)?.test(text)) return 'g'
  return lang === 'de' ? 'w' : 'o'
}

/** "BEN" of Blockchain Education Network. */
const initials = (name: string): string[] => {
  const found = name.match(/(?<!\p{L})\p{Lu}/gu) ?? []
  return found.length > 2 ? [found.join('')] : []
}
const ownForms = remembered((site) =>
  [...site.names, ...site.called]
    .flatMap((name) => [name, name[0]!.toUpperCase() + name.slice(1), ...initials(name)])
    .toSorted((one, other) => other.length - one.length),
)
/** What may follow a name and belongs to it, and then no more letters. */
const endOfName = new RegExp(
  `(?:e?[ns](?!\\p{L}))?[®™]?(?:,? ${legalForms}\\.?)?(?: development| project|['’]s ${anyOf('stories')})?(['’]s)?(?![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}]|['’]\\p{L}|-\\p{L})`,
  'uy',
)

/** Whom a first name means: the one of that name who stands on a page about us. */
const firstNames = remembered((site) => {
  const people = site.lines.flatMap(({ kind, page, text }) => {
    const name = isCompanyPage(page) && kind === 'visible' ? text.split(/,| [–—|-] |\s?\(/)[0]! : ''
    return isPersonName(name) ? name : []
  })
  const byFirst = Map.groupBy(new Set(people), (name) => name.split(' ')[0]!)
  return new Map([...byFirst].filter(([, names]) => names.length === 1))
})

/** Whom "she" or "they" means: those named last, in this sentence or the one before. */
function meant(pronoun: string, parts: Part[], before: string): string[] | undefined {
  if (!she.has(pronoun) && !they.has(pronoun)) return undefined
  const names = parts.findLast(({ letter }) => letter === 'P')?.names ?? peopleIn(before)
  return (names.length === 1 ? she : they).has(pronoun) ? names : []
}

/** What a sentence says at one place: the longest thing that is known there. */
function partAt(text: string, at: number, parts: Part[], before: string, site: Reading): Part {
  const part = (letter: string, said: string, names: string[] = []): Part => ({
    letter,
    text: said,
    at,
    names,
  })
  const take = (pattern: RegExp, from = at): RegExpExecArray | null => {
    pattern.lastIndex = from
    return pattern.exec(text)
  }
  for (const name of ownForms(site)) {
    const end = text.startsWith(name, at) ? take(endOfName, at + name.length) : null
    if (end) return part(end[1] === undefined ? 'U' : 'S', name + end[0])
  }
  const mark = text[at]!
  if (!/[\p{L}\p{M}\p{N}]/u.test(mark))
    return part(/[,:(–—·|"“”„«»،、，]/u.test(mark) ? ',' : /[;.!?]/.test(mark) ? '|' : '', mark)
  const [said, ...groups] = take(anyKnown) ?? []
  if (said !== undefined) return part(known[groups.findIndex((group) => group !== undefined)]![0], said)
  const [first] = take(elided) ?? []
  if (first !== undefined) return part(letterOf(first.slice(0, -1)), first)
  const [listed = ''] = take(list) ?? []
  const names = listed !== '' && letterOf(listed.split(/\s/)[0]!) === 'w' ? peopleOf(listed) : []
  const last = names.at(-1) ?? ''
  const upTo = listed.lastIndexOf(last) + last.length
  if (last !== '') return part('P', listed.slice(0, upTo), names)
  const [one = mark] = take(word) ?? []
  // "a" before a name is no article: "a Milano".
  if (one === 'a' && /^ \p{Lu}/u.test(text.slice(at + 1))) return part('g', one)
  const called = meant(one.toLowerCase(), parts, before) ?? firstNames(site).get(one)
  if (called && called.length > 0) return part('P', one, called)
  return part(nameOrWord(one, parts.at(-1)?.text ?? '', site.start.lang), one)
}

const rowsOf = remembered(() => new Map<string, Row>())
/** The sentence as a row of letters, read with the one before it. */
export function rowOf(raw: string, before: string, site: Reading): Row {
  const rows = rowsOf(site)
  const key = `${before}\n${raw}`
  const row = rows.get(key) ?? readRow(raw, before, site)
  rows.set(key, row)
  return row
}

/** What is said of somebody between commas, before what they did. */
const aside = /(?<=P),[^,|VvXWNMUP]{1,14},(?=[gti]*[VXW])/

/** Of brackets only those that hold a year are read, of e-mail addresses none. */
function readRow(raw: string, before: string, site: Reading): Row {
  const text = raw
    .replace(/\s*\(([^()]*)\)/g, (_, inner: string) => (/\d{4}/.test(inner) ? `, ${inner}, ` : ''))
    .replace(/\s\S+@\S+(?=\s)/g, '')
  const parts: Part[] = []
  for (let at = 0; at < text.length;) {
    const part = partAt(text, at, parts, before, site)
    if (part.letter !== '') parts.push(part)
    at += part.text.length
  }
  const lettersOf = (): string => parts.map(({ letter }) => letter).join('')
  const found = aside.exec(lettersOf())
  if (found) parts.splice(found.index, found[0].length)
  return { letters: lettersOf(), parts, text }
}
