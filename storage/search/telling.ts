// The words that tell a category: those of its name, its description and the listings filed in it, each with how much
// likelier it is there than anywhere. Knows nothing of where listings are kept.
import { stopWords } from './language.ts'
import { stem } from './stems.ts'
import { wordsOf } from './words.ts'

/** So many listings of a category, and so much of what each says of itself, are enough to know its words. */
export const sampled = { listings: 40, characters: 300 }
const mostWords = 80
/** As if so many more listings were filed there that say none of it: a few say little of what others will. */
const unseen = 10
const ofName = 3
const ofDescription = 0.5
const leastWeight = 0.9

/** How many of some texts use a word. */
export type Uses = { texts: number; of: Map<string, number> }
export type Filed = { name: string; description: string | null; uses: Uses }

/** The stems of a text by which categories are told apart. */
export const tellingStems = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => word.length > 1 && !stopWords.has(word) && !/^\d+$/.test(word))
    .map(stem)

export function usesIn(texts: string[]): Uses {
  const of = new Map<string, number>()
  for (const text of texts)
    for (const word of new Set(tellingStems(text.slice(0, sampled.characters))))
      of.set(word, (of.get(word) ?? 0) + 1)
  return { texts: texts.length, of }
}

/** For each category its words with their weights, "voic 3.2 dictat 2.9 …", the most telling first. */
export function tellingWords(categories: Filed[]): string[] {
  const anywhere = new Map<string, number>()
  for (const { uses } of categories)
    for (const [word, count] of uses.of) anywhere.set(word, (anywhere.get(word) ?? 0) + count)
  const size = Math.max(
    200,
    categories.reduce((sum, { uses }) => sum + uses.texts, 0),
  )
  return categories.map(({ name, description, uses }) => {
    const named = new Set(tellingStems(name))
    const described = new Set(tellingStems(description ?? ''))
    const weighed: [string, number][] = []
    for (const word of new Set([...uses.of.keys(), ...named, ...described])) {
      const count = uses.of.get(word) ?? 0
      const isSaid = named.has(word) || described.has(word)
      if (count < 2 && !isSaid) continue
      const inside = count + (named.has(word) ? ofName : 0) + (described.has(word) ? ofDescription : 0)
      const here = inside / (uses.texts + unseen)
      const elsewhere = ((anywhere.get(word) ?? 0) + 1) / size
      const weight = Math.log(1 + here / elsewhere)
      if (weight > leastWeight) weighed.push([word, weight])
    }
    return weighed
      .sort((one, other) => other[1] - one[1])
      .slice(0, mostWords)
      .map(([word, weight]) => `${word} ${weight.toFixed(1)}`)
      .join(' ')
  })
}
