// The words that tell a category: those of its name, its description and the listings filed in it and below it, each
// with how much it speaks for it. Knows nothing of where listings are kept.
import { beforeWhatItIsFor, kindsIn, namesNothing, saysNothing, withoutHyphen } from './kinds.ts'
import { stopWords } from './language.ts'
import { remembering } from './remembering.ts'
import { stem } from './stems.ts'
import { wordsOf } from './words.ts'

/** So many listings of a category, and so much of what each says of itself, are enough to know its words. */
export const sampled = { listings: 60, characters: 300 }
const mostWords = 200
/** A category's name tells it as much as so many listings, and its description as one. */
const worth = { name: 3, description: 1 }
/** As if so many more listings were filed there that say what others do: a few say little of what others will. */
const unseen = 20
/** As if so many more listings said each word, and there were so many: of a few, every word seems rare. */
const anyway = 6
const fewest = 1000
/** A word that a category's listings say hardly more often than others tells nothing. */
const leastWeight = 0.5
/** Words that stand beside each other once among so many listings stand so by chance. */
const enough = 5

const says = new Set(saysNothing.map(stem))
const names = new Set(namesNothing.map(stem))

/** Windows is an operating system and no window; the "ai" of Italian and French is no AI. */
const spelled = (text: string): string =>
  withoutHyphen(text).replace(/\bWindows\b|(?<![\p{L}.])ai(?!\p{L})/gu, ' ')

const stemsOf = (words: string[]): string[] =>
  words
    .filter((word) => word.length > 1 && !stopWords.has(word) && !/^\d+$/.test(word))
    .map(stem)
    .filter((short) => !says.has(short))

/** What a kind of thing is called, and how much each word of that is said where the kind is spoken of. */
const meaningOf = remembering((kind): [string[], number] => {
  const stems = [...new Set(stemsOf(wordsOf(withoutHyphen(kind))))]
  return [stems, 1 / Math.sqrt(stems.length)]
})

/**
 * The stems of a text, each with its neighbour too ("text_editor"), the kinds of things it speaks of ("@game") and the
 * words these are called by; 1 is said outright.
 */
export function termsOf(text: string): Map<string, number> {
  const plain = spelled(text)
  const words = wordsOf(plain)
  const stems = stemsOf(words)
  const terms = new Map<string, number>()
  for (const kind of kindsIn(plain, words)) {
    terms.set(`@${kind}`, 1)
    const [called, share] = meaningOf(kind)
    for (const short of called) terms.set(short, Math.max(terms.get(short) ?? 0, share))
  }
  stems.forEach((short, i) => {
    terms.set(short, 1)
    if (i > 0) terms.set(`${stems[i - 1]}_${short}`, 1)
  })
  return terms
}

const isFor = new RegExp(
  `(?<!\\p{L})(?:${beforeWhatItIsFor.join('|')})(?!\\p{L})|[.!?](?:\\s|$)|[。！？]|\\s[|–—·]\\s`,
  'iu',
)
/** What a line says a thing is, without what it is for. */
export const headOf = (line: string): string => line.split(isFor)[0]!

/** The kinds of things a category's name names: "Health and Fitness" two, "API Development and Analysis" two of APIs. */
export function kindsNamed(name: string): string[][] {
  const kinds: string[][] = []
  for (const part of name.replace(/\(.*?\)/g, ' ').split(/ and | & |,|\/| - | for /i)) {
    const kind = [...new Set(stemsOf(wordsOf(spelled(part))))].filter((short) => !names.has(short))
    const first = kinds[0] ?? []
    // Things in the plural stand by themselves: "Mailing Lists and Newsletters".
    if (kind.length === 1 && first.length > 1 && !/s\s*$/.test(part)) kind.unshift(first[0]!)
    if (kind.length > 0) kinds.push(kind)
  }
  // "Internet of Things (IoT)" is called by its letters too.
  for (const [, short] of name.matchAll(/\((\p{Lu}\p{L}*\p{Lu}\p{L}*)\)/gu))
    kinds.push([stem(short!.toLowerCase())])
  return kinds
}

/** How many of some texts use each term. */
type Uses = { texts: number; of: Map<string, number> }
export type Filed = { name: string; description: string | null; parent: number | null; uses: Uses }

export const nowhere = (): Uses => ({ texts: 0, of: new Map() })

export function usesIn(texts: string[]): Uses {
  const uses = nowhere()
  for (const text of texts) count(uses, termsOf(text.slice(0, sampled.characters)).keys(), 1)
  if (texts.length >= enough)
    for (const [term, times] of uses.of) if (times < 2 && term.includes('_')) uses.of.delete(term)
  return uses
}

const count = (into: Uses, terms: Iterable<string>, times: number): Uses =>
  spread(into, { texts: times, of: new Map([...terms].map((term) => [term, times])) })

/** Counts what some texts use among others, as they are read. */
export function spread(into: Uses, { texts, of }: Uses): Uses {
  into.texts += texts
  for (const [term, times] of of) into.of.set(term, (into.of.get(term) ?? 0) + times)
  return into
}

/**
 * For each category its terms with their weights, "voic 3.2 speech_recognit 2.9 …", the most telling first: how much
 * more often its listings and those below it say a term than listings anywhere do. One at a time, so that others are
 * answered in between.
 */
export function* tellingWords(
  categories: Filed[],
  anywhere = categories.reduce((sum, { uses }) => spread(sum, uses), nowhere()),
): Generator<string> {
  const among = Math.max(fewest, anywhere.texts) + 2 * anyway
  const below = categories.map(({ uses }) => [uses])
  categories.forEach(({ uses, parent }) => {
    for (let above = parent; above !== null; above = categories[above]!.parent) below[above]!.push(uses)
  })
  for (const [i, { name, description }] of categories.entries()) {
    const own = below[i]!.reduce(spread, nowhere())
    const telling = (text: string): string[] => [...termsOf(text).keys()].filter((term) => !names.has(term))
    count(own, telling(name), worth.name)
    if (description) count(own, telling(description.slice(0, sampled.characters)), worth.description)
    yield [...own.of]
      .map(([term, times]) => {
        const usual = ((anywhere.of.get(term) ?? 0) + anyway) / among
        const weight = Math.log((times + unseen * usual) / (own.texts + unseen) / usual)
        return { term, weight, order: weight * Math.sqrt(times) }
      })
      .filter(({ weight }) => weight > leastWeight)
      .sort((one, other) => other.order - one.order)
      .slice(0, mostWords)
      .map(({ term, weight }) => `${term} ${weight.toFixed(2)}`)
      .join(' ')
  }
}
