// How well a listing answers a query, as a cost: the lower the better. Pure arithmetic over words; its figures were tuned
// on seeded queries (tests/bench/search.ts).

import { joinedForms } from './words.ts'

/** A listing's name in lower case (empty where that is just its words), the parts of
 * its words, and the words of its tagline and keywords, as they were indexed and separated by spaces. */
export type Candidate = { id: number; spelling: string; name: string; parts: string; head: string }

/** How a candidate came up decides what a word costs that neither its name nor its tagline nor its keywords explain. */
const unexplained = { exact: 14, likeliest: 15, corrected: 24, partial: 34 } as const
export type Via = keyof typeof unexplained

/** A word looked for: itself, whether it may be only the beginning of one, and words it may be a misspelling of. */
export type Sought = {
  word: string
  isBeginning: boolean
  near: Map<string, { distance: number; uses: number }>
}

/** What was typed, in lower case and as a name's key. */
export type Typed = { spelling: string; key: string }

const edit = 10
const otherFirstLetter = 3
const beginning = 3
const inForms = 3
const inHead = 8
const wholeName = -8
/** "Flux" is Flux before it is f.lux or Flüx. */
const sameName = -11
/** A little better than a whole name with one edit. */
const nameBegins = 1
const rarest = 6

/** That a word in a listing is the word sought at a place in the query, and what it costs to say so. */
type Meaning = { at: number; cost: number; rarity: number }

function meaningsOf(sought: Sought[]): Map<string, Meaning[]> {
  const meanings = new Map<string, Meaning[]>()
  function add(word: string, meaning: Meaning): void {
    const known = meanings.get(word)
    if (known === undefined) meanings.set(word, [meaning])
    else known.push(meaning)
  }
  sought.forEach(({ word, near }, at) => {
    add(word, { at, cost: 0, rarity: 0 })
    const most = Math.max(1, ...[...near.values()].map(({ uses }) => uses))
    for (const [other, { distance, uses }] of near) {
      const cost = distance * edit + (other.charCodeAt(0) === word.charCodeAt(0) ? 0 : otherFirstLetter)
      // In running text a misspelt word most likely meant the common one.
      add(other, { at, cost, rarity: Math.min(rarest, 2 * Math.log10(most / Math.max(1, uses))) })
    }
  })
  return meanings
}

function bits(mask: number): number {
  let count = 0
  for (let left = mask; left !== 0; left &= left - 1) count += 1
  return count
}

/** Each variant is one way to read what was typed: its words, or some of them joined or split. */
export function openCosts(variants: Sought[][], typed: Typed) {
  const sought = [...new Set(variants.flat())]
  const meanings = meaningsOf(sought)
  const unfinished = sought.findIndex(({ isBeginning }) => isBeginning)
  const start = sought[unfinished]?.word ?? ''
  const places = variants.map((variant) => variant.map((word) => sought.indexOf(word)))
  const inName = new Float64Array(sought.length)
  const byName = new Int32Array(sought.length)
  const elsewhere = new Float64Array(sought.length)

  function readName(name: string[]): void {
    // Which words of the name are explained is kept in the bits of a number; longer names lose nothing by ending there.
    name.slice(0, 31).forEach((word, i) => {
      for (const { at, cost } of meanings.get(word) ?? []) {
        if (cost >= inName[at]!) continue
        inName[at] = cost
        byName[at] = i
      }
      if (unfinished >= 0 && beginning < inName[unfinished]! && word.startsWith(start)) {
        inName[unfinished] = beginning
        byName[unfinished] = i
      }
    })
  }

  function readOther(words: string[], field: number, byRarity: boolean): void {
    for (const word of words) {
      for (const { at, cost, rarity } of meanings.get(word) ?? [])
        elsewhere[at] = Math.min(elsewhere[at]!, cost + field + (byRarity ? rarity : 0))
      if (unfinished >= 0 && word.startsWith(start))
        elsewhere[unfinished] = Math.min(elsewhere[unfinished]!, beginning + field)
    }
  }

  return function costOf(candidate: Candidate, via: Via): number {
    inName.fill(Infinity)
    elsewhere.fill(Infinity)
    const name = candidate.name.split(' ')
    const joined = name.join('')
    if (joined === typed.key)
      return (candidate.spelling || candidate.name) === typed.spelling ? sameName : wholeName
    readName(name)
    // What the name explains better than anything else can needs no further reading.
    if (inName.some((cost) => cost > inForms)) {
      if (candidate.parts !== '') readOther(candidate.parts.split(' '), inForms, false)
      readOther(joinedForms(name), inForms, false)
    }
    if (inName.some((cost) => cost > inHead)) readOther(candidate.head.split(' '), inHead, true)
    let least = Infinity
    for (const variant of places) {
      let explained = 0
      let sum = 0
      let sumInName = 0
      for (const at of variant) {
        if (inName[at]! < Infinity) explained |= 1 << byName[at]!
        sumInName += inName[at] === beginning ? Infinity : inName[at]!
        sum += Math.min(inName[at]!, elsewhere[at]!, unexplained[via])
      }
      const more = name.length - bits(explained)
      least = Math.min(least, sum / variant.length + more)
      if (more === 0) least = Math.min(least, sumInName / variant.length + wholeName)
    }
    return joined.startsWith(typed.key) ? Math.min(least, nameBegins) : least
  }
}
