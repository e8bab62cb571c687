// Partial matches for a query that few listings match fully: corrected words, fewer words, and listings similar to one
// that alternatives are asked for.
import { idOf, type Candidates, type Scored } from './best.ts'
import { weigh, type Concept } from './concepts.ts'
import type { Alike } from './likeness.ts'
import type { Seen } from './rank.ts'
import type { Reading } from './reading.ts'
import { all, any, term, type LookUp } from './request.ts'
import { nameToken } from './words.ts'

/** If fewer listings match fully, partial matches are searched too. */
export const few = 10
/** How many of the listings with some of the words are ranked: those with most of what is asked for. */
const mostPartial = 80
/** If fewer have several of the words, those that have one of them are looked for too, by the rarest first. */
const fewPartial = 20
/** Partial matches have some of this many of the rarest words; so many are looked for by each. */
const mostWords = 8
const mostOfWord = 100
/** A single word is enough if it is at least this share of the query's significance. */
export const covering = 0.45
export const coveringOfMany = 0.35
export const many = 4
/** So many of one name, and so many that are said to stand for what is not listed, tell what others are like. */
const mostNamesakes = 2
const mostBeside = 3
/** Less similarity than this is chance. */
const leastLike = 0.2
/** The cost of a word that occurs somewhere in a listing: as typed, as the likeliest correction, or another one. */
const somewhere = { asTyped: 14, likeliest: 15, corrected: 24 } as const

type Asked = {
  reading: Reading
  /** Listings that match fully. */
  found: number[]
  find: LookUp
  /** The most that find gives, unless more are asked for. */
  enough: number
}

export const seenAs = (parts: number, isWhole: boolean): Seen => ({
  parts,
  isWhole,
  exactly: 0,
  body: somewhere.asTyped,
})

/** Listings with some of the words: those with the most of what is asked for. */
function partial({ reading, find, enough }: Asked, isKnown: (rowid: number) => boolean): Candidates {
  const rare = reading.required.toSorted((a, b) => b.weight - a.weight).slice(0, mostWords)
  const some: Candidates = new Map()
  // What has its only word is found already, unless that says too little to be an answer.
  if (rare.length < 2 && reading.address === null && reading.unanswered <= 1 - covering) return some
  /** Whether more may have it than were found. */
  function take(concept: Concept, expression: string): boolean {
    const rowids = find(expression, mostOfWord)
    for (const rowid of rowids) {
      if (isKnown(rowid)) continue
      const seen = some.get(rowid) ?? seenAs(0, false)
      seen.parts |= 1 << reading.concepts.indexOf(concept)
      some.set(rowid, seen)
    }
    return rowids.length === mostOfWord
  }
  const beside = (others: Concept[], concept: Concept) =>
    all([reading.termOf(concept), any(others.filter((other) => other !== concept).map(reading.termOf))])
  // What has two of them at least, before what has the rarest alone.
  const common = rare.filter((concept) => rare.length > 2 && take(concept, beside(rare, concept)))
  for (const concept of rare)
    if (some.size < fewPartial || (some.size < enough && concept.weight >= covering * weigh(rare)))
      if (take(concept, reading.termOf(concept))) common.push(concept)
  // Of what is too common to be listed, what has a rarer one as well.
  const listed = rare.filter((concept) => !common.includes(concept))
  if (listed.length > 0) for (const concept of new Set(common)) take(concept, beside(listed, concept))
  const best = [...some].map(([rowid, seen]) => ({
    rowid,
    seen,
    worth: weigh(rare.filter((concept) => seen.parts & (1 << reading.concepts.indexOf(concept)))),
  }))
  best.sort((a, b) => b.worth - a.worth || b.rowid - a.rowid)
  return new Map(best.slice(0, mostPartial).map(({ rowid, seen }) => [rowid, seen]))
}

/** Adds listings with corrections of the words. */
function addMisspelt(
  { reading, find, found, enough }: Asked,
  near: Candidates,
  add: (expression: string | null, body: number) => void,
) {
  const isEnough = () => near.size + found.length >= enough
  const misspelt = reading.misspelt()
  const isAlone = reading.words.length === 1
  // What was taken for other words has their names among what was found already.
  if (reading.mended.length === 0) {
    // All corrections at once: closer ones come first only if there are too many.
    const inNames = misspelt.isSuspect || isAlone ? misspelt.names(2) : null
    const areMany = inNames !== null && find(inNames).length === enough
    if (areMany || !isAlone) add(misspelt.wholeNames, somewhere.corrected)
    if (areMany && !isEnough()) add(misspelt.names(1), somewhere.corrected)
    if (!isEnough()) add(inNames, somewhere.corrected)
  }
  if (misspelt.isSuspect && !isEnough()) {
    add(misspelt.texts(1), somewhere.likeliest)
    if (!isEnough()) add(misspelt.texts(12), somewhere.corrected)
  }
  for (const apart of reading.apart()) add(apart, somewhere.asTyped)
}

type LikeTo = (id: number) => Alike[]

/** Listings similar to these, the most similar first. */
function likest(seeds: number[], likeTo: LikeTo): [number, number][] {
  const likeness = new Map<number, number>()
  for (const rowid of seeds)
    for (const other of likeTo(idOf(rowid))) {
      const before = likeness.get(other.rowid) ?? 0
      likeness.set(other.rowid, before + (1 - before) * other.likeness)
    }
  return [...likeness].filter(([, like]) => like >= leastLike).sort((a, b) => b[1] - a[1] || b[0] - a[0])
}

/** What is like the first of a short answer, and comes after it; what was called by its name is all that was meant. */
export function followers(
  { reading: { words, address, isName }, find }: Pick<Asked, 'reading' | 'find'>,
  answer: Scored[],
  likeTo: LikeTo,
): [rowid: number, likeness: number][] {
  const isWhole = words.length < 2 || address !== null || find(isName).length > 0
  if (isWhole || answer.length >= few) return []
  const seeds = answer.slice(0, mostBeside).map(({ rowid }) => rowid)
  return likest(seeds, likeTo)
    .filter(([like]) => answer.every(({ rowid }) => rowid !== like))
    .slice(0, few - answer.length)
}

export function gatherNear(asked: Asked, likeTo: LikeTo): Candidates {
  const { reading, found, find } = asked
  const { likeName, words, address } = reading
  const near: Candidates = new Map()
  const known = new Set(found)
  const isKnown = (rowid: number) => known.has(rowid) || near.has(rowid)
  if (likeName !== null) {
    const themselves = find(term(nameToken(likeName))).slice(0, mostNamesakes)
    // Those that name themselves beside it say what it is like too, and alone of what is not listed here.
    const besides =
      reading.isInstead || themselves.length === 0 ? found.filter((rowid) => !themselves.includes(rowid)) : []
    for (const [rowid, likeness] of likest([...themselves, ...besides.slice(0, mostBeside)], likeTo))
      if (!isKnown(rowid)) near.set(rowid, { ...seenAs(0, false), likeness })
  }
  // What is called just so was meant so, but one word may well be a name that was misspelt into another.
  const isCalled =
    likeName === null && words.length > 1 && found.length > 0 && find(reading.isName).length > 0
  if (address === null && !isCalled)
    addMisspelt(asked, near, (expression, body) => {
      for (const rowid of expression === null ? [] : find(expression))
        if (!isKnown(rowid)) near.set(rowid, { ...seenAs(reading.requiredParts, true), body })
    })
  if (near.size + found.length >= few) return near
  for (const [rowid, seen] of partial(asked, isKnown)) near.set(rowid, seen)
  return near
}
