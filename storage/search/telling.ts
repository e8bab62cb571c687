// The words that tell a category: those of its name, its description and the listings filed in it and below it, each
// with how much it speaks for it. Knows nothing of where listings are kept.
import { data, inEnglish, withoutHyphen } from './abroad.ts'
import { stopWords } from './language.ts'
import { stem } from './stems.ts'
import { wordsOf } from './words.ts'

/** So many listings of a category, and so much of what each says of itself, are enough to know its words. */
export const sampled = { listings: 60, characters: 300 }
const mostWords = 200
/** As if so many more listings were filed there: a few say little of what others will. */
const unseen = 4
const ofDescription = 0.5
/** What many listings of a category say tells it better than what one says, but not as many times better. */
const evening = 0.45
/** As if there were so many listings: of a few, every word seems rare. */
const fewest = 200
/** Words that stand beside each other once among so many listings stand so by chance. */
const enough = 5

const stemsIn = (line: string): Set<string> => new Set(line.split(' ').map(stem))
const saysNothing = stemsIn(data.says_nothing)
const namesNothing = stemsIn(data.names_nothing)

/** Windows is an operating system, and no window. */
const spelled = (text: string): string => withoutHyphen(text).replace(/\bWindows\b/g, ' ')

const stemsOf = (words: string[]): string[] =>
  words
    .filter((word) => word.length > 1 && !stopWords.has(word) && !/^\d+$/.test(word))
    .map(stem)
    .filter((short) => !saysNothing.has(short))

/** The stems of a text, each with its neighbour too ("text_editor"), and what it says in English; 1 is said outright. */
export function termsOf(text: string): Map<string, number> {
  const words = wordsOf(spelled(text))
  const stems = stemsOf(words)
  const terms = new Map<string, number>()
  for (const meant of inEnglish(text, words)) {
    const said = stemsOf(wordsOf(meant))
    for (const short of said) terms.set(short, Math.max(terms.get(short) ?? 0, 1 / Math.sqrt(said.length)))
  }
  stems.forEach((short, i) => {
    terms.set(short, 1)
    if (i > 0) terms.set(`${stems[i - 1]}_${short}`, 1)
  })
  return terms
}

const isFor = new RegExp(
  `(?<!\\p{L})(?:${data.before_what_it_is_for.replaceAll(' ', '|')})(?!\\p{L})|[.!?](?:\\s|$)|[。！？]|\\s[|–—·]\\s`,
  'iu',
)
/** What a line says a thing is, without what it is for. */
export const headOf = (line: string): string => line.split(isFor)[0]!

/** The kinds of things a category's name names: "Health and Fitness" two, "API Development and Analysis" two of APIs. */
export function kindsNamed(name: string): string[][] {
  const kinds: string[][] = []
  for (const part of name.replace(/\(.*?\)/g, ' ').split(/ and | & |,|\/| - | for /i)) {
    const kind = [...new Set(stemsOf(wordsOf(spelled(part))))].filter((short) => !namesNothing.has(short))
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

/** How many of some texts use a term, and how much of them it is. */
export type Uses = { texts: number; of: Map<string, { texts: number; share: number }> }
export type Filed = { name: string; description: string | null; parent: number | null; uses: Uses }

export function usesIn(texts: string[]): Uses {
  const of: Uses['of'] = new Map()
  for (const text of texts) add(of, text.slice(0, sampled.characters), 1)
  if (texts.length >= enough)
    for (const [term, { texts: count }] of of) if (count < 2 && term.includes('_')) of.delete(term)
  return { texts: texts.length, of }
}

function add(of: Uses['of'], text: string, weight: number): void {
  const terms = termsOf(text)
  for (const term of terms.keys()) {
    const known = of.get(term) ?? { texts: 0, share: 0 }
    of.set(term, { texts: known.texts + 1, share: known.share + weight / Math.sqrt(terms.size) })
  }
}

/** How many texts of all categories use each term, counted as they are read. */
export type Spread = { texts: number; of: Map<string, number> }
export function spread(into: Spread, { texts, of }: Uses): Spread {
  into.texts += texts
  for (const [term, uses] of of) into.of.set(term, (into.of.get(term) ?? 0) + uses.texts)
  return into
}
export const nowhere = (): Spread => ({ texts: 0, of: new Map() })

/**
 * For each category its terms with their weights, "voic 3.2 speech_recognit 2.9 …", the most telling first. One at a
 * time, so that others are answered in between.
 */
export function* tellingWords(
  categories: Filed[],
  anywhere = categories.reduce((sum, { uses }) => spread(sum, uses), nowhere()),
): Generator<string> {
  const rarity = (term: string): number =>
    Math.max(0.1, Math.log((Math.max(fewest, anywhere.texts) + 1) / ((anywhere.of.get(term) ?? 0) + 1)))
  const below = categories.map(({ uses }) => [uses])
  categories.forEach(({ uses, parent }) => {
    for (let above = parent; above !== null; above = categories[above]!.parent) below[above]!.push(uses)
  })
  for (const [i, { name, description }] of categories.entries()) {
    const shares = new Map<string, number>()
    const count = (term: string, share: number) => shares.set(term, (shares.get(term) ?? 0) + share)
    let texts = unseen
    for (const uses of below[i]!) {
      texts += uses.texts
      for (const [term, { share }] of uses.of) count(term, share)
    }
    const own: Uses['of'] = new Map()
    add(own, name, 1)
    add(own, description ?? '', ofDescription)
    for (const [term, { share }] of own) if (!namesNothing.has(term)) count(term, share)
    yield [...shares]
      .map(([term, share]) => [term, (share * rarity(term) ** 2) / 4 / texts ** evening] as const)
      .sort((one, other) => other[1] - one[1])
      .slice(0, mostWords)
      .map(([term, weight]) => `${term} ${weight.toFixed(2)}`)
      .join(' ')
  }
}
