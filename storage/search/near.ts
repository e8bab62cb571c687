// Partial matches for a query that few listings match fully: corrected words, fewer words, and listings similar to one
// that alternatives are asked for.
import { idOf, type Candidates, type Scored } from './best.ts'
import type { Alike } from './likeness.ts'
import type { Seen } from './rank.ts'
import type { Reading } from './reading.ts'
import { all, any, term } from './request.ts'
import { nameToken } from './words.ts'

/** If fewer listings match fully, partial matches are searched too. */
export const few = 10
/** How many of the listings with some of the words are ranked: those with most of what is asked for. */
const mostPartial = 80
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
const leastLike = 0.1
/** The cost of a word that occurs somewhere in a listing: as typed, as the likeliest correction, or another one. */
export const somewhere = { asTyped: 14, likeliest: 15, corrected: 24 } as const

export type Looking = {
  /** The best matches of an expression, by popularity. */
  find: (expression: string) => number[]
  findMany: (expression: string, most: number) => number[]
}

type Asked = {
  reading: Reading
  /** Listings that match fully. */
  found: number[]
  /** The most that find gives. */
  enough: number
} & Looking

export const partly = (parts: number): Seen => ({
  parts,
  isWhole: false,
  exactly: 0,
  body: somewhere.asTyped,
})

/** Listings with some of the words: those with the most of what is asked for. */
function partial({ reading, found, findMany, enough }: Asked): Candidates {
  const rare = reading.concepts
    .map((concept, at) => ({ concept, at, term: reading.termOf(concept) }))
    .filter(({ concept }) => !concept.isHint && !reading.leftOut.includes(concept.typed[0]!))
    .sort((a, b) => b.concept.weight - a.concept.weight)
    .slice(0, mostWords)
  const some: Candidates = new Map()
  // What has its only word is found already, unless that says too little to be an answer.
  if (rare.length < 2 && reading.address === null && reading.unanswered <= 1 - covering) return some
  const known = new Set(found)
  const isCut = new Set<(typeof rare)[number]>()
  function take(one: (typeof rare)[number], expression: string): void {
    const rowids = findMany(expression, mostOfWord)
    if (rowids.length === mostOfWord) isCut.add(one)
    for (const rowid of rowids) {
      if (known.has(rowid)) continue
      const seen = some.get(rowid) ?? partly(0)
      seen.parts |= 1 << one.at
      some.set(rowid, seen)
    }
  }
  // What has two of them at least.
  if (rare.length > 2)
    for (const one of rare)
      take(one, all([one.term, any(rare.filter((other) => other !== one).map(({ term }) => term))]))
  const weigh = (those: typeof rare) => those.reduce((sum, { concept }) => sum + concept.weight, 0)
  for (const one of rare)
    if (some.size < few || (some.size < enough && one.concept.weight >= covering * weigh(rare)))
      take(one, one.term)
  // Of what is too common to be listed, what has a rarer one as well.
  const listed = rare.filter((one) => !isCut.has(one)).map(({ term }) => term)
  if (listed.length > 0) for (const one of [...isCut]) take(one, all([one.term, any(listed)]))
  const best = [...some].map(([rowid, seen]) => ({
    rowid,
    seen,
    worth: weigh(rare.filter(({ at }) => (seen.parts & (1 << at)) !== 0)),
  }))
  best.sort((a, b) => b.worth - a.worth || b.rowid - a.rowid)
  return new Map(best.slice(0, mostPartial).map(({ rowid, seen }) => [rowid, seen]))
}

/** Adds listings with corrections of the words. */
function addMisspelt(
  { reading, find, found, enough }: Asked,
  add: (rowids: number[], body: number) => void,
  size: () => number,
) {
  const looked = new Set<string>()
  function look(expression: string | null, body: number): void {
    if (expression === null || looked.has(expression)) return
    looked.add(expression)
    add(find(expression), body)
  }
  const isEnough = () => size() + found.length >= enough
  const misspelt = reading.misspelt()
  const mayBeName = misspelt.isSuspect || reading.words.length === 1
  // Among so few, the nearer need not be looked for first.
  // What was taken for other words has their names among what was found already.
  if (reading.mended.length === 0) {
    // All corrections at once: closer ones come first only if there are too many.
    const named = mayBeName ? misspelt.names(2) : null
    const inNames = named === null ? [] : find(named)
    const areMany = inNames.length === enough
    if (areMany || reading.words.length > 1) look(misspelt.wholeNames, somewhere.corrected)
    if (areMany && !isEnough()) look(misspelt.names(1), somewhere.corrected)
    if (!isEnough()) add(inNames, somewhere.corrected)
  }
  if (misspelt.isSuspect && !isEnough()) {
    look(misspelt.texts(1), somewhere.likeliest)
    if (!isEnough()) look(misspelt.texts(12), somewhere.corrected)
  }
  for (const apart of reading.apart()) look(apart, somewhere.asTyped)
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
  const near: Candidates = new Map()
  const known = new Set(found)
  const isKnown = (rowid: number) => known.has(rowid) || near.has(rowid)
  function add(rowids: number[], seen: Seen): void {
    for (const rowid of rowids) if (!isKnown(rowid)) near.set(rowid, { ...seen })
  }
  const named = () => find(reading.isName)
  if (reading.likeName !== null) {
    const themselves = find(term(nameToken(reading.likeName))).slice(0, mostNamesakes)
    // Those that name themselves beside it say what it is like too, and alone of what is not listed here.
    const besides =
      reading.isInstead || themselves.length === 0 ? found.filter((rowid) => !themselves.includes(rowid)) : []
    const seeds = [...themselves, ...besides.slice(0, mostBeside)]
    for (const [rowid, likeness] of likest(seeds, likeTo)) add([rowid], { ...partly(0), likeness })
  }
  // What is called just so was meant so, but one word may well be a name that was misspelt into another.
  const isCalled =
    reading.likeName === null && reading.words.length > 1 && found.length > 0 && named().length > 0
  if (reading.address === null && !isCalled) {
    const whole = { parts: reading.requiredParts, isWhole: true, exactly: 0 }
    addMisspelt(
      asked,
      (rowids, body) => add(rowids, { ...whole, body }),
      () => near.size,
    )
  }
  if (near.size + found.length >= few) return near
  for (const [rowid, seen] of partial({ ...asked, found: [...found, ...near.keys()] })) near.set(rowid, seen)
  return near
}
