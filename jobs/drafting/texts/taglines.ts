import { cleanName, titleParts } from '../facts/names.ts'
import { plain } from '../page/json_ld.ts'
import { legalForm, letters } from '../page/own_names.ts'
import type { Line } from '../page/lines.ts'
import { evidenceFrom, type CrawledSite } from '../page/reading.ts'
import type { ProvenOrNull, Where } from '../profile.ts'
import { gapless } from '../words/spelling.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

const { anyOf, saying } = wordsIn('texts')
const isOfPage = saying('page_titles')
/** A greeting, news, a sale or a call to act: said to a visitor, not of the product. */
const announces = new Wording(
  `^[¡!]?(?:${anyOf('greetings')}|${anyOf('calls')}.*${anyOf('haste')})|${anyOf('news')}|^\\p{L}{2,7}\\s?[!:–—]\\s`,
  'iu',
)

function isTagline(text: string, names: string[], fewest = 3): boolean {
  const key = letters(text)
  const isWide = gapless.test(text)
  if (key.length < (isWide ? 5 : 8) || text.length > 140) return false
  if ((isOfPage.test(text) && text.split(/\s+/).length < 5) || announces.test(text) || legalForm.test(text))
    return false
  if (
    /\s[|/·]\s|^[^:]{1,30}:\s|\d+\.\d+|(?<!\d)20[12]\d(?!\d)/.test(text) ||
    names.some((name) => letters(name) === key)
  )
    return false
  return isWide || text.split(/[\s-]+/).filter((word) => /\p{L}/u.test(word)).length >= fewest
}

/** What is left of a title or heading when the name at its head or tail is taken away. */
function withoutName(text: string, names: string[]): string {
  const parts = titleParts(text)
  const keys = new Set(names.map(letters))
  // "Acme 7" is Acme.
  const isName = (part: string): boolean =>
    [part, part.replace(/\s\d[\d.]*$/, '')].some((one) => keys.has(letters(one)))
  const kept = parts.filter((part) => !isName(cleanName(part)))
  if (kept.length > 0 && kept.length < parts.length) {
    // "Acme, a catalogue for seeds | Acme"
    const name = names.find((one) => kept[0]!.startsWith(`${one}, `)) ?? ''
    return name === '' ? kept[0]! : kept[0]!.slice(name.length + 2)
  }
  const name = names.find((one) => text.toLowerCase().startsWith(one.toLowerCase())) ?? ''
  const rest = text.slice(name.length)
  // "Acme is the …" is a sentence and stays whole; "Acme Image Processing System" loses its name.
  const isSentence = /^\s*(?:is|are|lets|helps|makes|gives|turns|was|can)\b/i.test(rest)
  return name !== '' && !isSentence && (/^\s|^[®™©:|–—-]|^\.\s/.test(rest) || gapless.test(rest.charAt(0)))
    ? rest.replace(/^\s*[®™©]*\s*[-–—:|,.]*\s*/, '')
    : text
}

/** The first sentence where a heading holds a slogan and then an explanation. */
function firstSentence(text: string): string {
  if (text.length <= 60 && !gapless.test(text)) return text
  // A particle behind the mark goes on with what was said.
  const cut = /^(.{5,110}?[。！？])(?![にとでをがはも])\s*\S|^(.{25,110}?[.!?])\s+\p{Lu}/u.exec(text)
  return cut?.[1] ?? cut?.[2] ?? text
}

/**
 * The sentence a product goes by: its slogan, the one great heading of the start page, or what its title
 * says beside the name; else the line under the heading, or what a short description says first. Documentation without
 * one stays blank.
 */
