import { plain } from '../page/json_ld.ts'
import type { Line } from '../page/lines.ts'
import { evidenceFrom, type Reading } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import type { Found } from '../profile.ts'
import { glue } from '../proof/cues.ts'
import { ownThings } from './ownership.ts'
import { agreed, fewOfEach, remembered, type Sighting } from './sightings.ts'
import { isDenied, isOfUs, namesAnother, saysName, saysWe } from './subject.ts'

const edge = (words: string, wide: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}-])(?:${words})(?![\\p{L}\\p{N}])|${wide}`, 'iu')

/** Words of a beginning. Not "launched", "released", "joined", "updated": those date something else. */
const begun = edge(
  'founded|co-?founded|founding year|established|est\\.?(?= ?\\d)|incorporated|inception|started|began|begun|created|opened(?: (?:its|our) doors)?|' +
    'gegründet|gründe?ten?|gründung(?:sjahr)?|entstand(?:en)?|fond[ée]e?s?|a fondé|ont fondé|crée(?:nt)?|créée?s?|création|née? en|' +
    'fundad[oa]s?|fundaron|fundó|fundamos|nació|nacimos|cread[oa]s?|creó|fundación|fondat[oaie]|fondarono|nat[oa] nel|nasce|criad[oa]s?|fundou|nasceu|' +
    'opgericht|oprichting|założon[aeoy]|założył[ai]?|założyli|powsta[łl][aoiy]?|założen[aoáéý]?|vznikl[aoi]?|založil[ai]?|založeno|' +
    'grundad(?:es)?|grundlagt|startade|stiftet|kuruldu|kuruluş|kurdu|kurulan|kurulmuş\\p{L}*',
  'основан[аоы]?|заснован|創業|設立|創立|成立|创立|创办|创建|설립|창립|창업|تأسست|تأسس|أسس',
)
const since = edge(
  'since|seit|depuis|desde(?: el año)?|dal|sinds|od(?: roku)?|sedan|siden|vanaf',
  "yılından beri|['’]?(?:den|dan|ten|tan) beri|から|以来|부터|منذ",
)
const otherwise =
  /©|\(c\)|(?<!\p{L})(?:copyright|all rights|trial|version|\bv\d|\bfork|derived|conference|\btalk|user group|foundation was|joined|acquired|maintainer since|\blaw\b|\bact of\b|article|published|posted|updated|last modified|bibliography|standard|certif|zertifi|\biso\b|licen[cs]ed|member of|mitglied|membre|partner|customers?\b|kunden?\b|clients?\b|cliente|klient|building|hospital|novel|roman\b|novela|edificio|gebäude|bâtiment|house\b|casa (?:de|del)|haus\b|oldest|supplier|proveedor|fornecedor|lieferant|fournisseur|prize|award|prix\b|premio|prémio|preis\b|funding|levée|series [a-c]\b|patent|born|geboren|supported|available|compatible|records?\b|data\b|prices?\b|unchanged|stood|gibt es|album|band\b|podcast|blog\b|newsletter|festival|instrument|office in|büro in|branch)/iu
const otherHead = /history of (?!us|our|the company)|fiction|chapter|timeline of/i
const yearAlone =
  /^\D{0,3}(1[89]\d\d|20\d\d)\D{0,3}$|^(1[89]\d\d|20\d\d)\s*年(?:\s*\d{1,2}\s*月(?:\s*\d{1,2}\s*日)?)?$/u
const label =
  /^(?:(?:year )?(?:founded|established|incorporated|inception|est\.?|founding (?:year|date)|year (?:founded|established|of foundation))(?: in)?|gegründet|gründung(?:sjahr|sdatum)?|(?:date de |année de )?création|fondée? en|fundación|fundada(?: en)?|año de fundación|fondazione|anno di fondazione|fondata(?: nel)?|fundação|založeno|rok (?:založení|założenia)|opgericht|założona|grundad|kuruluş(?: yılı)?|設立(?:年月日?)?|創業|設立年|성립|설립(?:일|연도)?|成立(?:时间|時間)?|创立|سنة التأسيس|تأسست)\s*[:：]?$/iu
const months =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember)\b/giu
const plausible = (year: number): boolean => year >= 1800 && year <= 2100

/** The year a sentence gives as its subject's beginning; strong where a verb says so, weak for "since". */
function yearIn(sentence: string, line: Line, site: Reading): { year: number; score: number } | null {
  if (sentence.length > 400 || !/\d{4}/.test(sentence) || isDenied(sentence)) return null
  const years = [...sentence.matchAll(/(?<![\d.,/-])(1[89]\d\d|20\d\d)(?![\d%]|[.,/-]\d)/g)]
  const [first] = years
  if (!first || new Set(years.map(([year]) => year)).size > 1) return null
  const year = Number(first[1])
  const upto = sentence.slice(0, first.index)
  const tail = sentence.slice(upto.length + 4)
  // "Founded in 1952, Globex now runs on Acme."
  const subject = /^,\s+((?:\p{Lu}\S*\s?)+)/u.exec(tail)?.[1]
  if (subject !== undefined && !startsWithYear.test(upto) && !saysName(subject, site) && !saysWe(subject))
    return null
  if (label.test(upto.trim()) && isOfUs(sentence, line, site)) return { year, score: 3 }
  const clause = upto.split(/[;:]\s/).at(-1)!
  if (startsWithYear.test(upto) && beganAfter(tail, site) && !otherwise.test(sentence))
    return namesAnother(sentence, site) ? null : { year, score: 3 }
  const subjectFirst = passiveHead.exec(upto)?.[1]
  if (subjectFirst !== undefined && participleLast.test(tail) && !otherwise.test(sentence))
    return isOfUs(sentence, line, site) &&
      !namesAnother(sentence, site) &&
      namesBefore(`${subjectFirst} `, site) === '' &&
      subjectIsOurs(subjectFirst, sentence, site)
      ? { year, score: 3 }
      : null
  const wide = /kurul|kurdu|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0600-\u06ff]/.test(sentence)
  const verb = begun.exec(wide ? sentence : clause)
  const weak = verb ? null : since.exec(wide ? sentence : clause)
  const cue = verb ?? weak
  if (!cue || otherwise.test(sentence)) return null
  const head = clause.slice(0, Math.min(cue.index, clause.length))
  const middle = wide ? '' : clause.slice(cue.index + cue[0].length).replace(placed, ' ')
  if (middle.length > 70 || /[.!?]/.test(middle)) return null
  if (verb && !wide && !opensRight(middle, site)) return null
  const named = middle.replace(months, '')
  if (/\p{Lu}/u.test(named) && !saysName(named, site) && !/\b(?:by|von|par|por|da|door|przez)\b/.test(named))
    return null
  if (namesAnother(sentence, site) || /\b(?:before|after|until|than|by the time|when)\b/i.test(head))
    return null
  const mine =
    saysName(sentence, site) || (saysWe(sentence) && !/\p{Lu}\p{L}+/u.test(namesBefore(head, site)))
  if (verb) {
    if (isOurs(middle, site)) return { year, score: 3 }
    if (head.trim() === '' && ofNobodyElse(tail, line)) return { year, score: 3 }
    if (!mine && (namesBefore(head, site) !== '' || !isOfUs(sentence, line, site))) return null
    if (saysName(sentence, site) && !subjectIsOurs(head, sentence.slice(cue.index), site)) return null
    return { year, score: 3 }
  }
  // "Since 2015" of a slogan or of what "we" do; elsewhere it dates something else.
  const slogan =
    sentence.length < 70 &&
    (line.level === 1 ||
      (line.page === 'start' && line.at >= 0 && line.at < 15) ||
      line.level === 2 ||
      line.kind !== 'visible' ||
      line.region === 'footer' ||
      line.region === 'header')
  const told =
    (saysWe(sentence) && (head.trim() === '' || saysWe(head))) ||
    (saysName(head, site) &&
      /(?<!\p{L})(?:around|in business|exist\p{L}*|operating|active|on the market)\s*$/iu.test(head))
  if (
    namesBefore(head, site) !== '' ||
    !(slogan || told || (head.trim() === '' && isOfUs(sentence, line, site)))
  )
    return null
  return { year, score: 2 }
}

/** The verb's object is the company: "began this project in", "founded Acme in". */
const isOurs = (middle: string, site: Reading): boolean =>
  /^\s+(?:this|the|our) (?:company|project|software|product|app|shop|studio|business)(?!\p{L}| (?:of|for) )|^\s+(?:l['’]|(?:la|le|die|das|den|el|il|lo|o|a|het|de|firmę|spółkę|this|our|the) )(?:atelier|entreprise|société|maison|boutique|studio|firma|unternehmen|werkstatt|empresa|taller|tienda|estudio|azienda|bottega|oficina|loja|bedrijf|winkel|zaak|workshop|store)(?!\p{L}| (?:of|for|de|von) )/iu.test(
    middle,
  ) ||
  (saysName(middle, site) &&
    !/\p{Lu}\p{L}+\s/u.test(
      [...site.names, ...site.called].reduce((text, name) => text.replaceAll(name, ''), middle),
    ))

const startsWithYear =
  /^\P{L}*(?:(?:it was |back )?in(?: the year)?|im jahre?|en|nel|em|w|v roce|i|år|om)?\s*(?:early |late |mid-?)?$/iu

/** "Acme wurde 2011 von Ana Sea gegründet": the verb's first half before the year, its participle at the end. */
const passiveHead =
  /^([^,;:]{2,60}?)\s(?:wurden?|ist|werd(?:en)?|is|blev|ble)\s(?:(?:im jahre?|im \p{L}+|anfang|ende|mitte|in|i)\s)?$/iu
const participleLast =
  /^\s(?:[^,;:]{1,60}\s)?(?:gegründet|entstanden|ins leben gerufen|opgericht|gestart|grundlagt|grunnlagt|stiftet)\P{L}*$/iu

/** Where the verb comes first: "2015 gründeten Ana Sea und Ben Ort die Acme GmbH." */
const twoPersons =
  /^\s+(?:\p{Lu}\p{L}+\s+){2,3}(?:(?:und|y|e|i|a|och|et)\s+(?:\p{Lu}\p{L}+\s+){2,3})?(?=\p{Ll})/u

/** "In 2016 Ana Sea founded Acme": after the year a verb, whose object is the company by its name. */
function beganAfter(tail: string, site: Reading): boolean {
  const verb = begun.exec(tail)
  if (!verb || verb.index > 70 || isDenied(tail.slice(0, verb.index))) return false
  const [object = ''] = /^[^.,;:!?]{0,60}/.exec(tail.slice(verb.index + verb[0].length))!
  return isOurs(
    object
      .replace(twoPersons, ' ')
      .replace(/(?<!\p{L})(?:to|with|in|so|because|after|when|as|for)(?!\p{L}).*$/iu, ''),
    site,
  )
}

/** Where it began, between the verb and the year: "Fondata a Milano nel 2015", "Established in Oslo, 2013". */
const placed =
  /^\s(?:in|a|à|en|em|i|v|w|te)\s\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}-]+)?,?\s(?=(?:(?:in|nel|en|em|i|v|w|im)\s)?$)/u

/** "Founded in 2018." or "Founded in 2018 by Ana Sea." where a company speaks of itself: the sentence names no other subject. */
const ofNobodyElse = (tail: string, line: Line): boolean =>
  (line.page === 'start' || line.page === 'about') &&
  /^(?:\s+roku)?(?:[.!]?$|,?\s(?:by|von|durch|par|por|da|door|przez|av|af)\s\p{Lu}[^,;]{3,80}$)/u.test(tail)

/** After the verb stands when, by whom or as what; another noun would be what began. */
const opensRight = (middle: string, site: Reading): boolean =>
  isOurs(middle, site) ||
  /^[\s,(:–-]*(?:$|(?:back|in|on|by|as|at|with|from|out|life|im|am|en|em|no|nel|par|por|da|de|le|v|в|у|roku|w|som|van|av|af|door|przez|todo|año|ano|l['’]année|together|around|it all|up)(?!\p{L}))/iu.test(
    middle,
  )

/** Capitalised words before the verb that are not ours: somebody else was founded. */
function namesBefore(head: string, site: Reading): string {
  const first =
    /^(\p{Lu}[\p{L}\p{N}&-]+)\s+(?:was|were|is|has been|had been|wurde|est|a été|fue|è|byl[ao]?|foi|werd|zosta[łl][ao]?|blev)\s/u.exec(
      head,
    )?.[1]
  if (
    first &&
    !glue.has(first.toLowerCase()) &&
    !saysName(first, site) &&
    !site.own_words.has(first.toLowerCase())
  )
    return first
  if (saysName(head.slice(-60), site) && !/,/.test(head)) return ''
  const names =
    head.match(/(?<=[\s,(“"])\p{Lu}[\p{L}\p{N}&'’.-]+|^\p{Lu}[\p{L}\p{N}&'’.-]+(?=\s\p{Lu})/gu) ?? []
  return names.filter((name) => !saysName(name, site) && !saysWe(name)).join(' ')
}

/** The name is the verb's subject ("Acme was founded") or its object ("Ana Sea founded Acme"), not a customer's. */
function subjectIsOurs(head: string, tail: string, site: Reading): boolean {
  if (saysWe(head) || head.trim() === '') return true
  if (saysName(head, site)) {
    const rest = [...site.names, ...site.called].reduce((text, name) => text.replaceAll(name, ''), head)
    return !/(?<=\s)\p{Lu}\p{L}+/u.test(rest.trimStart()) && rest.length < 60 && !/\d/.test(rest)
  }
  const object = tail.slice(tail.search(/\s/) + 1)
  return (
    saysName(object.slice(0, 60), site) &&
    !/^\P{L}*(?:\p{L}+\s){0,3}?(?:customer|user group|fan)/iu.test(object)
  )
}

/** The founding years that lines give: sentences, labels beside a year, and JSON-LD that speaks of the site. */
export const yearSightings = remembered((site): Sighting<number>[] => {
  const found: Sighting<number>[] = []
  const add = (value: number, line: Line, quote: string, score: number): void => {
    if (plausible(value))
      found.push({
        value,
        score,
        evidence: evidenceFrom(line, quote, line.kind === 'visible' ? 'visible' : 'meta'),
      })
  }
  for (const line of site.lines) {
    const meta = line.kind === 'title' || (line.kind === 'meta' && /description$/.test(line.key))
    if (line.not || line.hidden || !(line.kind === 'visible' || meta) || line.page === 'terms') continue
    if (!/\d{4}/.test(line.text) || otherHead.test(line.heads.at(-1)?.text ?? '')) continue
    for (const sentence of sentences(line.text)) {
      const seen = yearIn(sentence, line, site)
      if (seen) add(seen.year, line, sentence, seen.score)
    }
    const alone = yearAlone.exec(line.text)
    const above = line.at > 0 ? site.visible(line.url)[line.at - 1] : undefined
    const below = site.visible(line.url)[line.at + 1]
    if (!alone || line.kind !== 'visible' || line.page === 'blog') continue
    const year = Number(alone[1] ?? alone[2])
    if (above && label.test(above.text)) add(year, line, `${above.text}\n${line.text}`, 3)
    else if (below && label.test(below.text)) add(year, line, `${line.text}\n${below.text}`, 3)
  }
  for (const page of site.pages)
    for (const thing of ownThings(page, site)) {
      const said = plain(thing['foundingDate'])
      const year = /^(\d{4})(?:-\d{2}){0,2}(?:T.*)?$/.exec(said)?.[1]
      if (year) found.push({ value: Number(year), score: 2.5, evidence: evidenceFrom(page, said, 'json-ld') })
    }
  return fewOfEach(found)
})

export const findYear = (site: Reading): Found<number> => agreed(yearSightings(site))
