/*
 * A founder where no grammar found anybody (people.ts): whom a model read, or whom the lines around a name tell of. Believed
 * where a sentence names them and says that they began or made us, or where they introduce themself and others say so.
 */
import { verbSecond } from './founding.ts'
import { rowOf } from './founding_row.ts'
import { inNominative } from './who_is_meant.ts'
import { beganNothing, isGiven, peopleIn, withSurnames } from './person_names.ts'
import { isDenied, isOfUs, isOurName, namesAnother, saysName, saysWe } from './subject.ts'
import { matching } from '../page/by_text.ts'
import type { Line } from '../page/lines.ts'
import { type CrawledSite, evidenceFrom, says } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import { fold } from '../page/stored_text.ts'
import type { Evidence } from '../profile.ts'
import { inAnyCase, wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

const { anyOf, saying } = wordsIn('founding')
const people = wordsIn('people')
const begins = saying('founded', 'started', 'opens', 'authors', 'we_began', 'i_began', 'wide_begun')
const makes = saying('makes', 'drawn')
const wide = saying('wide_begun')
const isNoFounder = people.saying('outside', ...beganNothing, 'nowadays')
const isLater = saying('year_after', 'years_after')
const introduces = new Wording(`${inAnyCase(anyOf('i_am', 'we_are'))} \\p{Lu}`, 'u')
/** "Ben" is "I" in Turkish, and a name elsewhere. */
const isIntroduction = (text: string, { start }: CrawledSite): boolean =>
  introduces.test(start.lang.startsWith('tr') ? text : text.replace(/(?<!\p{L})Ben /gu, ''))
/** Is the verb denied before it or right behind it, or, where a denial may end the clause, in its clause? */
function isDeniedBeginning(text: string, { start }: CrawledSite): boolean {
  const verb = begins.exec(text) ?? makes.exec(text)
  if (!verb) return false
  const after = text.slice(verb.index + verb[0].length)
  const near = (/^(?:de|nl)/.test(start.lang) ? /^[^,;:]*/ : /^(?: [^\s,;:]+){0,2}/).exec(after)![0]
  return isDenied(text.slice(0, verb.index + verb[0].length) + near)
}

/** "Acme was founded by Ana Sea", "Ana Sea, who built Acme", "Begun it was by Ana Sea" */
const isOurVerb =
  /^[gt,]*(?:K[gt,]*)?U(?!o)w?[gtbiYB,]*(?=[VXW])|(?=[VXW][gt]{0,2}U(?!o))|^[^o]*?(?=[VXW][gt]{0,2}i(?!o))/g
/** "Autorem programu jest Jan Nowak", "The author of Acme is Ana Sea" */
const isAuthor = /^[gt]*M[gtAL]{0,3}[KUSw]g{1,2}(?=P)/
/** "Acme is bedacht en gemaakt door Ana Mar en Ben Ort" */
const isMadeBy = new Wording(
  `${wordsIn('proof').anyOf('copulas')} (?:\\p{Ll}+ )?${anyOf('makes', 'drawn', 'runs')}(?:,? (?:${people.anyOf('and')} )?${anyOf('makes', 'drawn', 'runs')})? (?:\\p{Ll}+ ){0,2}${anyOf('by')} (?=\\p{Lu})`,
  'iu',
)
/** "Gegründet haben es Ana See und Ben Ort" */
const verbFirst = /^(?=V[gti]{1,3}P)/
/** "In 2019 we started Acme", "Il primo Acme l'abbiamo costruito" */
const isOfUsRow = /[VXW][gt]{0,2}[Ui](?!o)|^[gtw,]{0,3}U(?!o)/
/** "Acme haben sich Ana See und Ben Ort ausgedacht" */
const areOurPeople = /^[gt,]*U(?!o)[^|VXW]*?(?=P)/
const endsWithVerb = new Wording(`${anyOf('founded', 'started', 'makes', 'drawn')}\\P{L}*$`, 'iu')
/** Are we what a verb begins or makes, and is this name the nearest to it? In Chinese and Japanese no row is read. */
function isOurBeginning(text: string, name: string, site: CrawledSite): boolean {
  if (wide.test(text)) return true
  const { letters, parts } = rowOf(text, '', site)
  const last = endsWithVerb.test(text) ? areOurPeople.exec(letters) : null
  const first = verbSecond.test(site.start.lang) ? verbFirst.exec(letters) : null
  const made = /^[gt,]*(?:K[gt,]*)?U(?!o)[^|VXoP]*[BA](?=P)/.exec(letters)
  const madeBy = made && isMadeBy.test(text) ? made : null
  const verbs = [...letters.matchAll(isOurVerb), last, first, madeBy, isAuthor.exec(letters)].flatMap(
    (match) => (match ? match.index + match[0].length : []),
  )
  return verbs.some((verb) => {
    const [nearest] = parts
      .map(({ names }, at) => ({
        names,
        at,
        between: letters.slice(Math.min(at, verb) + 1, Math.max(at, verb)),
      }))
      .filter(({ names }) => names.length > 0)
      .toSorted((one, other) => one.between.length - other.between.length)
    if (!nearest?.names.includes(name) || /[VXWo|]/.test(nearest.between)) return false
    // "Przez Annę Nowak" is Anna Nowak.
    return !/[BAL][gtw]*$/.test(letters.slice(0, nearest.at)) || inNominative([name], site).length > 0
  })
}

type Said = { text: string; line: Line }
/** The sentences that hold a quote, or that a quote holds. */
function sentencesQuoted(evidence: Evidence[], lines: Line[]): Said[] {
  const wanted = evidence.map(({ quote }) => fold(quote))
  return lines.flatMap((line) =>
    line.not !== '' || line.kind !== 'visible'
      ? []
      : sentences(line.text)
          .flatMap((sentence) => sentence.split(/;\s/))
          .filter((text) => wanted.some((one) => one.includes(fold(text)) || fold(text).includes(one)))
          .map((text) => ({ text: withSurnames(text), line })),
  )
}

/** Does the sentence tell that we were begun or made, by nobody who came later or helped? */
const isBegun = ({ text, line }: Said, site: CrawledSite): boolean =>
  !isNoFounder.test(text) &&
  !isLater.test(text) &&
  !isDeniedBeginning(text, site) &&
  !namesAnother(text, site) &&
  (begins.test(text) ? isOfUs(text, line, site) : makes.test(text) && (saysName(text, site) || saysWe(text)))

export function isFounderSaid(name: string, evidence: Evidence[], lines: Line[], site: CrawledSite): boolean {
  const quoted = sentencesQuoted(evidence, lines)
  const named = quoted.filter(({ text }) => says(text, [name]))
  if (named.some((one) => isBegun(one, site) && isOurBeginning(one.text, name, site))) return true
  const [first = ''] = name.split(' ')
  const isIntroduced = quoted.some(
    ({ text }) => isIntroduction(text, site) && says(text, [first]) && !isNoFounder.test(text),
  )
  return (
    named.length > 0 &&
    isIntroduced &&
    quoted.some((one) => isBegun(one, site) && isOfUsRow.test(rowOf(one.text, '', site).letters))
  )
}

const tellsOfIt = matching(new Wording(`${begins.source}|${makes.source}`, 'iu'))
/** Those whom the lines around their name say to have begun us, on pages that tell of us. */
export const foundersSaid = (site: CrawledSite): { name: string; line: Line }[] =>
  site.lines.flatMap((line) => {
    if (
      line.kind !== 'visible' ||
      line.not !== '' ||
      !/^(?:start|about|team|features|other|contact)$/.test(line.page)
    )
      return []
    const near = site.visible(line.url).slice(Math.max(0, line.at - 1), line.at + 3)
    if (!near.some(({ text }) => tellsOfIt(text))) return []
    const evidence = near.map((one) => evidenceFrom(one, one.text))
    // What looks like one name may be a thing; two side by side are people.
    const named = new Set(
      peopleIn(withSurnames(line.text)).flatMap((names) =>
        names.length > 1 || names.some(isGiven) ? names : [],
      ),
    )
    return [...named].flatMap((name) =>
      !isOurName(name, site) && isFounderSaid(name, evidence, near, site) ? { name, line } : [],
    )
  })

const turnedInto = saying('turned_into')
/** "The two of them made it a firm of its own." */
export function turnedItInto(sentence: string, before: string, site: CrawledSite): string[] {
  if (!turnedInto.test(sentence)) return []
  const { letters, parts } = rowOf(sentence, before, site)
  // "With Ben Ort she …": what opens the sentence is of both.
  const isAside = (at: number): boolean => at > 4 && /L[gtw]{0,2}$/.test(letters.slice(0, at))
  return [...new Set(parts.flatMap(({ names }, at) => (isAside(at) ? [] : names)))]
}
