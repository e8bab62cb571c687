/*
 * The lines of a start page that say what the product is, each with how much it counts: categories are chosen by them,
 * and tags are words of theirs.
 */
import { headOf, termsOf } from '../../../storage/search/telling.ts'
import { plain } from '../page/json_ld.ts'
import { type CrawledSite, evidenceFrom } from '../page/reading.ts'
import type { Evidence, Where } from '../profile.ts'
import { ownThings } from './ownership.ts'
import { remembered } from './sightings.ts'

const most = { headings: 14, paragraphs: 5, length: 400 }
/** A heading of the page about the page, and a label. */
const chrome = /^(?:table of )?contents$|^(?:downloads?|contact|blog|news)\b|:$/i
/** The types that anything on the web has. */
const anyThing =
  /^(?:web (?:site|page|application)|organization|corporation|(?:local|online) business|(?:software|mobile) application|software source code|product|project|brand|service|person|offer)$/i
/** What a page asks of its visitors, and its law, says nothing of the product even where it stands first. */
const asks =
  /^\P{L}*(?:subscribe|sign up|log ?in|join (?:us|our|the)|follow us|welcome|search\P{L}*$|privacy(?: policy)?\P{L}*$|terms (?:of|and|&)|cookies?\b|we (?:use|value)\b.*(?:cookies|privacy))/iu

/** `head` holds the terms that say what it is, before what it is for; only of lines that are meant to say it. */
export type TellingLine = {
  text: string
  terms: Map<string, number>
  head: Set<string>
  weight: number
  evidence: Evidence
}

/** What the start page says the product is, each line with how much it counts. */
export const tellingLines = remembered((site): TellingLine[] => {
  const { start, names } = site
  const lines: TellingLine[] = []
  // The product's own name says nothing of what it is.
  const called = names.filter((name) => name.length > 2).map((name) => RegExp.escape(name))
  const own = new RegExp(called.join('|') || '$', 'giu')
  const add = (text: string, weight: number, where: Where): void => {
    if (text === '' || chrome.test(text) || anyThing.test(text)) return
    const bare = text.slice(0, most.length).replace(own, ' ')
    if (asks.test(bare)) return
    const head = new Set(weight < 1 ? [] : termsOf(headOf(bare)).keys())
    lines.push({ text: bare, terms: termsOf(bare), head, weight, evidence: evidenceFrom(start, text, where) })
  }
  add(start.title, 2, 'meta')
  const description = start.metas.get('description') ?? start.metas.get('og:description') ?? ''
  add(description, 1.5, 'meta')
  add(start.metas.get('keywords') ?? '', 0.5, 'meta')
  for (const thing of ownThings(start, site))
    for (const key of ['@type', 'applicationCategory', 'applicationSubCategory'])
      add(plain(thing[key]).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '), 1, 'json-ld')
  let headings = 0
  let paragraphs = 0
  for (const line of site.visible(start.url)) {
    if (line.not !== '' || line.hidden || line.region === 'nav' || line.region === 'footer') continue
    // A linked one names a post or another page.
    if (line.linked && line.level > 1) continue
    if (line.level > 0 && line.level < 4 && headings++ < most.headings)
      add(line.text, headings === 1 ? 1 : laterWeight, 'visible')
    else if (line.tag === 'p' && paragraphs++ < most.paragraphs)
      add(line.text, description !== '' || paragraphs > 1 ? 0.5 : 1.5, 'visible')
  }
  return lines
})

const later = { most: 80, length: 400 }
/** What lines further down count. */
export const laterWeight = 0.3
/** What the page goes on to say to its readers. */
export const laterLines = (site: CrawledSite) =>
  site
    .visible(site.start.url)
    .filter((line) => line.usable && line.level === 0 && line.text.length < later.length)
    .slice(0, later.most)
    .map((line) => ({
      text: line.text,
      weight: laterWeight,
      evidence: evidenceFrom(line, line.text),
      opens: line.heads.every(({ level }) => level === 1),
    }))
