// Ranks candidates, best first. Synchronous: it reads a raw better-sqlite3 connection.
import type { Database } from 'better-sqlite3'
import type { openCategories } from './filed.ts'
import { openCosts, type Candidate, type Seen, type Verdict } from './rank.ts'
import type { Reading } from './reading.ts'
import { facetToken, spellingOf } from './words.ts'

/** The bonus for the category that all of the best share. */
const favoured = 18
/** How many of the best decide which category that is. */
const leading = 12
/** The cost of the listing for which alternatives are asked; similar listings cost less. */
const instead = 24
const likest = 10

/** By rowid. */
export type Candidates = Map<number, Seen>
export type Scored = Verdict & { id: number; rowid: number; facets: string }

const categoryMark = facetToken('category', '')
const categoriesOf = (facets: string) => facets.split(' ').filter((facet) => facet.startsWith(categoryMark))
export const idOf = (rowid: number): number => rowid % 2 ** 32

/** A word somewhere in a long text says less of it: what twice as many tokens cost, and the most and least of that. */
const long = { twice: 5, most: 8, least: -4, usual: 90 }

/** The length is a number as FTS5 keeps it, seven bits a byte, in hexadecimal. */
function costOfLength(length: string): number {
  let tokens = 0
  for (let i = 0; i < length.length; i += 2)
    tokens = tokens * 128 + (Number.parseInt(length.slice(i, i + 2), 16) & 127)
  return Math.max(long.least, Math.min(long.most, long.twice * Math.log2(tokens / long.usual)))
}

/** If alternatives are asked for, puts the named listing behind similar ones. */
function stand(verdict: Verdict, { likeness }: Seen, { isInstead }: Reading): void {
  if (isInstead && verdict.isName) {
    verdict.cost = instead
    verdict.isName = false
  } else if (likeness !== undefined) {
    const cost = instead - likest * likeness
    if (verdict.cost <= cost) return
    verdict.cost = cost
    verdict.covers = 1
  }
}

export function openBest(reader: Database, categories: ReturnType<typeof openCategories>) {
  const texts = reader.prepare<[string], Omit<Candidate, 'longer'> & { rowid: number; length: string }>(
    `SELECT asked.value AS rowid, l.id, l.spelling, l.name, l.parts, l.head, l.needs, r.facets, hex(d.sz) AS length
     FROM json_each(?) asked CROSS JOIN search_listings l ON l.id = asked.value & 4294967295
       JOIN search_ranks r ON r.id = l.id JOIN search_texts_docsize d ON d.id = asked.value`,
  )

  /** A category shared by the best is probably the wanted one, so its listings get a bonus. */
  function favour(scored: Scored[]): void {
    const shares = new Map<string, number>()
    let sum = 0
    scored.slice(0, leading).forEach(({ cost, covers, facets }, i) => {
      const says = (Math.max(0, 60 - cost) * covers) / (i + 3)
      sum += says
      for (const facet of categoriesOf(facets)) shares.set(facet, (shares.get(facet) ?? 0) + says)
    })
    if (sum === 0) return
    for (const [facet, share] of shares) shares.set(facet, (share * categories.rarity(facet)) / sum)
    for (const one of scored) {
      let most = 0
      for (const facet of categoriesOf(one.facets)) most = Math.max(most, shares.get(facet) ?? 0)
      one.cost -= favoured * most
    }
  }

  /** Best first. Ties are broken by rowid, which orders by popularity and then id. */
  return function rank(candidates: Candidates, reading: Reading): Scored[] {
    const verdictOn = openCosts(
      reading.readings,
      reading.soughtAs,
      {
        spelling: spellingOf(reading.q),
        key: reading.key,
        isLong: reading.words.length > 1,
      },
      reading.shelves,
    )
    const scored: Scored[] = []
    for (const candidate of texts.all(JSON.stringify([...candidates.keys()]))) {
      const { rowid } = candidate
      const seen = candidates.get(rowid)!
      const verdict = verdictOn({ ...candidate, longer: costOfLength(candidate.length) }, seen)
      if (reading.likeName !== null) stand(verdict, seen, reading)
      const cost = verdict.cost - 0.05 * Math.floor(rowid / 2 ** 32)
      scored.push({ ...verdict, cost, id: candidate.id, rowid, facets: candidate.facets })
    }
    const order = () => scored.sort((a, b) => a.cost - b.cost || b.rowid - a.rowid)
    order()
    if (!scored.some(({ isName }) => isName)) {
      favour(scored)
      order()
    }
    return scored
  }
}
