/*
 * Who began the company, and when. A sentence that holds a word of founding is written as a row of letters, one for each
 * of its parts, and a few patterns over that row read it in any language:
 *   U we, our names, "our firm" · K a firm of no owner · Y a year · P people · V began · X opened · v beginning · W made · N founder ·
 *   M maker · B by · b by (behind the name) · A of, by · L for, with, at · t the · i it, they · r who · g what only joins ·
 *   o another name · w another word · , comma · | stop
 */
import type { Line } from '../page/lines.ts'
import type { Reading } from '../page/reading.ts'
import {
  aFirm,
  authors,
  beginnings,
  begins,
  byWhom,
  founders,
  isLocative,
  letterOf,
  makes,
  monthNames,
  opens,
  ourFirm,
  we,
} from './founding_words.ts'
import { mayName, people, peopleOf } from './person_names.ts'
import { isDenied, isOfUs } from './subject.ts'

type Part = { letter: string; text: string; at: number; names: string[] }
export type Row = { letters: string; parts: Part[]; text: string }

const year = /(?:1[89]|20)\d\d(?:['’]\p{Ll}{2,4})?(?![\d%]|[.,/-]\d)/uy
const list = new RegExp(people, 'uy')
const word = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.&-]*(?<![.'’-])/uy
const elided = /(?:[dlnsc]|qu|[dns]ell|dall|all)['’](?=\p{L})/iuy
const cue = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${[begins, beginnings, opens, makes, founders, authors].map(({ source }) => source).join('|')})`,
  'iu',
)
/** Is anything of a beginning said at all? */
export const tellsOfFounding = (text: string): boolean => cue.test(text)

const legal =
  '(?:GmbH|AG|Ltd|Limited|LLC|Inc|SAS|SARL|SL|Lda|BV|AB|Oy|OÜ|ApS|AS|UG|e\\.K|S\\.L|S\\.r\\.l|s\\.r\\.o|B\\.V|[Ss]p\\. z o\\. ?o)'
const isFirm = new RegExp(`^,? ${legal}(?!\\p{L})`, 'u')
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const namings = new WeakMap<Reading, RegExp>()
function namesOf(site: Reading): RegExp {
  const known = namings.get(site)
  if (known) return known
  const names = [...site.names, ...site.called]
    .flatMap((name) => [name, name[0]!.toUpperCase() + name.slice(1)])
    .toSorted((one, other) => other.length - one.length)
  const made = new RegExp(
    `(?:l['’])?(?:${names.map(escaped).join('|') || '(?!)'})${site.start.lang === 'de' ? '(?:e?[ns])?' : ''}[®™]?(?:,? ${legal}\\.?)?(?: development| project|['’]s (?:story|journey))?(?![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}]|['’]\\p{L}|-\\p{L})`,
    'uy',
  )
  namings.set(site, made)
  return made
}

const fixed: [string, RegExp][] = [
  ['B', byWhom],
  ['V', begins],
  ['v', beginnings],
  ['X', opens],
  ['W', makes],
  ['N', founders],
  ['M', authors],
  ['U', ourFirm],
  ['U', we],
  ['K', aFirm],
]

/** The sentence as a row of letters; of brackets only those that hold a year are read. */
export function rowOf(raw: string, site: Reading): Row {
  const sentence = raw.replace(/\s*\(([^()]*)\)/g, (_, inner: string) =>
    /\d{4}/.test(inner) ? `, ${inner}, ` : '',
  )
  const parts: Part[] = []
  const add = (letter: string, text: string, names: string[] = []): void =>
    void parts.push({ letter, text, at, names })
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(sentence)?.[0]
  }
  while (at < sentence.length) {
    const [own, dated, first] = [take(namesOf(site)), take(year), take(elided)]
    let text = own ?? dated
    if (own !== undefined) add('U', own)
    else if (dated !== undefined) add('Y', dated)
    else {
      const known = fixed.find(([, pattern]) => take(pattern) !== undefined)
      if (known) add(known[0], (text = take(known[1])!))
      else if (first !== undefined) add(letterOf(first.slice(0, -1)), (text = first))
      else {
        const said = take(list)
        const names = said !== undefined && letterOf(said.split(/\s/)[0]!) !== 'g' ? peopleOf(said) : []
        const last = names.at(-1)
        if (
          last !== undefined &&
          letterOf(said!.split(/\s/)[0]!) === 'w' &&
          !isFirm.test(sentence.slice(at + said!.lastIndexOf(last) + last.length))
        )
          add('P', (text = said!.slice(0, said!.lastIndexOf(last) + last.length)), names)
        else text = undefined
      }
    }
    if (text === undefined) {
      text = take(word)
      if (text === undefined) {
        text = sentence[at]!
        if (/[,:(–—·|"“”„«»،、，]/u.test(text)) add(',', text)
        else if (/[;.!?]/.test(text)) add('|', text)
      } else if (text === 'a' && /^\s\p{Lu}/u.test(sentence.slice(at + 1, at + 4))) add('g', text)
      else add(nameOrWord(text, parts.at(-1)?.text ?? '', site.start.lang), text)
    }
    at += text.length
  }
  return { letters: parts.map(({ letter }) => letter).join(''), parts, text: sentence }
}

/** A capital is another's name, unless a place stands there ("in Lund", "İstanbul'da"), or all nouns have one. */
function nameOrWord(text: string, before: string, lang: string): string {
  const letter = letterOf(text, lang)
  if (letter !== 'w' || !/^\p{Lu}/u.test(text)) return letter
  if (isLocative(before) || /['’](?:[dt][ae]n?)$/.test(text)) return 'g'
  return lang === 'de' ? 'w' : 'o'
}

/** Whose beginning a verb tells: ours, nobody's by name ("Founded in 2014 by …"), or another's. */
function beginningOf({ letters: row, parts }: Row, at: number, site: Reading): 'ours' | 'none' | 'other' {
  const before = row.slice(0, at)
  const after = row.slice(at + 1)
  const noun = row[at] === 'v'
  // "founded Acme", "gründeten Ana See und Ben Ort die Acme GmbH"; not "founded the Acme user group".
  if (noun ? /^[gtAL]*U/.test(after) : /^[gtYP]*U(?![wo])/.test(after)) return 'ours'
  if (row[at] === 'X' || !/^(?:$|[gYBALbP,|UW])/.test(after)) return 'other'
  const isUs =
    /(?:^|[^LAN]|U[LA])U[gYBAPb,]*$/.test(before) || /(?:^|[,|])[gtU]*[gtw]{0,4}K[wg,]?$/.test(before)
  // "Linde Bakker began in 2011" on the site of Linde's Bakery.
  const isNamesake =
    /^[gt]*P[gtY]*$/.test(before) &&
    parts[row.indexOf('P')]!.names[0]!.split(' ').some((one) => site.own_words.has(one.toLowerCase()))
  const isMade = row[at] === 'W' && /^[gt]*U[gwo]{0,4}$/.test(before) && /^[gtY]*[BA]/.test(after)
  const isIt = /i[gYBAPb]*$/.test(before) && /^[gtY,]*U/.test(before)
  if (isUs || isIt || isMade || isNamesake) return 'ours'
  if (!/^[gtYb,]*P?[gtYb,]*$/.test(before)) return /^K[^|PUVo]{0,6}$/.test(before) ? 'ours' : 'other'
  // "Founded in 2019, we …"; not "Founded in 1952, Globex …".
  if (/^[gtYBAP]*[^|VU]{0,8},[gt]*U(?!o)/.test(after)) return 'ours'
  return /,[gt]*[oti]/.test(after) ? 'other' : 'none'
}

/** The year of a verb: nothing but glue stands between, or else no other clause does. */
function yearOf({ letters: row, parts }: Row, at: number): Part | null {
  const near: Part[] = []
  const far: Part[] = []
  parts.forEach((part, place) => {
    if (part.letter !== 'Y') return
    const gap = row.slice(Math.min(at, place) + 1, Math.max(at, place))
    if (/^[gtBAPbUiLc,]*$/.test(gap)) near.push(part)
    else if (!/[|rVvN]/.test(gap) && gap.length < 16) far.push(part)
  })
  const years = near.length > 0 ? near : far
  return new Set(years.map(({ text }) => text.slice(0, 4))).size === 1 ? years[0]! : null
}

/** Does the text begin with us: "we …", "our bakery …", "Acme, …"? */
export const startsWithUs = (text: string, site: Reading): boolean =>
  /^[gt,]*(?:K[gt,]*)?U(?!o)/.test(rowOf(text, site).letters)

const onlyBy = /^[gtY,]*(?:[BA][twog]{0,5}P[gtYw,]*)?\|?$/

/** The year in which a sentence says that we began. */
export function yearTold(sentence: string, line: Line, site: Reading): number | null {
  const row = rowOf(sentence, site)
  for (const [at, part] of row.parts.entries()) {
    if (!/[VvX]/.test(part.letter)) continue
    const whose = beginningOf(row, at, site)
    const told = whose === 'other' ? null : yearOf(row, at)
    if (told === null) continue
    const clause = row.parts.findLastIndex(({ letter }, place) => letter === '|' && place < at)
    const until = row.text.slice(row.parts[clause]?.at ?? 0, Math.max(part.at, told.at))
    if (
      isDenied(until.replace(monthNames, ' ')) ||
      /(?<!\p{L})(?:[Bb]efore|[Uu]ntil|than|avant|antes|prima)(?: \p{Lu}\p{L}+)?\s*$/u.test(
        row.text.slice(0, told.at),
      )
    )
      continue
    if (whose === 'ours' || isOfUs(sentence, line, site) || onlyBy.test(row.letters.slice(at + 1)))
      return Number(told.text.slice(0, 4))
  }
  return null
}

export type Named = { name: string; title: string | null }

/** The people at the end of what a pattern finds in the row, after a place or before it. */
const peopleAfter = ({ letters, parts }: Row, from: number, pattern: RegExp): string[] => {
  const found = pattern.exec(letters.slice(from))
  return found ? parts[from + found[0].lastIndexOf('P')]!.names : []
}
const peopleBefore = ({ letters, parts }: Row, to: number, pattern: RegExp): string[] => {
  const found = pattern.exec(letters.slice(0, to))
  return found ? parts[found.index + found[0].indexOf('P')]!.names : []
}

/** "La fundaron Ana Sea y Ben Ort", "A fondarla furono la cuoca Ana Sea e il fabbro Ben Ort" */
const didIt = /(?:ar[oa][nm]|arono|arl[aoe]|[eę]li|yli)$/iu
const peopleListed = ({ letters, parts }: Row, from: number): string[] => {
  const run = /^(?:[g,]{0,5}|w[gw]{0,3},)(?:[g,]*t?w?P)+/.exec(letters.slice(from))?.[0] ?? ''
  return parts.slice(from, from + run.length).flatMap(({ names }) => names)
}

/** Those whom a verb of beginning names: by whom, who did, or whom it puts behind itself. */
function peopleOfVerb(row: Row, at: number, site: Reading): string[] {
  const whose = beginningOf(row, at, site)
  if (whose === 'other' || (whose === 'none' && row.letters[at] === 'W')) return []
  const passive = [
    peopleAfter(row, at + 1, /^[gtY,]*(?:[BA][twogA]{0,4}|B[Uw],|[wgtY]{0,4}KA)P/),
    peopleBefore(row, at, /Pb[gtY]*$/),
    peopleBefore(row, at, /[BA][tg]*P[gYt]*$/),
    peopleBefore(row, at, /P,[tr]U[gYt]*$/),
    ...(didIt.test(row.parts[at]!.text) ? [peopleListed(row, at + 1)] : []),
  ].find((names) => names.length > 0)
  if (passive || whose === 'none' || !/[VX]/.test(row.letters[at]!)) return passive ?? []
  if (/^[gtYP]*U(?![wo])/.test(row.letters.slice(at + 1))) {
    const did = peopleBefore(row, at, /P(?:,?r)?[gt,]{0,3}$/)
    const named = did.length > 0 ? did : peopleAfter(row, at + 1, /^[gtY]*P/)
    return named.length > 0 ? named : peopleBefore(row, at, /P[gtw]{1,7}$/)
  }
  const passive_verb = /^(?:основан|создан|založen|vytvořen|założon|utworzon)/iu.test(row.parts[at]!.text)
  return !passive_verb && /[UK][gtY]*$/.test(row.letters.slice(0, at))
    ? peopleAfter(row, at + 1, /^[gtY]*P/)
    : []
}

const ofOurs =
  /^(?:our|my|unser\p{L}*|mein\p{L}*|notre|nos|mon|ma|nuestr\p{L}+|nostr\p{L}+|onze|ons|nasz\p{L}*|naš\p{L}*|vår\p{L}*)$/iu
const ofTheirs =
  /^(?:its|su|sus|sa|son|ses|suo|sua|seu|ihr|sein|jej|jeho|její|zijn|our|unser|notre|nuestr[oa]|nostr[oa])$/iu
const meSaid = /^(?:(?:.*\s)?my name is|(?:.*\s)?i(?:['’]m| am)|ich bin|je suis|soy|sono)$/iu

/** Those whom a noun names: "Ana Sea, founder of Acme", "our founder Ana Sea", "Founders: Ana Sea, Ben Ort". */
function peopleOfNoun(row: Row, at: number, isOwnPage: boolean): string[] {
  const { letters, parts } = row
  const before = letters.slice(0, at)
  const after = letters.slice(at + 1)
  const ofUs = /^[gto,]*[LA]t?U(?!o)/.test(after)
  if (ofUs && /P[,gt]*w?$/.test(before)) return peopleBefore(row, at, /P[,gtw]*$/)
  const ofAnother = /^[LA][gt]*[wo]/.test(after)
  // "Ben Ort, su socio fundador" on a page about us.
  if (
    isOwnPage &&
    !ofAnother &&
    /P,[gtwA]{1,2}$/.test(before) &&
    parts.slice(-2 + at, at).some(({ text }) => ofTheirs.test(text))
  )
    return peopleBefore(row, at, /P,[gtwA]{1,2}$/)
  const first = letters.indexOf('P')
  if (
    first > 0 &&
    first < at &&
    !ofAnother &&
    /^P[,gtw]{0,5}$/.test(letters.slice(first, at)) &&
    meSaid.test(row.text.slice(0, parts[first]!.at).trim())
  )
    return parts[first]!.names
  if (parts[at]!.letter !== 'N') return []
  const our = parts[at - 1] !== undefined && ofOurs.test(parts[at - 1]!.text)
  const told = /U[gtw]*[VX]|[VX][gt]*U/.test(after)
  if (!our && !(/^[gt]*$/.test(before) && (isOwnPage || ofUs || told || /^U/.test(after)))) return []
  const rest = /^(?:[LA]?t?U)?o?[g,]*P/.exec(after)?.[0]
  if (rest === undefined) return []
  const behind = after.slice(rest.length)
  // "founder Rick Moss of Harbour", "Co-founder, Harbour Ventures"
  if (/^,?[LA][gt]*[wo]/.test(behind) || (/^,P$/.test(rest) && behind === '' && !/[:：–—]/.test(row.text)))
    return []
  return parts[at + rest.length]!.names
}

/** The founders a sentence names, by what it says of them and of us. */
export function foundersTold(sentence: string, site: Reading, isOwnPage: boolean): Named[] {
  if (sentence.length > 500 || !mayName.test(sentence) || !tellsOfFounding(sentence)) return []
  const row = rowOf(sentence, site)
  const found = row.parts.flatMap(({ letter, text }, at): Named[] => {
    const names = /[VvWX]/.test(letter)
      ? isOwnPage && /arl[aoe]$/i.test(text)
        ? peopleListed(row, at + 1)
        : peopleOfVerb(row, at, site)
      : /[NM]/.test(letter)
        ? peopleOfNoun(row, at, isOwnPage)
        : []
    return names.map((name) => ({ name, title: letter === 'N' ? text : null }))
  })
  return found.filter((one, at) => found.findIndex(({ name }) => name === one.name) === at)
}
