/*
 * Keywords and tags: what the site lists for machines, what the product calls itself, and the words of what it says it is
 * that its categories speak of, in the page's own spelling and language.
 */
import { wordsOfKinds } from '../../../storage/search/kinds.ts'
import { headOf, kindsNamed, termsOf } from '../../../storage/search/telling.ts'
import { tellingWeights } from '../facts/categories.ts'
import { ownThings } from '../facts/ownership.ts'
import { cases } from '../facts/who_is_meant.ts'
import { onSeveralPages } from '../facts/sightings.ts'
import { laterLines, laterWeight, tellingLines } from '../facts/telling_lines.ts'
import { byText } from '../page/by_text.ts'
import { plain } from '../page/json_ld.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type CrawledSite, says } from '../page/reading.ts'
import type { Category, Evidence, Proven } from '../profile.ts'
import { gapless } from '../words/spelling.ts'
import {
  callsItself,
  enough,
  isAnything,
  isLike,
  isOthersName,
  isSmall,
  isWord,
  madeFor,
  mostLines,
} from './calls_itself.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

const { anyOf } = wordsIn('texts')
/** What every site has: its pages, and what is done there. */
const isPage = new Wording(`^${anyOf('site_parts')}$`, 'iu')
const most = { listed: 20, told: 8, kind: 3, words: 3, length: 60 }

/** The words the site lists for machines, where it lists any. */
export function findKeywords(site: CrawledSite): Proven<string>[] {
  const { start } = site
  const keywords = new Map<string, Proven<string>>()
  const add = (raw: string, quote: string, where: 'meta' | 'json-ld'): void => {
    for (const word of raw.split(/\s*[,;、，]\s*/)) {
      if (
        word.length < 2 ||
        word.length > most.length ||
        isPage.test(word) ||
        site.own.includes(letters(word)) ||
        keywords.size >= most.listed ||
        keywords.has(word.toLowerCase())
      )
        continue
      keywords.set(word.toLowerCase(), { value: word, evidence: [evidenceFrom(start, quote, where)] })
    }
  }
  const said = start.metas.get('keywords')
  if (said) add(said, said, 'meta')
  for (const thing of ownThings(start, site))
    for (const entry of [thing['keywords']].flat().slice(0, most.listed)) {
      const text = plain(entry)
      if (text !== '') add(text, text, 'json-ld')
    }
  return [...keywords.values()]
}

const termsIn = byText((text) => [...termsOf(text).keys()])
/** How much two words beside each other must speak for a category to be a tag of what is filed there. */
const pair = 2
/** How much a word of its name must. */
const known = 3
/** How much the kind of thing that a word names must: films are no tag of a course in carpentry. */
const spoken = 1

