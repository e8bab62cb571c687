/** Who began the company, and when, by the row of letters that a sentence is read as (founding_row.ts). */
import type { Line } from '../page/lines.ts'
import type { CrawledSite } from '../page/reading.ts'
import { copulas } from '../proof/cues.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { isOfUsAside, isOfUsBefore, type Row, rowOf, tellsOfFounding } from './founding_row.ts'
import { cases, inNominative, meSaid } from './who_is_meant.ts'
import { lastNamed, peopleIn, withoutAsides } from './person_names.ts'
import { isDenied, isOfUs, saysName } from './subject.ts'

const { anyOf, setOf } = wordsIn('founding')
const along = setOf('along')
const months = new RegExp(anyOf('months'), 'giu')
const bounded = new Wording(`${anyOf('bounding')}(?: \\p{Lu}\\p{L}+)?\\s*$`, 'iu')
const isOutside = wordsIn('people').saying('outside')
const isAnd = new Wording(`^(?:${wordsIn('people').anyOf('and')}|&)$`, 'iu')
/** "The three founders, Ana Sea, …" */
const counted = new Wording(`^(?:${anyOf('articles')} )?${wordsIn('prices').anyOf('numbers')} $`, 'iu')
/** "Acme", "the first version"; not "our newsletter". */
const isWhole = new Wording(`^(?:\\p{Lu}|${anyOf('first_ones')})`, 'u')
const ofOurs = new Wording(`^${anyOf('ours')}$`, 'iu')

/** Languages that put our name before another noun: "founded the Acme user group". */
const compounds = /^(?:en|de|nl|sv|da|no|nb|fi)/
export const verbSecond = /^(?:de|nl|sv|da|no|nb)/
/** Languages whose verb stands at the end, behind us and whoever did it. */
const verbLast = /^(?:tr|hu)/
/** "founded Acme", "gründeten Ana See und Ben Ort die Acme GmbH", "set up their own company, Acme" */
const hasObject = (after: string, site: CrawledSite): boolean =>
  /^(?:[gtYP]*U(?![wo])|P?Uw|[gt]?w{0,2}K,?t?U(?!o))/.test(after) ||
  // "Mit Ben Ort gründete sie im Jahr darauf Acme"
  (verbSecond.test(site.start.lang) && /^P(?:[gtwY]{0,4}L[gtw]{0,2}P)?[gtwY]{0,6}U(?![wo])/.test(after)) ||
  (!compounds.test(site.start.lang) && /^[gtYP]*tU(?!o)/.test(after))

/** Whose beginning a verb tells: ours, nobody's by name ("Founded in 2014 by …"), or another's. */
function beginningOf(
  { letters: row, parts, before: said }: Row,
  at: number,
  site: CrawledSite,
): 'ours' | 'none' | 'other' {
  const before = row.slice(0, at)
  const after = row.slice(at + 1)
  const noun = row[at] === 'v'
  // "The Tide Singers were founded in 1961": nobody is.
  if (!noun && at > 1 && /P$/.test(row.slice(0, at - 1)) && copulas.has(parts[at - 1]!.text.toLowerCase()))
    return 'other'
  if (noun ? /^[gtAL]*U/.test(after) : hasObject(after, site)) return 'ours'
  if (verbLast.test(site.start.lang) && /^U(?!o)[^|VXW]*P$/.test(before)) return 'ours'
  // "Acme is drawn by Ana Sea. She started it in 2020."
  const isNamed =
    /^[gt]*i(?!o)/.test(after) && /P[gt]*$/.test(before) && (before.includes('U') || saysName(said, site))
  if (isNamed) return 'ours'
  // "Old Tea was founded by Ana Sea": what looks like a person and is founded is a firm.
  if (/^[gtY,]*P[gt]+$/.test(before) && /^[gtYLow,]*[BA][twogA]{0,4}P/.test(after)) return 'other'
  // "We set it up in 2016."
  if (!noun && /(?:^|[|,])[gt]*U$/.test(before) && /^ig*Y/.test(after)) return 'ours'
  // "I started at the Tide Museum"
  if (!noun && /^Lt?o/.test(after)) return 'other'
  if (isOfUsBefore(before) || (!noun && isOfUsAside(before, after))) return 'ours'
  if (row[at] === 'X' || !/^(?:$|[gYBALbP,|UW])/.test(after)) return 'other'
  // "At Northbank, a company founded in 1998"
  if (/,g?tK[wg]?$/.test(before) && !before.includes('U')) return 'other'
  const isUs =
    /(?:^|[^LAN]|U[LA])U[gYBAPbi,]*(?:Yw)?$/.test(before) ||
    /(?:^|(?<![oP])[,|])[gtU]*[gtw]{0,4}K[wg,]?$/.test(before) ||
    // "Acme wurde 2013 von Ana See in Kiel gegründet"
    (/^(?:$|[|,])/.test(after) && /^[gt]*K?U[g,][gtYwoBALPb,]*$/.test(before))
  // "Linde Bakker began in 2011" on the site of Linde's Bakery.
  const isNamesake =
    /^[gt]*P[gtY]*$/.test(before) &&
    parts[row.indexOf('P')]!.names[0]!.split(' ').some((one) => site.own_words.has(one.toLowerCase()))
  const isIt = /i[gYBAPb]*$/.test(before) && /^[gtY,]*U/.test(before)
  if (isUs || isIt || isNamesake) return 'ours'
  if (!/^[gtYb,]*(?:P[gtYb]*)?$/.test(before)) return /^K[^|PUVo]{0,6}$/.test(before) ? 'ours' : 'other'
  // Whoever else stands behind "by Ana Sea, who sails," began it as well.
  return /,[gt]*[otiP]/.test(after.split(/[BA][twogA]{0,4}P/)[0]!) ? 'other' : 'none'
}

