// The state of a person's own vote, in words for them.
import type { Vote } from '../../storage/listings/votes.ts'

const because: Record<NonNullable<Vote['why']>, string> = {
  withdrawn: 'you took it back',
  team: 'the site team set it aside',
  newcomers: 'it was a first vote, and more of those came for this product than the rules count',
  ring: 'accounts that keep voting for the same things on the same day count as one',
}

/** The state of a vote's week; null for a week older than the ledger. */
export type WeekState = 'open' | 'closed' | 'signed' | null

export function saidOf({ weight, why }: Pick<Vote, 'weight' | 'why'>, week: WeekState): string {
  const not = why === null ? '' : `: ${because[why]}`
  if (week === 'open') return weight === 1 ? 'Counts so far, weight 1' : `Does not count so far${not}`
  const said = weight === 1 ? 'Counted, weight 1' : `Not counted${not}`
  if (week === 'closed') return `${said}. Its line is being signed`
  return week === null ? `${said}. Its week closed before there was a ledger` : said
}
