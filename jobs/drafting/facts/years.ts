import { plain, typesOf } from '../page/json_ld.ts'
import type { Block, Found, ReadPage } from '../profile.ts'
import type { Proof } from '../proof/proofs.ts'
import { evidenceFrom, ownBlocks, type Reading, says } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import { ownThings } from './ownership.ts'

/** Verbs of a beginning. Not "launched", "released", "joined", "updated": those date something else. */
const begun =
  /\b(?:founded|established|incorporated|started|began|begun|created|gegründet|entstand|fondée?s?|créée?s?|fundad[oa]s?|creado|creada|fondat[oa]|nat[oa] nel|założon[aoy]|založen[aoáý]?|vznikl[ao]?|opgericht|grundades|grundlagt|startet|criad[oa]|основан[ао]?|заснован[ао]?)\b/iu
const wideBegun =
  /(\d{4})\s*年(?:\d{1,2}\s*月)?(?:\d{1,2}\s*日)?\s*(?:に)?\s*(?:設立|創業|創立|成立|创立|创建|開始)|(?:設立|創業|創立|成立于|创立于|성립|설립일?|창립일?)\s*[:：]?\s*(\d{4})|(\d{4})\s*년\s*(?:\d{1,2}\s*월\s*)?(?:에\s*)?(?:설립|창립|시작)/
/** The subject is the company, not a customer, a partner, a user group or a law. */
const ourselves =
  /^(?:(?:and|but|so|today|originally|first),?\s+)?(?:we|(?:the|our|this) (?:company|project|product|software|team|studio|startup|business|story|firm|development|work)(?: development)?)\b/i
