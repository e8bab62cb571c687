/*
 * A founder whom a model read where no rule found anybody so called (facts/people.ts). Believed where a quoted sentence
 * names them and says that they began or made us, or where they introduce themself and quoted sentences say that they did.
 */
import { rowOf } from '../facts/founding_row.ts'
import { withSurnames } from '../facts/person_names.ts'
import { isDenied, isOfUs, namesAnother, saysName, saysWe } from '../facts/subject.ts'
import type { Line } from '../page/lines.ts'
import { type CrawledSite, says } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import { fold } from '../page/stored_text.ts'
import type { Evidence } from '../profile.ts'
import { inAnyCase, wordsIn } from '../words/words_in.ts'

const { anyOf, saying } = wordsIn('founding')
const people = wordsIn('people')
const begins = saying('founded', 'started', 'opens', 'we_began', 'i_began', 'wide_begun')
const makes = saying('makes', 'drawn')
const wide = saying('wide_begun')
const isNoFounder = people.saying('outside', 'helpers', 'nowadays')
const isLater = saying('year_after', 'years_after')
const introduces = new RegExp(`${inAnyCase(anyOf('i_am', 'we_are'))} \\p{Lu}`, 'u')
/** Is the verb denied before it or right behind it, or, where a denial may end the clause, in its clause? */
function isBegunNot(text: string, { start }: CrawledSite): boolean {
  const verb = begins.exec(text) ?? makes.exec(text)
  if (!verb) return false
  const after = text.slice(verb.index + verb[0].length)
  const near = (/^(?:de|nl)/.test(start.lang) ? /^[^,;:]*/ : /^(?: [^\s,;:]+){0,2}/).exec(after)![0]
  return isDenied(text.slice(0, verb.index + verb[0].length) + near)
}

/** "Acme was founded by Ana Sea", "Ana Sea, who built Acme", "Begun it was by Ana Sea" */
const isOurVerb = /^[gt,]*(?:K[gt,]*)?U(?!o)w?[gtbiYB,]*[VXW]|[VXW][gt]{0,2}[Ui](?!o)/
/** "Acme haben sich Ana See und Ben Ort ausgedacht" */
const areOurPeople = /^[gt,]*U(?!o)[^|VXW]*P/
const endsWithVerb = new RegExp(`${anyOf('founded', 'started', 'makes', 'drawn')}\\P{L}*$`, 'iu')
/** Are we what the verb begins or makes? */
function isOurBeginning(text: string, site: CrawledSite): boolean {
  const { letters } = rowOf(text, '', site)
  return wide.test(text) || isOurVerb.test(letters) || (areOurPeople.test(letters) && endsWithVerb.test(text))
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
  !isBegunNot(text, site) &&
  !namesAnother(text, site) &&
  (begins.test(text) ? isOfUs(text, line, site) : makes.test(text) && (saysName(text, site) || saysWe(text)))

export function isFounderSaid(name: string, evidence: Evidence[], lines: Line[], site: CrawledSite): boolean {
  const quoted = sentencesQuoted(evidence, lines)
  const named = quoted.filter(({ text }) => says(text, [name]))
  if (named.some((one) => isBegun(one, site) && isOurBeginning(one.text, site))) return true
  const [first = ''] = name.split(' ')
  const isIntroduced = quoted.some(
    ({ text }) => introduces.test(text) && says(text, [first]) && !isNoFounder.test(text),
  )
  return named.length > 0 && isIntroduced && quoted.some((one) => isBegun(one, site))
}
