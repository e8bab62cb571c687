// What an answer says of how its words were understood.
import type { Scored } from './best.ts'
import type { Dictionary } from './dictionary.ts'
import type { Reading } from './reading.ts'
import { all, type Hints } from './request.ts'
import { joinedRuns } from './words.ts'

/** How many of the first results report the synonyms they were found by, and how many synonyms each. */
const telling = 3
const mostNames = 4

export function hintsOf({ words, taken, leftOut, address }: Reading, missed: string[]): Hints {
  const out = [...new Set([...leftOut, ...missed])]
  const as = new Map(taken.map((one) => [one.typed, one.as]))
  const left = words.filter((word) => !leftOut.includes(word))
  return {
    ...(as.size > 0 &&
      address === null && { did_you_mean: left.map((word) => as.get(word) ?? word).join(' ') }),
    ...(out.length > 0 && { left_out: joinedRuns(out) }),
  }
}

export function openOtherNames(dictionary: Dictionary) {
  /** Synonyms that the first results were found by and that nobody typed. */
  return function otherNames(
    reading: Reading,
    scored: Scored[],
    fits: (expression: string, rowids: number[]) => number[],
  ): Hints {
    const first = scored.slice(0, telling).filter(({ isName }) => !isName)
    const names = new Set<string>()
    // The answer tells of corrections anyhow.
    const corrected = new Set(reading.taken.map(({ as }) => as))
    for (const { typed, ways } of first.length === 0 ? [] : reading.required) {
      const others = ways.filter(
        ({ words }) => words.join() !== typed.join() && !corrected.has(words.join(' ')),
      )
      if (others.length === 0) continue
      const has = (words: string[], those: number[]) =>
        those.length === 0 ? [] : fits(all(words.map(dictionary.anyForm)), those)
      const rowids = first.map(({ rowid }) => rowid)
      const own = new Set(has(typed, rowids))
      let left = rowids.filter((rowid) => !own.has(rowid))
      for (const { words } of others.slice(0, mostNames)) {
        const found = new Set(has(words, left))
        if (found.size > 0) names.add(words.join(' '))
        left = left.filter((rowid) => !found.has(rowid))
      }
    }
    return names.size === 0 ? {} : { also_looked_for: [...names] }
  }
}