const wir =
  /^(?:wir|unsere firma|das (?:unternehmen|projekt)|die firma|l['’]entreprise|la (?:société|empresa|azienda|compañía)|el proyecto|il progetto|le projet|společnost|firma|projekt)\b/iu
const otherwise =
  /(?:©|\(c\)|copyright|all rights|licen[cs]e|trial|version|v\d|\bfork|derived|conference|talk|customers? (?:since|in)|user group|foundation was|joined|acquired|maintainer since|law|act of|article|published|posted|updated|last modified|bibliography|standard)/i
const labels =
  /^(?:(?:year )?(?:founded|established|incorporated|inception|est\.?|founding (?:year|date)|year (?:founded|established)|gegründet|gründung(?:sjahr|sdatum)?|(?:date de )?création|année de création|fundación|fundada|fondata|založeno|rok založení|opgericht|założona|設立|創業|設立年月日|설립|设立|成立))\s*[:：]?\s*(?:(?:in|im|en|nel|v roce|w)\s+)?(?:\d{1,2}[./]\s?(?:\d{1,2}[./]\s?)?|\p{L}{3,10}\.?\s+(?:\d{1,2},?\s+)?)?(\d{4})(?:年|年\d{1,2}月)?\b/iu

export const plausible = (year: number): boolean => Number.isInteger(year) && year >= 1800 && year <= 2100

/** The one year a sentence gives as the beginning of its subject, or null. */
export function yearOfBeginning(sentence: string, names: string[]): number | null {
  if (
    sentence.length > 600 ||
    otherwise.test(sentence.replace(/\b(?:free|open)[- ]source licen[cs]e\b/i, ''))
  )
    return null
  const wide = wideBegun.exec(sentence)
  if (wide && (ourName(sentence, names) || /^(?:当社|弊社|私たち|本公司|我们|회사|우리)/.test(sentence))) {
    return Number(wide[1] ?? wide[2] ?? wide[3])
  }
  const verb = begun.exec(sentence)
  if (!verb) return null
  const head = sentence.slice(0, verb.index)
  const tail = sentence.slice(verb.index)
  const rest = tail.slice(verb[0].length)
  const bare =
    /^(?:\s*,)?\s+(?:back\s+)?(?:in|on|by|as|at|with|from|out|life|im|am|en|nel|par|por|da|le|v|roku|w|som|van|av|af|im jahr)\b/iu.test(
      rest,
    )
  const object = ownObject(rest, names)
  const person =
    object && head.length < 80 && !/[,;:].*[,;:]/.test(head) && (head.trim() === '' || /\p{Lu}/u.test(head))
  if (!(bare && isSubject(head, names)) && !person) return null
  if (/\b(?:not|never|before|after|until|than|by the time|if|when)\b/i.test(head)) return null
  const years = [...tail.slice(0, 140).matchAll(/(?<![\d.,-])(1[89]\d{2}|20\d{2})(?![\d%]|[.,]\d)/g)]
  const first = years[0]
  if (!first || new Set(years.map((year) => year[1])).size > 1) return null
  const gap = tail.slice(0, first.index)
  if (
    gap.length > 90 ||
    !/\b(?:in|on|since|im|am|en|nel|le|el|v roce|roku|w|em|år|в|i|back in)\s+(?:[\p{L}\d.,\s]{0,24})?$/iu.test(
      gap,
    )
  )
    return null
  return Number(first[1])
}

const ourName = (text: string, names: string[]): boolean => says(text.slice(0, 400), names)

/** Words that may stand between a subject and its verb without changing who is meant. */
const between = new Set(
  (
    's project company development itself inc ltd gmbh llc corp software team story journey was were is has have been ' +
    'had first originally initially which that and wurde a été fue è stata stato byl byla bylo blev werd er ble har we ' +
    'the our this product studio startup business wir unsere firma das unternehmen projekt die l entreprise la le il el ' +
    'société empresa azienda compañía proyecto progetto projet společnost all it'
  ).split(' '),
)

/** The head of a sentence ends in the company: its name or "we", and then nothing that is somebody else. */
function isSubject(head: string, names: string[]): boolean {
  const low = head.toLowerCase()
  let rest = low
  let found = ourselves.test(head) || wir.test(head)
  for (const name of names) {
    const at = low.lastIndexOf(name.toLowerCase())
    if (at !== -1 && says(head, [name]) && at < 60) {
      rest = low.slice(at + name.length)
      found = true
      break
    }
  }
  return (
    found && !/\d/.test(rest) && rest.split(/[^\p{L}]+/u).every((word) => word === '' || between.has(word))
  )
}

/** The verb's object is the company: "began this project", "founded Acme in". */
function ownObject(rest: string, names: string[]): boolean {
  if (/^\s+(?:this|the|our) (?:project|company|software|product)\b(?!\s+(?:of|for)\b)/i.test(rest))
    return true
  const low = rest
    .trimStart()
    .replace(/^(?:the|das|le|la|el|il)\s+/i, '')
    .toLowerCase()
  return names.some((name) => {
    if (!low.startsWith(name.toLowerCase())) return false
    return /^[\s,.(]*(?:$|in\b|on\b|as\b|by\b|back\b|with\b|together\b|im\b|en\b|nel\b|v\b|at\b|from\b|\d)/i.test(
      low.slice(name.length),
    )
  })
}

const bareLabel =
  /^(?:founded|established|founded in|year founded|incorporated|est\.?|gegründet|gründung(?:sjahr)?|fondée? en|fundada(?: en)?|fondata(?: nel)?|založeno|設立|創業|설립|成立)$/i

/** A year alone on a line, with its label alone on the line above or below: the figures of an about page. */
function besideLabel(page: ReadPage, block: Block): string | null {
  if (!/^\d{4}$/.test(block.text)) return null
  const at = page.blocks.indexOf(block)
  const above = page.blocks[at - 1]?.text ?? ''
  const below = page.blocks[at + 1]?.text ?? ''
  if (bareLabel.test(below) && !bareLabel.test(above)) return `${block.text}\n${below}`
  return bareLabel.test(above) && !bareLabel.test(below) ? `${above}\n${block.text}` : null
}

const aboutPages = new Set(['about', 'imprint', 'team', 'contact'])

/** The year of founding: JSON-LD, a sentence that says so, or a labelled line on a page about the company. */
export function findYear(reading: Reading): Found<number> {
  const found = new Map<number, Found<number> & object>()
  const add = (year: number, page: { url: string }, quote: string, where: 'visible' | 'json-ld'): void => {
    if (!plausible(year)) return
    const entry = found.get(year) ?? { value: year, evidence: [] }
    if (entry.evidence.length < 3) entry.evidence.push(evidenceFrom(page, quote, where))
    found.set(year, entry)
  }
  for (const page of reading.pages) {
    const kind = reading.kinds.get(page) ?? 'other'
    for (const thing of ownThings(page, reading)) {
      const said = plain(thing['foundingDate'])
      const year = /^(\d{4})(?:-\d{2}){0,2}(?:T.*)?$/.exec(said)?.[1]
      if (year && typesOf(thing).length > 0) add(Number(year), page, said, 'json-ld')
    }
    if (kind === 'blog') continue
    for (const block of ownBlocks(page)) {
      if (block.hidden || !/\d{4}/.test(block.text)) continue
      for (const sentence of sentences(block.text)) {
        if (!/\d{4}/.test(sentence)) continue
        const year = yearOfBeginning(sentence, reading.names)
        if (year) add(year, page, sentence, 'visible')
      }
      const beside = aboutPages.has(kind) ? besideLabel(page, block) : null
      if (beside) add(Number(block.text), page, beside, 'visible')
      if (aboutPages.has(kind) && block.text.length < 80) {
        const year = labels.exec(block.text)?.[1]
        if (year && !otherwise.test(block.text)) add(Number(year), page, block.text, 'visible')
      }
    }
  }
  // Pages that disagree prove nothing.
  return found.size === 1 ? ([...found.values()][0] ?? null) : null
}

export function supportsYear(
  year: number,
  proofs: Proof[],
  names: string[],
  kindOf: (url: string) => string,
): boolean {
  if (!plausible(year)) return false
  return proofs.some((proof) => {
    if (!proof.quote.includes(String(year))) return false
    if (proof.kind === 'json-ld') {
      return (
        /^(?:Organization|Corporation|LocalBusiness|NGO|Project|SoftwareApplication|Product)\.foundingDate$/.test(
          proof.key,
        ) && proof.lines[0]?.startsWith(String(year)) === true
      )
    }
    if (proof.kind !== 'visible') return false
    const inSentence = sentences(proof.lines.join(' ')).some(
      (sentence) => yearOfBeginning(sentence, names) === year,
    )
    const labelled =
      aboutPages.has(kindOf(proof.url)) &&
      proof.lines.some(
        (line) => line.length < 80 && !otherwise.test(line) && labels.exec(line)?.[1] === String(year),
      )
    const pair =
      aboutPages.has(kindOf(proof.url)) &&
      proof.lines.length === 2 &&
      proof.lines.includes(String(year)) &&
      proof.lines.some((line) => bareLabel.test(line))
    return inSentence || labelled || pair
  })
}
