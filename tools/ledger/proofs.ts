// Proofs that a line is in the ledger: of any line for anybody, and of a vote for its voter.
import type { Storage } from '../../storage/storage.ts'
import { inclusion } from '../../storage/ledger/tree.ts'
import { weekOf } from '../launches/week.ts'
import { voterOf } from './lines.ts'

/** A C2SP tlog-proof for the latest checkpoint, with `extra` about the line; null if there is no such line. */
export async function proofOf(
  { ledger }: Storage,
  site_id: number,
  n: number,
  nonce?: string,
): Promise<string | null> {
  const latest = await ledger.latest(site_id)
  if (latest === undefined || n >= latest.size) return null
  const [leaf] = await ledger.lines(site_id, n, n + 1)
  const proof = await inclusion((from, to) => ledger.hash(site_id, from, to), n, latest.size)
  const extra = Buffer.from(JSON.stringify({ leaf, ...(nonce !== undefined && { nonce }) })).toString(
    'base64',
  )
  const hashes = proof.map((hash) => `${hash.toString('base64')}\n`).join('')
  return `c2sp.org/tlog-proof@v1\nextra ${extra}\nindex ${n}\n${hashes}\n${latest.note}${latest.cosigned}`
}

type Own = { listing_id: number; voted_at: string; nonce: string | null }

/** The receipt of a person's own vote; null until its week is signed, and for votes older than the ledger. */
export async function receiptOf(
  storage: Storage,
  site_id: number,
  { voted_at, nonce }: Own,
  email: string | null,
): Promise<string | null> {
  const week = await storage.ledger.checkpoint({ site_id, week: weekOf(new Date(voted_at)) })
  if (week === undefined || nonce === null) return null
  const n = await lineOf(storage, site_id, week, voterOf(nonce, email))
  return n === null ? null : proofOf(storage, site_id, n, nonce)
}

/** Finds the line of a vote by binary search: the vote lines of a week are sorted by pseudonym. */
async function lineOf(
  { ledger }: Storage,
  site_id: number,
  { first, size }: { first: number; size: number },
  voter: string,
): Promise<number | null> {
  let [from, to] = [first + 1, size]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const row = JSON.parse((await ledger.lines(site_id, middle, middle + 1))[0]!) as {
      t: string
      voter: string
    }
    if (row.t === 'vote' && row.voter === voter) return middle
    if (row.t === 'vote' && row.voter < voter) from = middle + 1
    else to = middle
  }
  return null
}