export function findTagline(site: CrawledSite): ProvenOrNull<string> {
  const { start, names } = site
  const said = (value: string, where: Where = 'visible', quote = value): ProvenOrNull<string> =>
    isTagline(value, names) ? { value, evidence: [evidenceFrom(start, quote, where)] } : null
  const lines = site.visible(start.url)
  /** "Records of moths" of a title, where the page says "Records of moths to the map". */
  const wholeOf = (short: string): ProvenOrNull<string> => {
    const isCut = ({ text, usable }: Line): boolean =>
      usable && text.length > short.length + 3 && text.toLowerCase().startsWith(`${short.toLowerCase()} `)
    return /[.!?。]$/.test(short) ? null : said(lines.find(isCut)?.text ?? '')
  }
  const beside = (title = ''): ProvenOrNull<string> => {
    const rest = withoutName(title, names)
    // The tail of a title goes on in small letters; by itself it begins a sentence.
    const begun = rest.replace(/^\p{Ll}(?=\p{Ll}*\s)/u, (letter) => letter.toUpperCase())
    return rest === title ? null : (wholeOf(begun) ?? said(begun, 'meta', rest))
  }
  const heads = lines.filter((line) => line.level === 1 && !line.hidden && line.not === '')
  const head = heads[0]?.text ?? ''
  const value = withoutName(firstSentence(head), names)
  // Two words are one where the title says them as well.
  const isTwice = titleParts(start.title).some((part) => letters(part) === letters(value))
  const headed = isTagline(value, names, isTwice ? 2 : 3)
    ? { value, evidence: [evidenceFrom(start, head)] }
    : null
  const titled = beside(start.title)
  const described = firstSentence(start.metas.get('description') ?? '')
  const isNamed = names.some((name) => letters(cleanName(head)).startsWith(letters(name)))
  return (
    start.json_ld.map((thing) => said(plain(thing['slogan']), 'json-ld')).find((one) => one !== null) ??
    (isNamed && !headed ? underHeading(site) : null) ??
    (heads.length === 1 ? (headed ?? titled) : (titled ?? headed)) ??
    beside(start.metas.get('og:title')) ??
    underHeading(site) ??
    secondHeading(site) ??
    (isOfPage.test(described) ? null : said(described, 'meta'))
  )
}

function underHeading({ start, names, visible }: CrawledSite): ProvenOrNull<string> {
  const lines = visible(start.url)
  const at = lines.findIndex(
    ({ level, text }) =>
      (level === 1 && names.some((name) => letters(text).startsWith(letters(name)))) ||
      ((level === 1 || level === 2) && text.length <= 140 && announces.test(text)),
  )
  const isAnnounced = announces.test(lines[at]?.text.slice(0, 140) ?? '')
  if (at === -1 || (isOfPage.test(start.title) && !isAnnounced)) return null
  for (const [index, block] of lines.slice(at + 1, at + 4).entries()) {
    if (!block.usable || block.tag === 'li') continue
    // What stands below a whole paragraph explains it.
    const above = lines.slice(at + 1, at + 1 + index)
    if (above.some(({ usable, text }) => usable && /[.!?。！？]$/.test(text))) return null
    // A row of links is a menu, whatever its words.
    const linked = start.links.filter((link) => link.block === at + 1 + index)
    if (linked.length > 0) continue
    const short = block.text.length <= 80 && !/^https?:|^v?\d/.test(block.text)
    if (short && isTagline(block.text, names))
      return { value: block.text, evidence: [evidenceFrom(start, block.text)] }
  }
  return null
}

/** Without a usable first heading: a second-level one that opens the page, before any paragraph. */
function secondHeading({ start, names, visible }: CrawledSite): ProvenOrNull<string> {
  if (isOfPage.test(start.title)) return null
  const opening = visible(start.url).filter(({ usable, region }) => usable && region === 'main')
  const end = opening.findIndex(({ tag }) => tag === 'p')
  const head = opening
    .slice(0, end === -1 ? undefined : end)
    .find(({ level, text }) => (level === 2 || level === 3) && isTagline(text, names))
  return head ? { value: head.text, evidence: [evidenceFrom(start, head.text)] } : null
}
