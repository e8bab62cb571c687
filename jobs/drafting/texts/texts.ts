import { clip } from './faqs.ts'
import { plain } from '../page/json_ld.ts'
import type { Block, Evidence, Found } from '../profile.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, ownBlocks, type Reading, says } from '../page/reading.ts'
import { ownThings } from '../facts/ownership.ts'
import { agreed, type Sighting } from '../facts/sightings.ts'
import { isDenied } from '../facts/subject.ts'

const unhelpful =
  /\b(?:cookies?|javascript|copyright|all rights reserved|subscribe to|newsletter|sign up|log ?in|click here|loading|skip to|your browser|powered by|licensed under|privacy policy|©|sponsor|donat|version \d|released on|v\d+\.\d+|is deprecated|breaking change|maintenance window|please (?:note|consider))\b/i

const isParagraph = (block: Block): boolean =>
  !block.hidden &&
  (block.region === 'main' || block.region === 'header') &&
  (block.tag === 'p' ||
    block.tag === 'div' ||
    block.tag === 'section' ||
    block.tag === 'td' ||
    block.tag === 'body' ||
    block.tag === 'article') &&
  block.text.length >= 50 &&
  block.text.length <= 1500 &&
  /[.!?。！？:]/.test(block.text) &&
  !unhelpful.test(block.text)

/** What the site says of itself in one breath: its meta description, else its first paragraph. */
export function findShortDescription(reading: Reading): Found<string> {
  const { start } = reading
  for (const key of ['description', 'og:description', 'twitter:description']) {
    const said = start.metas.get(key) ?? ''
    if (
      said.length >= 25 &&
      !/\s#\s/.test(said) &&
      !/^(?:a|my|your) (?:website|web site|description)\b/i.test(said)
    ) {
      const value = clip(said, 300)
      return { value, evidence: [evidenceFrom(start, said, 'meta')] }
    }
  }
  for (const thing of ownThings(start, reading)) {
    const said = plain(thing['description'])
    if (said.length >= 25) return { value: clip(said, 300), evidence: [evidenceFrom(start, said, 'json-ld')] }
  }
  const paragraphs = ownBlocks(start).filter(isParagraph)
  const first = paragraphs.slice(0, 6).find((block) => says(block.text, reading.names)) ?? paragraphs[0]
  return first ? { value: clip(first.text, 300), evidence: [evidenceFrom(start, first.text)] } : null
}

/** The first paragraphs of the start page (and of the page about it), each its own evidence. */
export function findDescription(reading: Reading): Found<string> {
  const parts: string[] = []
  const evidence: Evidence[] = []
  const seen = new Set<string>()
  let length = 0
  const pages = [reading.start, ...reading.pages.filter((page) => reading.kinds.get(page) === 'about')].slice(
    0,
    2,
  )
  for (const page of pages) {
    for (const block of ownBlocks(page)) {
      if (length > 1200 || parts.length >= 8) break
      const key = letters(block.text).slice(0, 120)
      if (!isParagraph(block) || seen.has(key)) continue
      seen.add(key)
      parts.push(block.text)
      evidence.push(evidenceFrom(page, block.text))
      length += block.text.length
    }
  }
  return parts.length > 0 ? { value: parts.join('\n\n'), evidence } : null
}

const waiting =
  /\b(?:coming soon|launching soon|join the wait(?:ing )?list|in development|not yet (?:available|released))\b|近日公開|출시 예정|即将推出/i
const early =
  /\b(?:(?:public|private|closed|open|early|free) (?:beta|alpha)|(?:is|are) (?:currently |still )?in (?:beta|alpha|preview)(?! (?:for|of|with|on)(?!\p{L}))|beta version|technical preview|pre-release)\b/iu

/** The stage only where the start page says it: waiting for its launch, or open as a beta. */
function stageIn(text: string): string | null {
  if (text.length > 240) return null
  if (early.test(text)) return 'mvp'
  return waiting.test(text) && text.length < 80 ? 'idea' : null
}

/** Where the head of the start page, or a line that names the product, says its stage. */
export function stageSightings(reading: Reading): Sighting<string>[] {
  const found: Sighting<string>[] = []
  for (const line of reading.visible(reading.start.url).slice(0, 60)) {
    if (line.not || line.hidden || line.tag === 'li' || line.tag === 'td' || isDenied(line.text)) continue
    const about = line.region === 'header' || line.level === 1 || says(line.text, reading.names)
    const value = about ? stageIn(line.text) : null
    if (value) found.push({ value, score: 1, evidence: evidenceFrom(line, line.text) })
  }
  return found
}

export const findStage = (reading: Reading): Found<string> => agreed(stageSightings(reading))
