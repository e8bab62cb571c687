// The ways to read what was typed: what is sought, neighbours joined or one word split, the last one unfinished, any of
// them misspelt; each as an FTS5 expression, and all of them for ranking. Synchronous, as the dictionary is.
import { expressionOf, plain, weigh, type Asked, type Concept } from './concepts.ts'
import type { Dictionary } from './dictionary.ts'
import { besideName, weighRest } from './instead.ts'
import { halvesOf, lookForMisspellings, openSought } from './misspelt.ts'
import { all, any, term, unfinished, type LookUp } from './request.ts'
import { stem } from './stems.ts'
import { calledIn, typedIn } from './typed.ts'
import { openUnknown, type Taken } from './unknown.ts'
import { headWord, nameKey, nameToken, nameWord } from './words.ts'

/** Beyond so many words, nobody joins or splits them by mistake. */
const mostJoined = 4
/** A last word that fewer listings have may be the beginning of a longer one. */
const seldom = 3

export type Reading = ReturnType<ReturnType<typeof openReading>> & {}

/** Said in front: in the name, the tagline or the keywords. */
const saidIn = ({ ways }: Concept): string =>
  any(
    ways.map(({ words }) =>
      all(words.map(stem).map((short) => any([term(nameWord(short)), term(headWord(short))]))),
    ),
  )

/** All in front, the likelier first: said and filed under what is called so, said, said or filed. */
function inFronts(concepts: Concept[]): string[] {
  if (concepts.length === 0) return []
  const said = all(concepts.map(saidIn))
  const filed = concepts.flatMap(({ facets }) => (facets.length > 0 ? [any(facets.map(term))] : []))
  const either = concepts.map((concept) => any([saidIn(concept), ...concept.facets.map(term)]))
  return [all([said, ...filed]), said, all(either)]
}

const taking = (words: string[], taken: Taken[]): string[] =>
  words.map((word) => taken.find(({ typed }) => typed === word)?.as ?? word)

/** Whole names that may have been meant, the likelier first, and all of them as few expressions. */
function namesMeant({ wholeNames, names }: ReturnType<typeof lookForMisspellings>, isLong: boolean) {
  const whole = wholeNames === null ? [] : [wholeNames]
  if (isLong) return { mended: whole, asMended: whole }
  const some = [...new Set([names(1), names(2)])].filter((found) => found !== null)
  // The nearer are among the others, and a whole name of one word is a word of a name.
  return { mended: [...whole, ...some], asMended: some.slice(-1) }
}

type Known = Omit<Parameters<ReturnType<typeof openUnknown>>[0], 'concepts'>

