// Ranks listings by a cost for a query: lower is better. Pure arithmetic over words; its constants were tuned
// on seeded queries (tests/bench/search.ts) and on half of the judged ones (tests/bench/needs.ts).
import { otherName, type Concept } from './concepts.ts'
import { singular, stem } from './stems.ts'
import { joinedForms } from './words.ts'

/**
 * A listing as indexed, separated by spaces: its name in lower case (empty if that equals its words), the words of the
 * name, their parts, the stems of tagline and keywords, those that only its needs have, its facets, and what its length
 * costs a word in it.
 */
export type Candidate = {
  id: number
  spelling: string
  name: string
  parts: string
  head: string
  needs: string
  facets: string
  longer: number
}

/** A searched word: itself, whether it may be a prefix, and words it may be a misspelling of. */
export type Sought = {
  word: string
  stem: string
  isBeginning: boolean
  near: Map<string, { distance: number }>
}

/**
 * How a candidate was found: which parts of the first reading it has somewhere, whether it has all parts that some
 * reading requires, and the cost of a part that neither its name nor tagline nor keywords contain.
 */
export type Seen = {
  parts: number
  isWhole: boolean
  /** The bonus for having every word exactly as typed. */
  exactly: number
  body: number
  /** Its similarity, if it was found as an alternative. */
  likeness?: number
}

/** What was typed, in lower case and as a name's key, and whether it was more than one word. */
export type Typed = { spelling: string; key: string; isLong: boolean }
/** parts: which parts of the first reading the listing has, as bits. */
export type Verdict = { cost: number; covers: number; parts: number; isName: boolean }

const edit = 10
const otherFirstLetter = 3
const beginning = 3
const inForms = 2
/** In a name, where the singular and the plural are alike. */
const otherForm = { alike: 2, other: 6 }
const inHead = 7
const inCategory = 4
/** A category of which the query has only a part is less likely meant: "Water Accounting" for accounting. */
const inPart = 5
/** A word says the more of a listing the fewer stand beside it: what twice as many cost, and most that they do. */
const crowded = { twice: 0.7, most: 3, usual: 8 }
/** What only a need has, beside a word that stands somewhere in the listing: more than another name for it. */
const inNeed = 4
const missing = 40
/** Of two required words the rarer must not be the missing one. */
const missingRarer = 48
/** A word that occurs in several fields counts more. */
const again = 1.5
const wholeName = -8
/** Nothing ranks above the exact name, and "Flux" is Flux before it is f.lux or Flüx. */
const typedWhole = -80
const sameName = -11
/** A little better than a whole name with one edit. */
const nameBegins = 1
/** A rare name among other words is most likely what is meant, the less so the more else is asked for. */
const nameAmong = -28
const mostShort = 3
/** Every word just as typed, stop words too. */
export const exactness = -4
const mostExtra = 5

/** A word of a listing matches the query at one place, at this cost. */
type Meaning = { at: number; cost: number }

function meaningsOf(sought: Sought[]) {
  const words = new Map<string, Meaning[]>()
  const stems = new Map<string, Meaning[]>()
  function add(meanings: Map<string, Meaning[]>, word: string, meaning: Meaning): void {
    meanings.set(word, [...(meanings.get(word) ?? []), meaning])
  }
  sought.forEach(({ word, stem: own, near }, at) => {
    add(words, word, { at, cost: 0 })
    add(stems, own, { at, cost: 0 })
    for (const [other, { distance }] of near) {
      const cost = distance * edit + (other.charCodeAt(0) === word.charCodeAt(0) ? 0 : otherFirstLetter)
      add(words, other, { at, cost })
      add(stems, stem(other), { at, cost })
    }
  })
  return { words, stems }
}

function bits(mask: number): number {
  let count = 0
  for (let left = mask; left !== 0; left &= left - 1) count += 1
  return count
}

/** A word and its stem have the same first letters, so others need not be stemmed. */
const initialOf = (word: string): number => word.charCodeAt(0) * 65_536 + word.charCodeAt(1)

const rewardOf = (weight: number): number => nameAmong * Math.min(1, Math.max(0, (weight - 4) / 4))

