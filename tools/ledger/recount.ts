// Recounting a week: from the rows of its votes, or from a file of lines that somebody provides.
import { Mistake } from '../../mistake.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import type { Week } from '../../storage/weeks.ts'
import { isPower, leafHash, rangeHash, rootOf } from '../../storage/ledger/tree.ts'
import { faultsOf, voteLine } from './lines.ts'
import { isSigned, trusted } from './note.ts'

const atOnce = 5000

/** What is wrong with a week, by its rows or by a dump; no faults if everything is as it was signed. */
export async function recount(
  storage: OpenStorage,
  over: Week,
  dump?: readonly string[],
): Promise<{ faults: string[]; votes: number; lines: number }> {
  const signed = await storage.ledger.checkpoint(over)
  if (signed === undefined)
    throw new Mistake(
      `The week of ${over.week} is in no ledger: it has not closed, is not signed yet, closed before there was one, or was of the demonstration, which went with the first import.`,
    )
  const { first, size } = signed
  const lines: string[] = []
  for (let n = first; n < size; n += atOnce)
    lines.push(...(await storage.ledger.lines(over.site_id, n, Math.min(size, n + atOnce))))
  const faults = new Set(faultsOf(dump ?? lines))
  const root = await rootWith(storage, over.site_id, signed, dump ?? lines)
  if (root !== signed.root || !signed.note.includes(`\n${size}\n${signed.root}\n`))
    faults.add('The lines are not those that were signed.')
  if (!isSigned(signed.note, trusted(await storage.ledger.keys(over.site_id))))
    faults.add('The checkpoint is signed by no key of this ledger.')
  const votes = lines.filter((line) => line.startsWith('{"t":"vote"'))
  if (dump === undefined)
    for (const fault of await faultsOfRows(storage, over, votes, lines)) faults.add(fault)
  return { faults: [...faults], votes: votes.length, lines: lines.length }
}

/** The root hash up to the end of a week if these were its lines; null if their number is wrong. */
async function rootWith(
  { ledger }: OpenStorage,
  site_id: number,
  { first, size }: { first: number; size: number },
  lines: readonly string[],
): Promise<string | null> {
  if (lines.length !== size - first) return null
  const leaves = lines.map(leafHash)
  const hash = rangeHash(async (from, to) => {
    // A full subtree within the week is hashed from its lines, not taken from stored hashes.
    if (from >= first && isPower(to - from)) return rootOf(leaves.slice(from - first, to - first))
    return to <= first ? ledger.hash(site_id, from, to) : null
  })
  return (await hash(0, size)).toString('base64')
}

/** Compares rows and lines. Rows of deleted people have no nonce, so their lines are compared without the pseudonym. */
async function faultsOfRows(
  storage: OpenStorage,
  over: Week,
  votes: string[],
  lines: string[],
): Promise<string[]> {
  const faults: string[] = []
  const left = new Set(votes)
  const erased: string[] = []
  const sums = new Map<number, number>()
  for (let after: { voted_at: string; id: number } | null = null; ;) {
    const given = await storage.ledger.votesOf(over, after, atOnce)
    for (const vote of given) {
      sums.set(vote.listing_id, (sums.get(vote.listing_id) ?? 0) + vote.weight)
      const line = JSON.stringify(voteLine(over.week, vote))
      if (vote.nonce === null) erased.push(anonymous(line))
      else if (!left.delete(line)) faults.push(`The vote ${vote.id} does not stand in the ledger as it is.`)
    }
    after = given.at(-1) ?? null
    if (given.length < atOnce) break
  }
  if ([...left].map(anonymous).sort().join() !== erased.sort().join())
    faults.push('Lines of the ledger have no vote behind them.')
  const places = await storage.ledger.placesOf(over)
  for (const { listing_id, votes: counted, slug } of places)
    if ((sums.get(listing_id) ?? 0) !== counted)
      faults.push(`${slug} has ${sums.get(listing_id) ?? 0} votes by its rows, and ${counted} in the result.`)
  const told = lines.filter((line) => line.startsWith('{"t":"place"')).length
  if (told !== places.length) faults.push(`The ledger has ${told} places, and the result ${places.length}.`)
  return faults
}

const anonymous = (line: string): string => JSON.stringify({ ...(JSON.parse(line) as object), voter: '' })