export function openReading(dictionary: Dictionary, ask: (words: string[], size: number) => Asked) {
  /** Neighbours that are known words when written as one, with the words around them. */
  function joinedOf(words: string[]): string[][] {
    if (words.length < 2 || words.length > mostJoined) return []
    const forms = words
      .slice(1)
      .map((word, i) => [...words.slice(0, i), words[i]! + word, ...words.slice(i + 2)])
    if (words.length > 2) forms.push([words.join('')])
    return forms.filter((form) => form.every((word) => dictionary.uses(word) > 0))
  }

  const settle = openUnknown(dictionary)

  /** What is asked for, and how it reads: words that were taken as others as if these had been typed. */
  function understand(typed: Asked, words: string[], known: Known) {
    const { taken, leftOut, isCalled } = settle({ ...known, concepts: typed.concepts })
    const as = isCalled ? [] : taken
    const meant = [...new Set(taking(words, as))]
    const asked = as.length > 0 ? ask(meant, known.size) : typed
    const beside = besideName(meant, asked.concepts, asked.isInstead, known.lookUp)
    const isInstead = asked.isInstead && beside !== null
    if (isInstead) weighRest(asked.concepts, beside)
    for (const concept of as.length > 0 ? asked.concepts : [])
      concept.cost = as.find((one) => one.as === concept.typed.join(' '))?.cost ?? 0
    const readings = [asked.concepts]
    if (as.length > 0) readings.push(typed.concepts)
    const key = known.keyWith(isCalled ? taken : [])
    return { ...asked, isInstead, taken, leftOut, isMended: as.length > 0, beside, readings, key }
  }

  return function read(q: string, size: number, lookUp: LookUp) {
    const { address, words } = typedIn(q)
    if (words.length === 0) return null
    const last = words.at(-1)!
    const typed = ask(words, size)
    const asideOf = typed.isInstead ? besideName(words, typed.concepts, true, lookUp) : null
    const called = calledIn(q, address, asideOf)
    const keyWith = (some: Taken[]) => nameKey(taking(called, some).join(' '))

    const { soughtAs, nearTexts } = openSought(dictionary, last)
    let endings: string[] | null = null
    const ends = () => (endings ??= dictionary.completions(last, 8))

    const isLong = words.length > 1
    const isBeginning = (word: string) => word === last && ends().length > 0
    const known = { size, isBeginning, nearTexts, lookUp, keyWith, isAlone: !isLong }
    const understood = understand(typed, words, known)
    const { concepts, isInstead, isBeside, shelves, beside, readings } = understood
    const { taken, leftOut, isMended, key } = understood

    // A word that was taken as another may as well be any other's misspelling.
    let misspellings: ReturnType<typeof lookForMisspellings> | null = null
    /** Looks for misspellings. What this and apart find counts in the readings from then on. */
    function misspelt() {
      if (misspellings !== null) return misspellings
      misspellings = lookForMisspellings(dictionary, { words, key, soughtAs, nearTexts })
      if (isLong && misspellings.wholeNames !== null) readings.push([plain(key)])
      return misspellings
    }

    const ending = concepts.find(({ typed }) => typed.at(-1) === last)
    const completions = last.length > 3 && dictionary.uses(last) < seldom ? ends() : []
    function termOf(concept: Concept): string {
      const whole = expressionOf(dictionary, concept)
      if (concept !== ending || concept.typed.length > 1) return whole
      return any([whole, unfinished(last), ...completions.map(term)])
    }
    const required = concepts.filter(({ isHint, typed }) => !isHint && !leftOut.includes(typed[0]!))
    const terms = new Map(concepts.map((concept) => [concept, termOf(concept)]))

    const joined = [...joinedOf(words)]
    const telling = concepts.flatMap(({ typed }) => typed)
    if (telling.length < words.length) joined.push(...joinedOf(telling))
    for (const form of joined) readings.push(form.map(plain))

    const isName = term(nameToken(key))
    const { mended, asMended } = isMended ? namesMeant(misspelt(), isLong) : { mended: [], asMended: [] }
    const named = [isName]
    if (isLong && key.length > 3) named.push(`${isName} *`)
    for (const form of joined) named.push(all(form.map(dictionary.anyForm)))
    named.push(...asMended)

    /** All that is asked for, in any form. */
    function full(): string {
      const some = required.map((concept) => terms.get(concept)!)
      return any([...(some.length === 0 ? [] : [isBeside ? any(some) : all(some)]), ...named])
    }

    /** Each unknown word as two known ones. */
    function apart(): string[] {
      const found = words.flatMap((word, i) => {
        const isOne = taken.some(({ typed }) => typed === word) || dictionary.uses(word) > 0
        const parts = isOne || word.length < 5 ? null : halvesOf(dictionary, word)
        return parts === null ? [] : [[...words.slice(0, i), ...parts, ...words.slice(i + 1)]]
      })
      readings.push(...found.map((them) => them.map(plain)))
      return found.map((them) => all(them.map(term)))
    }

    return {
      q,
      address,
      words,
      key,
      concepts,
      required,
      /** As bits, in the order of the concepts. */
      requiredParts: required.reduce((bits, concept) => bits | (1 << concepts.indexOf(concept)), 0),
      /** What names a filter. */
      hints: concepts.filter(({ isHint, isLight }) => isHint && !isLight).map((one) => terms.get(one)!),
      readings,
      soughtAs,
      taken,
      leftOut,
      isInstead,
      /** The name of a listing for which others are welcome too. */
      likeName: isInstead ? key : beside === null ? null : nameKey(beside.join(' ')),
      shelves,
      termOf: (concept: Concept) => terms.get(concept)!,
      isName,
      /** How much of what is asked for nothing has, from 0 to 1. */
      unanswered: weigh(concepts.filter(({ typed }) => leftOut.includes(typed[0]!))) / weigh(concepts),
      named: any(named),
      full: full(),
      mended,
      /** The words as they stand, those that say nothing among them. */
      exact: all([...new Set(taking(words, taken))].map(term)),
      inNames: all([...words.slice(0, -1).map((word) => term(nameWord(word))), unfinished(last)]),
      inFronts: inFronts(required),
      apart,
      misspelt,
    }
  }
}
