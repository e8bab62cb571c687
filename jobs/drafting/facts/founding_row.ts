/*
 * A sentence that tells of a beginning as a row of letters, one for each of its parts, so that a few patterns over the row
 * read it in any language:
 *   U we, our names, "our firm" · K a firm of no owner · Y a year · P people · V began · X opened · v beginning · W made · N founder ·
 *   M maker · B by · b by (behind the name) · A of, by · L for, with, at · t the · i it, they · r who · g what only joins ·
 *   o another name · w another word · , comma · | stop
 */
import { legalForms } from '../page/own_names.ts'
import type { Reading } from '../page/reading.ts'
import { copulas, deniesThing, glue, prepositions, whens } from '../proof/cues.ts'
import { bare, wordsIn } from '../words/words_in.ts'
import { people, peopleOf } from './person_names.ts'

const { anyOf, setOf, saying } = wordsIn('founding')

type Part = { letter: string; text: string; at: number; names: string[] }
export type Row = { letters: string; parts: Part[]; text: string }

const kinds = `(?:${anyOf('kinds')} ){0,2}`
const list = new RegExp(people, 'uy')
const word = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.&-]*(?<![.'’-])/uy
const elided = /(?:[dlnsc]|qu|[dns]ell|dall|all)['’](?=\p{L})/iuy
const known: [string, string][] = [
  ['Y', String.raw`(?:1[89]|20)\d\d(?:['’]\p{Ll}{2,4})?(?![\d%]|[.,/-]\d)`],
  ['B', `${anyOf('initiative')} (?:de|di|von|of|d(?=['’]))`],
  ['V', `${anyOf('founded', 'started')}(?:,? (?:${anyOf('and')} )?${anyOf('runs')}){0,2}`],
  ['v', anyOf('beginnings')],
  ['X', anyOf('opens')],
  ['W', anyOf('makes')],
  ['N', anyOf('founders')],
  ['M', anyOf('authors')],
  ['U', `(?:${anyOf('ones')} |l['’])${kinds}(?:\\p{Ll}+ (?=winkel|zaak))?${anyOf('firms', 'stories')}`],
  ['U', anyOf('we')],
  ['K', `${kinds}${anyOf('firms')}`],
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

/** The letter of a word that is no name: by, of, an article, a pronoun, one that only joins, or any other. */
function letterOf(text: string, lang = 'en'): string {
  if (text === 'I') return 'U'
  const low = bare(text.toLowerCase())
  if (low === 'a') return lang === 'en' ? 't' : 'g'
  for (const [letter, known] of smallWords) if (known.has(low)) return letter
  if (deniesThing.has(low)) return 'w'
  return joining.some((set) => set.has(low)) || /^\d+(?:st|nd|rd|th)?$/.test(low) ? 'g' : 'w'
}

/** A capital is another's name, unless a place stands there ("in Lund", "İstanbul'da"), or all nouns have one. */
function nameOrWord(text: string, before: string, lang: string): string {
  const letter = letterOf(text, lang)
  if (letter !== 'w' || !/^\p{Lu}/u.test(text)) return letter
  if (locatives.has(before.toLowerCase()) || /['’](?:[dt][ae]n?)$/.test(text)) return 'g'
  return lang === 'de' ? 'w' : 'o'
}

const isFirm = new RegExp(`^,? ${legalForms}`, 'u')
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const namings = new WeakMap<Reading, RegExp>()
function namesOf(site: Reading): RegExp {
  const known = namings.get(site)
  if (known) return known
  const names = [...site.names, ...site.called]
    .flatMap((name) => [name, name[0]!.toUpperCase() + name.slice(1)])
    .toSorted((one, other) => other.length - one.length)
  const made = new RegExp(
    `(?:l['’])?(?:${names.map(escaped).join('|') || '(?!)'})${site.start.lang === 'de' ? '(?:e?[ns])?' : ''}[®™]?(?:,? ${legalForms}\\.?)?(?: development| project|['’]s (?:story|journey))?(?![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}]|['’]\\p{L}|-\\p{L})`,
    'uy',
  )
  namings.set(site, made)
  return made
}

/** What a sentence says at one place: the longest thing that is known there. */
function partAt(text: string, at: number, before: string, site: Reading): Part {
  const part = (letter: string, said: string, names: string[] = []): Part => ({
    letter,
    text: said,
    at,
    names,
  })
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  const [own] = take(namesOf(site)) ?? []
  if (own !== undefined) return part('U', own)
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
  if (last !== '' && !isFirm.test(text.slice(at + upTo))) return part('P', listed.slice(0, upTo), names)
  const [one = mark] = take(word) ?? []
  // "a" before a name is no article: "a Milano".
  if (one === 'a' && /^ \p{Lu}/u.test(text.slice(at + 1))) return part('g', one)
  return part(nameOrWord(one, before, site.start.lang), one)
}

/** The sentence as a row of letters; of brackets only those that hold a year are read, of addresses none. */
export const rowOf = (raw: string, site: Reading): Row => {
  const ofSite = rows.get(site) ?? new Map<string, Row>()
  rows.set(site, ofSite)
  const row = ofSite.get(raw) ?? readRow(raw, site)
  ofSite.set(raw, row)
  return row
}
const rows = new WeakMap<Reading, Map<string, Row>>()

function readRow(raw: string, site: Reading): Row {
  const text = raw
    .replace(/\s*\(([^()]*)\)/g, (_, inner: string) => (/\d{4}/.test(inner) ? `, ${inner}, ` : ''))
    .replace(/\s\S+@\S+(?=\s)/g, '')
  const parts: Part[] = []
  for (let at = 0; at < text.length;) {
    const part = partAt(text, at, parts.at(-1)?.text ?? '', site)
    if (part.letter !== '') parts.push(part)
    at += part.text.length
  }
  return { letters: parts.map(({ letter }) => letter).join(''), parts, text }
}
