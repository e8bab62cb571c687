import { plain, typesOf } from '../page/json_ld.ts'
import type { Line } from '../page/lines.ts'
import type { Evidence, ProvenOrNull, ReadPage } from '../profile.ts'
import { legalForm, letters } from '../page/own_names.ts'
import {
  addressWords,
  evidenceFrom,
  openCrawledSite,
  ownBlocks,
  type CrawledSite,
  says,
} from '../page/reading.ts'
import { fold } from '../page/stored_text.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

const separators =
  /(?<=\p{Script=Han})-|-(?=\p{Script=Han})|\s+[-–—―|·•:»«/>~]+\s+|\s*[|｜—–»«·•]\s*|(?<=\S)[:：]\s+|\s*[：]\s*/u
const words = wordsIn('names')
const ofDocument = new Wording(`\\s+(?:official\\s+)?${words.anyOf('documents')}$`, 'iu')

const forSystem = new Wording(`\\s+for\\s+${words.anyOf('systems')}$`, 'iu')
/** The longest name; a hostile heading may have as many marks at its end as the page has bytes. */
const longestName = 300

/** A name without trademark signs, the system it runs on and words such as "home page". */
export function cleanName(raw: string): string {
  let name = raw
    .slice(0, longestName)
    .replace(/\s*[®™©]+/g, '')
    .replace(/^\s*[-–—|·•]\s+/, '')
    .trim()
  const firm = legalForm.exec(name)
  if (firm?.[1] && firm[0].length === name.length) name = firm[1]
  const bare = name
    .replace(ofDocument, '')
    .replace(/\s+(?:version\s+)?v?\d+(?:\.\d+)+$/i, '')
    .replace(forSystem, '')
    .trim()
  return bare.length > 1 ? bare : name
}

export const titleParts = (title: string): string[] =>
  title
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const namedTypes =
  /^(?:SoftwareApplication|WebApplication|MobileApplication|Product|Service|SoftwareSourceCode|WebSite|Brand)$/

/** A title "Booth Nine Podcast Studio" at boothnine.com, which goes on "Booth Nine is …", names Booth Nine. */
function withoutKind(part: string, site: CrawledSite): string {
  const { start } = site
  if (isOwnKey(letters(part), site)) return part
  const words = part.split(' ')
  const short = words.map((_, at) =>
    words
      .slice(0, at + 1)
      .join(' ')
      .replace(/[,;]$/, ''),
  )
  const isCalled = (name: string): boolean =>
    [start.metas.get('description') ?? '', ...start.blocks.map(({ text }) => text)].some(
      (text) => text.startsWith(`${name} `) && /^\s\p{Ll}/u.test(text.slice(name.length)),
    )
  return short.find((name) => site.own.includes(letters(name)) && isCalled(name)) ?? part
}

const isShouted = (name: string): boolean =>
  / /.test(name) && name === name.toUpperCase() && /\p{Lu}{4}/u.test(name)

type Candidate = { name: string; score: number; sources: Set<string>; evidence: Evidence[] }