/** The year of a verb: nothing but glue stands between, or else no other clause does. */
function yearOf({ letters: row, parts, text }: Row, at: number): Row['parts'][0] | null {
  const near: Row['parts'] = []
  const far: Row['parts'] = []
  parts.forEach((part, place) => {
    if (part.letter !== 'Y' || bounded.test(text.slice(0, part.at))) return
    const gap = row.slice(Math.min(at, place) + 1, Math.max(at, place))
    if (/^[gtBAPbUiLc,]*$/.test(gap)) near.push(part)
    else if (!/[|rVvN]/.test(gap) && gap.length < 16) far.push(part)
  })
  const years = near.length > 0 ? near : far
  return new Set(years.map(({ text }) => text.slice(0, 4))).size === 1 ? years[0]! : null
}

/** Does the clause up to one of its parts deny what it says? */
function isDeniedUntil({ parts, text }: Row, at: number): boolean {
  const clause = parts.findLast(({ letter }, place) => letter === '|' && place < at)
  return isDenied(text.slice(clause?.at ?? 0, parts[at]!.at).replace(months, ' '))
}

const onlyBy = /^[gtY,]*(?:[BA][twog]{0,5}P[gtYw,]*)?\|?$/

/** The year in which a sentence says that we began. */
export function yearTold(sentence: string, before: string, line: Line, site: CrawledSite): number | null {
  const row = rowOf(sentence, before, site)
  for (const [at, part] of row.parts.entries()) {
    // "První Acme jsem napsal na jaře 2018"
    const isMade =
      /^WU(?!o)/.test(row.letters.slice(at)) ||
      isOfUsAside(row.letters.slice(0, at), row.letters.slice(at + 1)) ||
      (cases.test(site.start.lang) && /^[gt]*Ug?W$/.test(row.letters.slice(0, at + 1)))
    if (!/[VvX]/.test(part.letter) && !isMade) continue
    const whose = beginningOf(row, at, site)
    const yearPart = whose === 'other' ? null : yearOf(row, at)
    if (yearPart === null) continue
    if (whose === 'none' && isOutside.test(sentence)) continue
    if (isDeniedUntil(row, Math.max(at, row.parts.indexOf(yearPart)))) continue
    if (bounded.test(row.text.slice(0, yearPart.at))) continue
    if (whose === 'ours' || isOfUs(sentence, line, site) || onlyBy.test(row.letters.slice(at + 1)))
      return Number(yearPart.text.slice(0, 4))
  }
  return null
}

type Named = { name: string; title: string | null }

/** "Von Ana See" may be by her, "of Terra Mystica" is not. */
const isEnglishOf = ({ letters, parts }: Row, to: number): boolean =>
  parts[/A[tg]*P[gYtwo]{0,8}$/.exec(letters.slice(0, to))?.index ?? -1]?.text.toLowerCase() === 'of'

/** The people in what a pattern finds behind a place, and those after an aside: "by Ana Sea, a former clerk, and baker Ben Ort". */
function peopleBehind(row: Row, from: number, pattern: RegExp): string[] {
  const match = pattern.exec(row.letters.slice(from))
  if (!match) return []
  let to = from + match[0].length
  const names = row.parts.slice(from, to).flatMap((part) => part.names)
  for (;;) {
    const [more = ''] =
      /^(?:,[^|]{1,24}?,g[AB]?[gwKt]{0,3}P(?=[,|r]|$)|g[gwKt]{0,3},?P)/.exec(row.letters.slice(to)) ?? []
    if (more === '' || !isAnd.test(row.parts[to + more.search(/g[gwKtAB]*,?P$/)]!.text)) return names
    to += more.length
    names.push(...row.parts[to - 1]!.names)
  }
}
const peopleBefore = ({ letters, parts }: Row, to: number, pattern: RegExp): string[] => {
  const match = pattern.exec(letters.slice(0, to))
  return match ? parts.slice(match.index, to).flatMap(({ names }) => names) : []
}