/** Each reading is one interpretation of the query: its words, or some of them joined or split. */
export function openCosts(
  readings: Concept[][],
  soughtAs: (word: string) => Sought,
  typed: Typed,
  shelves: Map<string, number>,
) {
  const sought = [
    ...new Set(
      readings.flatMap((parts) =>
        parts.flatMap(({ ways }) => ways.flatMap(({ words }) => words.map(soughtAs))),
      ),
    ),
  ]
  const meanings = meaningsOf(sought)
  const initials = new Set([...meanings.stems.keys()].map(initialOf))
  const beginnings = new Set([...meanings.words.keys()].map(initialOf))
  /** Whether a word sought may be this one and its neighbour as one. */
  const mayBegin = (word: string): boolean => word.length < 2 || beginnings.has(initialOf(word))
  const unfinished = sought.findIndex(({ isBeginning }) => isBeginning)
  const start = sought[unfinished]?.word ?? ''
  const places = readings.map((parts) =>
    parts.map((part) => ({
      ...part,
      facets: part.facets.map((facet) => ({
        token: ` ${facet} `,
        cost: part.cost + inCategory + inPart * (1 - (shelves.get(facet) ?? 1)),
      })),
      ways: part.ways.map(({ words, cost }) => ({
        cost: part.cost + cost,
        isOther: cost === otherName,
        at: words.map((word) => sought.indexOf(soughtAs(word))),
      })),
    })),
  )
  const isFiled = places.some((parts) => parts.some(({ facets }) => facets.length > 0))
  const required = readings[0]!.filter(({ isHint }) => !isHint)
  /** A name with all of the query ranks above one with some of it. */
  const reward = required.length < 2 ? 0 : rewardOf(required.reduce((sum, { weight }) => sum + weight, 0))
  const inName = new Float64Array(sought.length)
  const byName = new Int32Array(sought.length)
  const elsewhere = new Float64Array(sought.length)
  const heads = new Uint8Array(sought.length)
  const needed = new Uint8Array(sought.length)

  function readName(name: string[]): void {
    // The explained words of the name are bits of a number, so only the first 31 words count.
    name.slice(0, 31).forEach((word, i) => {
      const take = (at: number, cost: number): void => {
        if (cost >= inName[at]!) return
        inName[at] = cost
        byName[at] = i
      }
      for (const { at, cost } of meanings.words.get(word) ?? []) take(at, cost)
      if (initials.has(initialOf(word)))
        for (const { at, cost } of meanings.stems.get(stem(word)) ?? []) {
          const isAlike = singular(word) === singular(sought[at]!.word)
          take(at, cost + (isAlike ? otherForm.alike : otherForm.other))
        }
      if (unfinished >= 0 && beginning < inName[unfinished]! && word.startsWith(start)) {
        inName[unfinished] = beginning
        byName[unfinished] = i
      }
    })
  }

  function readForms(words: string[]): void {
    for (const word of words) {
      for (const { at, cost } of meanings.words.get(word) ?? [])
        elsewhere[at] = Math.min(elsewhere[at]!, cost + inForms)
      if (unfinished >= 0 && word.startsWith(start))
        elsewhere[unfinished] = Math.min(elsewhere[unfinished]!, beginning + inForms)
    }
  }

  function readHead(head: string): void {
    const words = head.split(' ')
    const more = crowded.twice * Math.log2(words.length / crowded.usual)
    const crowd = Math.max(-crowded.most, Math.min(crowded.most, more))
    for (const word of words)
      for (const { at, cost } of meanings.stems.get(word) ?? []) {
        if (cost === 0) heads[at] = 1
        elsewhere[at] = Math.min(elsewhere[at]!, cost + inHead + crowd)
      }
    if (unfinished >= 0 && beginning + inHead < elsewhere[unfinished]! && ` ${head}`.includes(` ${start}`))
      elsewhere[unfinished] = beginning + inHead
  }

  const isNeeded = ({ ways }: (typeof places)[number][number]): boolean =>
    ways.some(({ at }) => at.some((place) => needed[place] === 1))

  /** The lowest cost of finding the part in the listing. */
  function costOfPart(part: (typeof places)[number][number], facets: string, unexplained: number): number {
    let filed = Infinity
    for (const { token, cost } of part.facets) if (cost < filed && facets.includes(token)) filed = cost
    const isFiled = filed < Infinity
    let least = Math.min(filed, unexplained)
    for (const { at, cost, isOther } of part.ways) {
      let sum = 0
      for (const place of at) {
        // A name that another word for it occurs in says no more than a tagline does.
        const named = isOther ? Math.max(inHead, inName[place]!) : inName[place]!
        const best = Math.min(named, elsewhere[place]!, unexplained)
        const times = (inName[place]! < inForms ? 1 : 0) + heads[place]! + (isFiled ? 1 : 0)
        sum += Math.min(best, filed) - (times > 1 ? again * (times - 1) : 0)
      }
      // Where it is filed under what is called so, another name of it says so once more.
      least = Math.min(least, sum / at.length + (isFiled ? part.cost : cost))
    }
    return least
  }

  /** The cost of the part by the name alone, which is never that of its synonyms: Agenda is no name for a calendar. */
  function costInName(part: (typeof places)[number][number]): number {
    let least = Infinity
    for (const { at, cost, isOther } of part.ways) {
      if (isOther) continue
      let sum = cost
      for (const place of at) sum += (inName[place] === beginning ? Infinity : inName[place]!) / at.length
      least = Math.min(least, sum)
    }
    return least
  }

  return function verdictOn(candidate: Candidate, seen: Seen): Verdict {
    const name = candidate.name.split(' ')
    const joined = name.join('')
    if (joined === typed.key) {
      const cost =
        typedWhole + ((candidate.spelling || candidate.name) === typed.spelling ? sameName : wholeName)
      return { cost, covers: 1, parts: -1, isName: true }
    }
    inName.fill(Infinity)
    elsewhere.fill(Infinity)
    heads.fill(0)
    needed.fill(0)
    readName(name)
    // If the name alone is already the best explanation, other readings are skipped.
    if (inName.some((cost) => cost > inForms)) {
      if (candidate.parts !== '') readForms(candidate.parts.split(' '))
      if (name.length > 1 && name.some(mayBegin)) readForms(joinedForms(name))
    }
    readHead(candidate.head)
    for (const word of candidate.needs === '' ? [] : candidate.needs.split(' '))
      for (const { at } of meanings.stems.get(word) ?? []) needed[at] = 1
    const facets = isFiled ? ` ${candidate.facets} ` : ''
    const body = seen.body + (seen.isWhole ? 0 : candidate.longer)
    let least: Verdict = { cost: Infinity, covers: 0, parts: 0, isName: false }
    let has = 0
    places.forEach((parts, r) => {
      let [explained, weight, sum, sumInName, weightInName, covered, required] = [0, 0, 0, 0, 0, 0, 0]
      parts.forEach((part, i) => {
        const isSeen = r === 0 ? (seen.parts & (1 << i)) !== 0 : seen.isWhole
        const said = isNeeded(part) ? body + inNeed : body
        const cost = costOfPart(part, facets, isSeen ? said : part.isRarer ? missingRarer : missing)
        const own = costInName(part)
        for (const way of part.ways)
          for (const at of way.at) if (inName[at]! < Infinity) explained |= 1 << byName[at]!
        weight += part.weight
        sum += part.weight * cost
        if (!part.isHint) required += part.weight
        if (r === 0 && cost < missing) has |= 1 << i
        if (!part.isHint && cost < missing) covered += part.weight
        if (own < Infinity) weightInName += part.weight
        if (!part.isHint) sumInName += part.weight * own
      })
      const more = name.length - bits(explained)
      let cost = sum / weight + Math.min(more, mostExtra)
      let isName = false
      if (more === 0 && sumInName < Infinity) {
        isName = true
        cost = Math.min(cost, sumInName / weight + wholeName + reward)
      } else if (more === 0) {
        const share = Math.min(1, (1.5 * weightInName) / weight)
        cost += rewardOf(weightInName) * (parts.length > mostShort ? share ** 3 : share)
      }
      cost += seen.exactly
      if (cost < least.cost) least = { cost, covers: covered / required, parts: has, isName }
    })
    const begins = nameBegins + (typed.isLong ? nameAmong : 0)
    if (joined.startsWith(typed.key) && least.cost > begins) least = { ...least, cost: begins, covers: 1 }
    return least
  }
}