function gather(site: CrawledSite): Map<string, Candidate> {
  const candidates = new Map<string, Candidate>()
  const add = (raw: string, source: string, weight: number, evidence: Evidence): void => {
    const name = cleanName(raw)
    const key = letters(name)
    if (key.length < 2 || name.length > 60 || name.split(/\s+/).length > 6) return
    const candidate = candidates.get(key) ?? { name, score: 0, sources: new Set<string>(), evidence: [] }
    // A title may shout what the page says.
    if (isShouted(candidate.name) && !isShouted(name)) candidate.name = name
    if (!candidate.sources.has(source)) {
      candidate.sources.add(source)
      candidate.score += weight
      if (candidate.evidence.length < 3) candidate.evidence.push(evidence)
    }
    candidates.set(key, candidate)
  }
  const { start } = site
  for (const key of ['og:site_name', 'application-name', 'apple-mobile-web-app-title']) {
    const value = start.metas.get(key) ?? ''
    titleParts(value).forEach((part, at) =>
      add(part, 'site', at === 0 ? 4 : 1.5, evidenceFrom(start, value, 'meta')),
    )
  }
  for (const thing of start.json_ld)
    if (typesOf(thing).some((type) => namedTypes.test(type)))
      add(plain(thing['name']), 'thing', 3, evidenceFrom(start, plain(thing['name']), 'json-ld'))
  const parts = titleParts(start.title).map((part) => withoutKind(part, site))
  parts.forEach((part, at) => {
    const weight = at === 0 ? 2.5 : at === parts.length - 1 ? 1.5 : 0.5
    add(part, 'title', weight, evidenceFrom(start, part, 'meta'))
  })
  const social = start.metas.get('og:title') ?? ''
  for (const part of titleParts(social)) add(part, 'og:title', 0.5, evidenceFrom(start, part, 'meta'))
  const first = start.blocks.find((block) => block.level === 1)
  if (first) for (const part of titleParts(first.text)) add(part, 'h1', 1.5, evidenceFrom(start, first.text))
  const home = start.links.find((link) => link.region === 'header' || link.region === 'nav')
  if (home && home.text.length < 40) {
    const block = start.blocks[home.block]
    if (block?.text.includes(home.text)) add(home.text, 'home link', 1, evidenceFrom(start, home.text))
  }
  // Where the start page's title sells, those of the others may still name the product.
  const address = addressWords(site.start_url)
  for (const page of site.pages.slice(1))
    for (const part of titleParts(page.title))
      if (address.includes(letters(part)) && !candidates.has(letters(cleanName(part))))
        add(part, 'other title', 2.5, evidenceFrom(page, part, 'meta'))
  for (const name of site.called) {
    const block = candidates.has(letters(name))
      ? undefined
      : ownBlocks(start).find(({ text }) => says(text, [name]))
    if (block && block.text.length < 400) add(name, 'called', 2, evidenceFrom(start, block.text))
  }
  return candidates
}

/**
 * The product's name: what most sources on the start page agree on (site name, JSON-LD, title, heading,
 * address), helped by the titles of the other pages, which repeat it.
 */
function findName(site: CrawledSite): ProvenOrNull<string> {
  const candidates = gather(site)
  const address = addressWords(site.start_url)
  let best: Candidate | null = null
  let bestScore = 0
  for (const [key, candidate] of candidates) {
    let score = candidate.score
    const others = site.pages.slice(1)
    const repeats = others.filter((page) => says(page.title, [candidate.name])).length
    if (others.length > 0) score += Math.min(3, repeats) * (repeats * 2 >= others.length ? 1 : 0.4)
    if (address.some((word) => word === key)) score += 2
    else if (site.own.includes(key)) score += 1.5
    else if (address.some((word) => word.length > 3 && (key.includes(word) || word.includes(key)))) score += 1
    if (score > bestScore + 0.01) {
      best = candidate
      bestScore = score
    }
  }
  if (!best || bestScore < 3) return null
  return { value: best.name, evidence: best.evidence }
}

/** The forms of the name in texts: the whole name, or without its suffix or its owner. */
function shortForms(name: string): string[] {
  const forms = [name]
  const bare = name.replace(/\.(?:js|io|ai|com|dev|app|net|org)$/i, '')
  if (bare !== name && bare.length > 2) forms.push(bare)
  const words = name.split(/\s+/)
  const last = words.at(-1)
  if (words.length === 2 && /^apache$/i.test(words[0] ?? '') && last && last.length > 4) forms.push(last)
  return forms
}

/** The reading with the name its pages agree on; the same for whoever asks. */
export function openSite(pages: ReadPage[], start_url: string): CrawledSite | null {
  const site = openCrawledSite(pages, start_url)
  if (site && site.name === undefined) {
    site.name = findName(site)
    site.names = site.name ? shortForms(site.name.value) : site.called.slice(0, 3)
  }
  return site
}

/** A name that only occurs in a text may be anybody's: the site must call itself so. */
export function isNameOf(value: string, quoted: Line[], site: CrawledSite): boolean {
  const key = letters(value)
  if (key.length < 2 || value.length > 80) return false
  const mine = new Set(['', 'not now', 'credit', 'blog'])
  if (!quoted.some((line) => mine.has(line.not) && says(fold(line.text), [fold(value)]))) return false
  return isOwnKey(key, site)
}

const isOwnKey = (key: string, site: CrawledSite): boolean =>
  site.own.some(
    (own) =>
      own === key ||
      (key.length > 3 && own.startsWith(key)) ||
      (own.length > 3 && key.startsWith(own) && key.length < own.length + 12),
  )