/** Those whom a verb of beginning names: by whom, who did, or whom it puts behind itself. */
function peopleOfVerb(row: Row, at: number, site: CrawledSite): string[] {
  const whose = beginningOf(row, at, site)
  const verb = row.parts[at]!
  // "Lo fundó la cocinera Ana Sea con su prima Ina Ort", "Założył go Jan Nowak", "Fundou-a Ana Sea": it and its maker, in a sentence of their own.
  const isOfIt =
    (verb.letter === 'V' &&
      (at === 0
        ? row.letters[1] === 'w' || row.text[verb.text.length] === '-'
        : at === 1 && row.letters[0] === 't')) ||
    // "Erfunden hat ihn Ana See"
    (verb.letter === 'V' &&
      at === 0 &&
      /^de/.test(site.start.lang) &&
      /^g[witg]?P/.test(row.letters.slice(1))) ||
    // "Lo ha scritto Ana Sea"
    (/[VW]/.test(verb.letter) && row.letters.slice(0, at) === 'tg' && row.letters[at + 1] === 'P')
  const makers = isOfIt ? peopleBehind(row, at + 1, /^(?:tw|[wg]|g[witg])?P/) : []
  // "It is looked after by Ana Sea, who started it.", where nothing else is named that "it" could be.
  const before = (pattern: RegExp): string[] => peopleBefore(row, at, pattern)
  const isIt =
    /[VW]/.test(verb.letter) &&
    (/^[gt]*[iUK](?!o)/.test(row.letters.slice(at + 1)) ||
      / (?:it|this|that|the \p{L}+) up$/u.test(verb.text))
  const whoDid = isIt && !row.letters.slice(0, at).includes('o') ? before(/P,?rg?$/) : []
  if (whoDid.length > 0) return whoDid
  if (makers.length > 0) return [...makers, ...peopleAlong(row, at)]
  if (whose === 'other' || (whose === 'none' && verb.letter === 'W')) return []
  const behind = (pattern: RegExp): string[] => peopleBehind(row, at + 1, pattern)
  const passive = [
    inNominative(peopleBehind(row, at + 1, /^[gtY,]*(?:[oU][gY,]*)?[BA][twogA]{0,4}P/), site),
    before(/(?:Pgw?)?Pb[gtY]*$/),
    isEnglishOf(row, at) ? [] : before(/[BA][tg]*P[gYt]*$/),
    whose === 'ours' && !isEnglishOf(row, at) ? before(/[BA][tg]*P[gYtwo]{1,8}$/) : [],
    before(/P,[tr]U[gYt]*$/),
    // "2016 hat sie mit Ben Ort die Acme gegründet"
    verb.letter === 'V' && /^(?:de|nl)/.test(site.start.lang)
      ? before(/(?:P,[gtwo]{1,5},gt?w?)?P(?:L[gwt]{0,3}P)?[gt]{0,2}U[gY]*$/)
      : [],
  ]
  // "I am Ana Sea. I built Acme."
  const isMe = row.parts.some(({ letter, text }, nth) => nth < at && letter === 'P' && text === 'I')
  const isActive =
    whose === 'ours' &&
    (/[VX]/.test(verb.letter) ||
      isMe ||
      isOfUsBefore(row.letters.slice(0, at)) ||
      (/PWU$/.test(row.letters.slice(0, at + 2)) && isWhole.test(row.parts[at + 1]!.text)))
  // "Acme napisał Jan Nowak": the ending of the name says who did it.
  const isInflected =
    verb.letter === 'W' &&
    whose === 'ours' &&
    (cases.test(site.start.lang)
      ? row.letters[at - 1] === 'U'
      : // "Acme l'ha inventato Ana Sea"
        /^(?:it|es|pt)/.test(site.start.lang) && /^[gt]*U[gtw]{1,3}$/.test(row.letters.slice(0, at)))
  const isLast = verbLast.test(site.start.lang) && row.letters[at - 1] === 'P'
  // "Acme is what she wished for; she founded it with Ben Ort"
  const isItOfUs = whose === 'ours' && /^[gt]*i(?!o)/.test(row.letters.slice(at + 1))
  const isOfUs =
    isLast || isItOfUs || isOfUsBefore(row.letters.slice(0, at)) || hasObject(row.letters.slice(at + 1), site)
  const active = isOfUs
    ? [
        before(/(?<!(?:L|wA)[gtw]{0,2})(?:P[gt]{1,2}w?)?P(?:,?r)?[gt,]{0,3}$/),
        // "Ana Sea, a baker, and Ben Ort, a clerk, founded Acme"; "he and Ben Ort, who was a clerk, founded it"
        before(/P,[gtw]{1,4},?gP,[gtw]{1,4},$|PgP,[^P|UVX]{1,30},$/),
        before(/(?:^|\|)[gtY,]*P,[^P|UVX]{1,20},$/),
        behind(/^[gtY]*P/),
        behind(/^[gtY]*U[gY]{0,3}P/),
        before(/(?:^|[,|])[gtYwNo]*P[^P,|UVX]{1,16}$/),
        silent(row, at),
        // "They met over a game of Go and started Acme together."
        /^[gtY]*P.*g$/.test(row.letters.slice(0, at))
          ? row.parts.find(({ letter }) => letter === 'P')!.names
          : [],
      ]
    : [!/[UK][gtY]*(?:Yw)?$/.test(row.letters.slice(0, at)) ? [] : behind(/^[gtY]*P/)]
  const names =
    [...passive, ...(isActive ? active : []), isInflected ? behind(/^(?:gw)?[gY]{0,4}P/) : []].find(
      (some) => some.length > 0,
    ) ?? []
  return names.length > 0 && whose === 'ours' ? [...new Set([...names, ...peopleAlong(row, at)])] : names
}

