// The ways to read what was typed: its words, neighbours joined or one word split, the last one unfinished, any of them
// misspelt; each as an FTS5 expression, and all of them for ranking. Synchronous, as the dictionary is.
import type { Dictionary, Neighbour } from './dictionary.ts'
import type { Sought } from './rank.ts'
import { all, any, term } from './request.ts'
import { nameKey, nameToken, wordsSought } from './words.ts'

const mostWords = 12
/** Beyond so many words, nobody joins or splits them by mistake. */
const mostJoined = 4

export type Reading = ReturnType<ReturnType<typeof openReading>> & {}

const beginning = (word: string): string => `${term(word)} *`

export function openReading(dictionary: Dictionary) {
  /** Two known words that were typed as one. */
  function partsOf(word: string): [string, string] | null {
    let parts: [string, string] | null = null
    let most = 0
    for (let at = 2; at <= word.length - 2; at += 1) {
      const uses = Math.min(dictionary.uses(word.slice(0, at)), dictionary.uses(word.slice(at)))
      if (uses <= most) continue
      most = uses
      parts = [word.slice(0, at), word.slice(at)]
    }
    return parts
  }

  return function read(q: string) {
    const words = wordsSought(q).slice(0, mostWords)
    if (words.length === 0) return null
    const last = words.at(-1)!
    const front = words.slice(0, -1)
    const key = nameKey(q)
    const uses = words.map((word) => dictionary.uses(word))

    const joined: string[][] = []
    if (words.length > 1 && words.length <= mostJoined) {
      for (let i = 1; i < words.length; i += 1)
        joined.push([...words.slice(0, i - 1), words[i - 1]! + words[i]!, ...words.slice(i + 1)])
      if (words.length > 2) joined.push([words.join('')])
    }
    const orJoined = (expression: string) => any([expression, ...joined.map((them) => all(them.map(term)))])
    const ending = (expression: string) => orJoined(all([...front.map(term), expression]))
    const completions = last.length > 3 ? dictionary.completions(last, 24) : []
    const completed = (most: number) => ending(any([last, ...completions.slice(0, most)].map(term)))

    const sought = new Map<string, Sought>()
    function soughtAs(word: string): Sought {
      const known = sought.get(word) ?? { word, near: new Map(), isBeginning: word === last }
      sought.set(word, known)
      return known
    }
    const variants = [words, ...joined].map((them) => them.map(soughtAs))

    /** Looks for misspellings. What this and apart find counts in variants from then on. */
    function misspelt() {
      dictionary.catchUp()
      const isCommon = uses.map((used) => dictionary.isCommon(used))
      const names = words.map((word, i) =>
        isCommon[i] && words.length > 1 ? [] : dictionary.nearNames(word, 64),
      )
      const texts = words.map((word, i) => (isCommon[i] ? [] : dictionary.nearTexts(word, 16)))
      const keys = words.length > 1 ? dictionary.nearNames(key, 64) : names[0]!
      words.forEach((word, i) => {
        for (const found of [...names[i]!, ...texts[i]!]) soughtAs(word).near.set(found.word, found)
      })
      for (const found of keys) sought.get(key)?.near.set(found.word, found)
      const isSuspect = texts.map(
        (found, i) =>
          uses[i] === 0 || found.some((other) => other.uses >= (other.distance === 1 ? 20 : 200) * uses[i]!),
      )
      const corrected = (choices: (i: number) => Neighbour[]) =>
        all(words.map((word, i) => any([word, ...choices(i).map((other) => other.word)].map(term))))
      return {
        wholeNames: keys.length === 0 ? null : any(keys.map((other) => term(nameToken(other.word)))),
        names: (distance: number) =>
          corrected((i) => names[i]!.filter((other) => other.distance <= distance)),
        /** Only suspect words are corrected in running text: unknown ones, and those much rarer than a neighbour. */
        isSuspect: isSuspect.includes(true),
        texts: (most: number) => corrected((i) => (isSuspect[i] ? texts[i]!.slice(0, most) : [])),
        /** The last word as the misspelt beginning of a name's word. */
        beginnings(): string | null {
          const found = dictionary.namesBeginningNear(last, 48)
          for (const word of found) soughtAs(last).near.set(word, { distance: 1.5, uses: 1 })
          return found.length === 0 ? null : all([...front.map(term), any(found.map(term))])
        },
      }
    }

    /** Each unknown word as two known ones. */
    function apart(): string[] {
      const readings = words.flatMap((word, i) => {
        const parts = uses[i] === 0 && word.length >= 5 ? partsOf(word) : null
        return parts === null ? [] : [[...words.slice(0, i), ...parts, ...words.slice(i + 1)]]
      })
      variants.push(...readings.map((them) => them.map(soughtAs)))
      return readings.map((them) => all(them.map(term)))
    }

    const exact = orJoined(all(words.map(term)))
    return {
      q,
      words,
      key,
      variants,
      exact,
      /** The last word unfinished: by prefix index in names and, where short, in heads; else by its likely completions. */
      beginning: ending(beginning(last)),
      inHeads: last.length === 1 ? exact : last.length <= 3 ? ending(beginning(last)) : completed(24),
      inTexts: last.length <= 3 ? exact : completed(8),
      apart,
      rarestFirst: words
        .map((word, i) => ({ word, uses: uses[i]! }))
        .filter((known) => known.uses > 0)
        .sort((a, b) => a.uses - b.uses)
        .map(({ word }) => word),
      misspelt,
    }
  }
}
