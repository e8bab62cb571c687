import { asks, clip, faqHeading } from './faqs.ts'
import { whyNotSupported } from '../proof/text.ts'
import type { Line } from '../page/lines.ts'
import { plain } from '../page/json_ld.ts'
import type { Block, Found } from '../profile.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, ownBlocks, type Reading, says } from '../page/reading.ts'
import { ownThings } from '../facts/ownership.ts'
import { agreed, type Sighting } from '../facts/sightings.ts'
import { isDenied } from '../facts/subject.ts'
import { wordsIn } from '../words/words_in.ts'

const { saying } = wordsIn('texts')
const unhelpful = saying('unhelpful')
const waiting = saying('waiting')
const early =
  /\b(?:(?:public|private|closed|open|early|free) (?:beta|alpha)|(?:is|are) (?:currently |still )?in (?:beta|alpha|preview)(?! (?:for|of|with|on)(?!\p{L}))|beta version|technical preview|pre-release)\b/iu
const paragraphs = new Set('p div section td body article'.split(' '))

const isParagraph = ({
  hidden,
  region,
  tag,
  text,
}: Pick<Block, 'hidden' | 'region' | 'tag' | 'text'>): boolean =>
  !hidden &&
  (region === 'main' || region === 'header') &&
  paragraphs.has(tag) &&
  text.length >= 50 &&
  text.length <= 1500 &&
  /[.!?。！？:]/.test(text) &&
  !unhelpful.test(text)

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

/** What says nothing of the product is told where there is little else. */
const enough = { own: 900, other: 250, lines: 6 }

/** The first paragraphs of the start page (and of the page about it), each its own evidence: no answers, no cards. */
export function findDescription(reading: Reading): Found<string> {
  const pages = [reading.start, ...reading.pages.filter((page) => reading.kinds.get(page) === 'about')]
  const said = pages.slice(0, 2).flatMap(({ url }) =>
    reading.visible(url).filter((line, at, lines) => {
      const over = [...line.heads.map(({ text }) => text), lines[at - 1]?.text ?? '']
      const isAnswer = over.some((text) => asks.test(text) || faqHeading.test(text))
      const isOurs = line.not === '' && !isAnswer && !/\S@\S|https?:/.test(line.text)
      return isOurs && isParagraph(line) && whyNotSupported(line.text, [line], reading) === ''
    }),
  )
  // What names the product or opens the page, then what stands under the great headings, then under the small ones.
  const rankOf = ({ text, heads }: Line): number => {
    if (says(text, reading.names) || !heads.some(({ level }) => level > 1)) return 0
    return heads.at(-1)!.level > 2 ? 2 : 1
  }
  const chosen = new Map<string, Line>()
  let length = 0
  for (const rank of [0, 1, 2])
    for (const line of said.filter((one) => rankOf(one) === rank)) {
      const key = letters(line.text).slice(0, 120)
      const isEnough = length > (rank === 0 ? enough.own : enough.other) || chosen.size >= enough.lines
      if (isEnough || chosen.has(key)) continue
      chosen.set(key, line)
      length += line.text.length
    }
  const lines = said.filter((line) => chosen.get(letters(line.text).slice(0, 120)) === line)
  return lines.length === 0
    ? null
    : {
        value: lines.map(({ text }) => text).join('\n\n'),
        evidence: lines.map((line) => evidenceFrom(line, line.text)),
      }
}

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