/** What the start page says it is: what it calls itself, then words that the catalogue knows; eight at most. */
export function findKnownWords(site: CrawledSite, filed: Category[]): Proven<string>[] {
  const weights = tellingWeights(filed)
  const named = new Set(filed.flatMap(({ name }) => kindsNamed(name).flat()))
  const isGerman = site.start.lang.startsWith('de')
  const words = new Map<string, { value: string; about: string; weight: number; evidence: Evidence[] }>()
  const telling = tellingLines(site)
  const told = new Set(telling.map(({ evidence }) => evidence.quote))
  // What opens the page counts twice; what a card further down says, once.
  const bearing = laterLines(site).filter(({ text, opens }) => opens || !told.has(text))
  for (const { text, weight, evidence } of [...telling, ...bearing]) {
    if (evidence.where === 'json-ld') continue
    const head = weight < 1 ? '' : headOf(text)
    const add = (written: string, about: string, worth: number): void => {
      const key = written.toLowerCase()
      if (!isWord(key, site) || isOthersName(key, site) || isSmall.has(key.split(' ')[0]!)) return
      const before = words.get(key)
      // What is said further down only bears out what the head of the page says.
      if (before === undefined && weight <= laterWeight) return
      const isShouted = /\p{Lu}.*\p{Lu}/u.test(written) && written.length < 6
      const value = isShouted || (isGerman && /^\p{Lu}/u.test(written)) ? written : key
      const more = weight * worth * (head.includes(written) ? 2 : 1)
      // A line that denies, or says what may be, proves no word of it; another may.
      const said = [...(before?.evidence ?? []), evidence].slice(0, mostLines)
      words.set(key, { value, about, ...before, evidence: said, weight: (before?.weight ?? 0) + more })
    }
    for (const { said: word, kind } of wordsOfKinds(text))
      if ((weights.get(`@${kind}`) ?? 0) >= spoken) add(word, kind, 1.5)
    for (const [word] of text.matchAll(/[\p{L}\p{N}]{3,}/gu)) {
      const term = termsIn(word)[0] ?? ''
      if (named.has(term) && (weights.get(term) ?? 0) >= known) add(word, term, 1)
    }
    for (const two of pairsIn(text)) {
      const term = termsIn(two).find((one) => one.includes('_')) ?? ''
      if ((weights.get(term) ?? 0) >= pair) add(two, term, 1.5)
    }
  }
  const chosen: { value: string; about: string; evidence: Evidence[] }[] = callsItself(site).map((one) => ({
    ...one,
    about: '',
  }))
  for (const one of [...words.values()].toSorted((a, b) => b.weight - a.weight)) {
    const same = chosen.filter(({ about }) => about === one.about)
    const isTold = chosen.some(({ value }) => isLike(value, one.value)) || same.length >= most.kind
    // "Voice input" says more than "voice".
    const isPart = [...words.values()].some(
      ({ value, weight }) => weight >= enough && value !== one.value && value.split(' ').includes(one.value),
    )
    const isMeant = /\s/.test(one.value) || gapless.test(one.value) || isRepeated(one.value, site)
    if (one.weight >= enough && !isPart && !isTold && isMeant && chosen.length < most.told) chosen.push(one)
  }
  for (const one of madeFor(site))
    if (!chosen.some(({ value }) => isLike(value, one.value))) chosen.push({ ...one, about: '' })
  // "Module", and nothing else, may be anything.
  const isBare = chosen.every(({ value }) => isAnything.test(value))
  return isBare ? [] : chosen.map(({ value, evidence }) => ({ value, evidence }))
}

/** Two words beside each other, as they are written. */
function* pairsIn(text: string): Generator<string> {
  for (const run of text.split(/[^\p{L}\p{N}'’ +#-]+|\s[-–]\s/u)) {
    const words = run.split(/\s+/).filter((word) => word !== '')
    for (let at = 1; at < words.length; at += 1)
      if (
        words
          .slice(at - 1, at + 1)
          .every((word) => termsIn(word).length > 0 && !/['’]/.test(word) && !isSmall.has(word.toLowerCase()))
      )
        yield `${words[at - 1]} ${words[at]}`
  }
}

/** One word that is said once may be anything's: the page's world, its readers, a pun. */
const isRepeated = (word: string, site: CrawledSite): boolean => {
  // Where every noun is bent, only one that stands there again as it is may be told so.
  const stem = cases.test(site.start.lang)
    ? RegExp.escape(word)
    : `${RegExp.escape(word.slice(0, -1))}\\p{L}{0,3}`
  const form = new RegExp(`(?<!\\p{L})${stem}(?!\\p{L})`, 'iu')
  const said = site.lines.filter(
    ({ usable, text }) => usable && form.test(text) && !onSeveralPages(site).has(text),
  )
  return said.length > 2 || said.filter(({ url }) => url === site.start.url).length > 1
}

/** Tags are those keywords that the start page also says to its readers. */
export function findTags(site: CrawledSite, keywords: Proven<string>[]): Proven<string>[] {
  const tags: Proven<string>[] = []
  for (const keyword of keywords) {
    if (!isWord(keyword.value.toLowerCase(), site)) continue
    if (keyword.value.split(/\s+/).length > most.words || tags.length >= most.told) continue
    const line = site.visible(site.start.url).find((one) => one.usable && says(one.text, [keyword.value]))
    if (line) tags.push({ value: keyword.value, evidence: [evidenceFrom(line, line.text)] })
  }
  return tags
}
