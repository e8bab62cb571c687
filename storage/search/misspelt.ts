// Corrections of misspelt words: words within one or two edits, and two words written as one. Synchronous, as the
// dictionary is.
import type { Dictionary } from './dictionary.ts'
import { remembering } from './remembering.ts'
import type { Neighbour } from './shelves.ts'
import type { Sought } from './rank.ts'
import { all, any, term } from './request.ts'
import { stem } from './stems.ts'
import { nameToken, nameWord } from './words.ts'

const mostNear = 64
const mostNearTexts = 16
/** Of more words, nobody looks for what has all of them or one misspelt: that took a third of such a search. */
const mostCorrected = 6
/** What it adds to the distance of a word from another that it is used itself, and alone that it is used more. */
const unlikely = { alone: 0.5, beside: 1 }

/** What is known of the words of one query, each looked up once. */
export function openSought(dictionary: Dictionary, last: string) {
  return {
    soughtAs: remembering((word): Sought => {
      return { word, stem: stem(word), near: new Map(), isBeginning: word === last }
    }),
    nearTexts: remembering((word) => {
      dictionary.catchUp()
      return dictionary.nearTexts(word, mostNearTexts)
    }),
  }
}

/** Two known words that were typed without a space. */
export function halvesOf(dictionary: Dictionary, word: string): [string, string] | null {
  const ways: [string, string][] = []
  for (let at = 2; at <= word.length - 2; at += 1) ways.push([word.slice(0, at), word.slice(at)])
  const uses = dictionary.usesOfAll(ways.flat())
  let parts: [string, string] | null = null
  let most = 0
  for (const way of ways) {
    const least = Math.min(...way.map((part) => uses.get(part) ?? 0))
    if (least <= most) continue
    most = least
    parts = way
  }
  return parts
}

type Typed = { words: string[]; key: string } & ReturnType<typeof openSought>

/** Looks for words that the query's words may be misspellings of. */
export function lookForMisspellings(dictionary: Dictionary, { words, key, soughtAs, nearTexts }: Typed) {
  dictionary.catchUp()
  const isLong = words.length > 1
  const uses = words.map((word) => dictionary.uses(word))
  const isCommon = uses.map((used) => dictionary.isCommon(used))
  // In a query with an unknown word, the known ones are probably not misspelt.
  const isRight = uses.map((used, i) => isCommon[i]! || (used > 0 && uses.includes(0)))
  const texts = words.map((word, i) => (isRight[i] ? [] : nearTexts(word)))
  const isSuspect = texts.map(
    (found, i) =>
      uses[i] === 0 || found.some((other) => other.uses >= (other.distance === 1 ? 20 : 200) * uses[i]!),
  )
  // If no word is suspect, none was misspelt.
  const isShort = words.length <= mostCorrected
  const mayBeName = isShort && (!isLong || isSuspect.includes(true))
  const names = words.map((word, i) =>
    !mayBeName || (isLong && isRight[i]) ? [] : dictionary.nearNames(word, mostNear),
  )
  const keys = isLong ? dictionary.nearNames(key, mostNear) : names[0]!
  words.forEach((word, i) => {
    for (const found of [...names[i]!, ...texts[i]!]) {
      const isUnlikely = isLong ? !isSuspect[i] : found.uses < uses[i]!
      const more = isUnlikely ? unlikely[isLong ? 'beside' : 'alone'] : 0
      soughtAs(word).near.set(found.word, { distance: found.distance + more })
    }
  })
  if (isLong) for (const found of keys) soughtAs(key).near.set(found.word, found)
  const corrected = (choices: (i: number) => Neighbour[], token = (word: string) => word) =>
    isShort
      ? all(
          words.map((word, i) =>
            any([word, ...choices(i).map((other) => other.word)].map((one) => term(token(one)))),
          ),
        )
      : null
  return {
    wholeNames: keys.length === 0 ? null : any(keys.map((other) => term(nameToken(other.word)))),
    /** Null if some word occurs in no name, however it is corrected. */
    names: (distance: number) =>
      names.every((found, i) => found.length > 0 || dictionary.isInNames(words[i]!))
        ? corrected((i) => names[i]!.filter((other) => other.distance <= distance), nameWord)
        : null,
    /** Only suspect words are corrected in text: unknown ones, and those much rarer than a close word. */
    isSuspect: isSuspect.includes(true),
    texts: (most: number) => corrected((i) => (isSuspect[i] ? texts[i]!.slice(0, most) : [])),
  }
}