/** "Ana Sea founded Acme with Ben Ort" */
function peopleAlong({ letters, parts }: Row, at: number): string[] {
  // "with a former Northbank colleague, Ana Sea", "Gemeinsam mit Ana See gründete er Acme"
  const from = /^[gt]*L[gtw]{0,2}P/.test(letters) ? 0 : at
  const clause = /^(?:[^|r]|(?<!,)r)*/.exec(letters.slice(from))![0]
  for (const { index, 0: said } of clause.matchAll(/L[gwto]{0,4},?P/g))
    if (along.has(parts[from + index]!.text.toLowerCase()))
      return parts[from + index + said.length - 1]!.names
  return []
}

/** Nobody stands before the verb in its clause: those named last did it. "Ana Sea loved tea, and in 2011 founded Acme" */
function silent({ letters, parts, before }: Row, at: number): string[] {
  if (!/(?:^|[,|])[gtYAL]*(?:w{1,3}g)?$/.test(letters.slice(0, at))) return []
  return (
    parts.findLast(({ letter }, place) => letter === 'P' && place < at)?.names ??
    lastNamed(before, parts[at]!.text)
  )
}

/** Those whom a noun names: "Ana Sea, founder of Acme", "our founder Ana Sea", "Founders: Ana Sea, Ben Ort". */
function peopleOfNoun(row: Row, at: number, isOwnPage: boolean): string[] {
  const { letters, parts } = row
  const before = letters.slice(0, at)
  const after = letters.slice(at + 1)
  const ofUs = /^[gto,]*[LA]t?U(?!o)/.test(after)
  if (ofUs && /P[,gt]*w?$/.test(before)) return peopleBefore(row, at, /P[,gtw]*$/)
  // "Publisher: Ana Sea, founder."
  const isTitle = /^(?:\||$|,(?!o))/.test(after)
  if (parts[at]!.letter === 'N' && isOwnPage && isTitle && /P,(?:wg|t)?$/.test(before))
    return peopleBefore(row, at, /P,(?:wg|t)?$/)
  if (parts[at]!.letter !== 'N') return []
  const our = parts[at - 1] !== undefined && ofOurs.test(parts[at - 1]!.text)
  if (!our && !/^[gt]*$/.test(before) && !counted.test(row.text.slice(0, parts[at]!.at))) return []
  const rest = /^(?:[LA]?t?U)?o?[g,]*P/.exec(after)?.[0]
  if (rest === undefined) return []
  return parts[at + rest.length]!.names
}

/** The founders a sentence names, by what it says of them and of us. */
export function foundersTold(
  sentence: string,
  before: string,
  site: CrawledSite,
  isOwnPage: boolean,
): Named[] {
  if (sentence.length > 500 || !tellsOfFounding(sentence)) return []
  if (!isOwnPage && peopleIn(before + sentence).length === 0 && !meSaid.test(before)) return []
  const row = rowOf(withoutAsides(sentence), before, site)
  // "The first commit is by Ana Sea, …"
  const by = /^U[gt]*Bt?P/.exec(row.letters)?.[0].length ?? 0
  if (by > 0)
    return isDeniedUntil(row, by - 1) ? [] : row.parts[by - 1]!.names.map((name) => ({ name, title: null }))
  return row.parts.flatMap(({ letter, text }, at): Named[] => {
    const names = /[VvWX]/.test(letter)
      ? peopleOfVerb(row, at, site)
      : /[NM]/.test(letter)
        ? peopleOfNoun(row, at, isOwnPage)
        : []
    if (names.length === 0 || isDeniedUntil(row, at)) return []
    return names.map((name) => ({ name, title: letter === 'N' ? text : null }))
  })
}
