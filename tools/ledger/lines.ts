// The lines of the ledger: what a week appends, and how anybody can recount it from the lines alone.
import { hash, randomBytes } from 'node:crypto'
import type { GivenVote } from '../../storage/ledger/material.ts'

/** Stands in every week's first line, for people who find a file on its own. */
export const licence = 'CC0-1.0'

type Vote = { t: 'vote'; week: string; listing: number; voter: string; weight: number; why?: string }
type Place = {
  t: 'place'
  week: string
  place: number
  listing: number
  slug: string
  live_at: string
  votes: number
}
type Head = {
  t: 'week'
  site: string
  week: string
  rules: string
  licence: string
  votes: number
  launches: number
  lifted: number
}
type Result = {
  place: number
  listing_id: number
  slug: string | null
  live_at: string | null
  votes: number
}

/** The pseudonym of a voter: only who has both the nonce and the address can tell whose vote it is. */
export const voterOf = (nonce: string, email: string | null): string =>
  hash(
    'sha256',
    Buffer.concat([Buffer.from(nonce, 'base64url'), Buffer.from((email ?? '').toLowerCase())]),
    'base64url',
  )

export const voteLine = (
  week: string,
  {
    listing_id,
    weight,
    why,
    nonce,
    email,
  }: Pick<GivenVote, 'listing_id' | 'weight' | 'why' | 'nonce' | 'email'>,
): Vote => ({
  ...{ t: 'vote', week, listing: listing_id },
  // A deleted account took its nonce along: nobody can link this line to a person any more.
  voter: voterOf(nonce ?? randomBytes(16).toString('base64url'), email),
  ...(weight === 1 ? { weight: 1 } : { weight: 0, why: why! }),
})

/** Lines of votes, sorted by pseudonym so that they do not reveal the order in time; then the lines of the result. */
export function weekLines(
  head: Omit<Head, 't' | 'licence' | 'votes' | 'launches'>,
  votes: Vote[],
  places: readonly Result[],
): string[] {
  const { site, week, rules, lifted } = head
  const first: Head = {
    ...{ t: 'week', site, week, rules, licence, votes: votes.length, launches: places.length, lifted },
  }
  votes.sort((a, b) => (a.voter < b.voter ? -1 : 1))
  const result = places.map(({ place, listing_id, slug, live_at, votes }): Place => ({
    ...{ t: 'place', week, place, listing: listing_id, slug: slug ?? '', live_at: live_at ?? '', votes },
  }))
  return [first, ...votes, ...result].map((line) => JSON.stringify(line))
}

/** What is wrong with a week, judged by its lines alone; empty if they add up. */
export function faultsOf(lines: readonly string[]): string[] {
  const faults = new Set<string>()
  const rows = lines.map((line) => JSON.parse(line) as { t: string })
  const head = rows[0] as Head | undefined
  if (head?.t !== 'week') return ['The first line is not that of a week.']
  const sums = new Map<number, number>()
  const seen = new Set<string>()
  const votes = rows.filter(({ t }) => t === 'vote') as Vote[]
  const places = rows.filter(({ t }) => t === 'place') as Place[]
  if (votes.length !== head.votes) faults.add(`There are ${votes.length} votes, and not ${head.votes}.`)
  if (places.length !== head.launches)
    faults.add(`There are ${places.length} places, and not ${head.launches}.`)
  for (const { week, voter, weight, why, listing } of votes) {
    if (week !== head.week) faults.add('There is a vote of another week.')
    if (seen.has(voter)) faults.add('A vote is there twice.')
    if (weight !== (why === undefined ? 1 : 0)) faults.add('A vote has a weight without its reason.')
    seen.add(voter)
    sums.set(listing, (sums.get(listing) ?? 0) + weight)
  }
  const given = ({ listing }: Place) => sums.get(listing) ?? 0
  const before = (a: Place, b: Place) =>
    given(b) - given(a) || (a.live_at < b.live_at ? -1 : a.live_at > b.live_at ? 1 : a.listing - b.listing)
  for (const [at, place] of [...places].sort(before).entries()) {
    if (place.place !== at + 1) faults.add(`${place.slug} is in place ${at + 1}, and not ${place.place}.`)
    if (place.votes !== given(place))
      faults.add(`${place.slug} has ${given(place)} votes, and not ${place.votes}.`)
  }
  return [...faults]
}
