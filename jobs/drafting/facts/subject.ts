/** Does a line speak of this company? By its name, by "we", by the section or page it stands in; and of no other. */
import type { Line } from '../page/lines.ts'
import { legalForms, letters } from '../page/own_names.ts'
import { type CrawledSite, says } from '../page/reading.ts'
import { tokens } from '../proof/words.ts'
import { deniesVerb, hedges } from '../proof/cues.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

const { saying } = wordsIn('people')
const ours = saying('ours')
const home = saying('homes')
const company = new Wording(
  `(?<![\\p{L}\\p{N}])(\\p{Lu}[\\p{L}\\p{N}&'’.-]*(?: [\\p{Lu}&][\\p{L}\\p{N}&'’.-]*)*),? ${legalForms}(?!\\p{N})`,
  'u',
)

/** "No. 12" and "No: 12" count; they deny nothing. */
const hasDenial = (text: string): boolean =>
  tokens(text.replace(/(?<!\p{L})no[.:°]{0,2}\s?\d/giu, ' ')).some(({ word }) => deniesVerb.has(word))

export const isDenied = (text: string): boolean =>
  hasDenial(text) ||
  tokens(text).some(
    ({ kind, word }) =>
      kind === 'word' && hedges.has(word) && !/^(?:plans?|aims?|si|se|als|om|wollen|others?|al)$/.test(word),
  )

export const isOurName = (name: string, site: CrawledSite): boolean => {
  const key = letters(name)
  return (
    key !== '' &&
    site.own.some(
      (own) => own === key || (own.length > 3 && key.includes(own)) || (key.length > 3 && own.includes(key)),
    )
  )
}

/** A firm with its legal form that is not this one. */
export function namesAnother(text: string, site: CrawledSite): boolean {
  const named = company.exec(text)?.[1]
  return named !== undefined && !isOurName(named, site)
}

export const withoutOurNames = (text: string, { names }: CrawledSite): string =>
  names.reduce((rest, name) => rest.replaceAll(name, ' '), text)
export const saysName = (text: string, site: CrawledSite): boolean =>
  says(text, [...site.names, ...site.called])
export const saysWe = (text: string): boolean => ours.test(text)

/** A heading under which a company speaks of itself, and a line under one. */
export const isHomeHeading = (text: string): boolean => text.length < 80 && home.test(text)
export const isAtHome = ({ heads }: Line): boolean => heads.some(({ text }) => isHomeHeading(text))

export function isOfUs(text: string, line: Line, site: CrawledSite): boolean {
  const near = line.heads.at(-1)?.text ?? ''
  const atHome = line.region === 'footer' || isHomeHeading(near)
  if (namesAnother(text, site) && !atHome) return false
  if (saysName(text, site) || saysWe(text) || atHome) return true
  return /^(?:about|imprint|contact)$/.test(line.page) && line.heads.length <= 1
}
