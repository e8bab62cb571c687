// What a vote counts, as data. Whoever changes a number changes the version, which stands in every week's first line.
export const rules = {
  version: '2026-11',
  /** Before a site has so much of a history, nothing tells what is usual there, and the rules rest. */
  history: { weeks: 8, regulars: 50 },
  /** First votes count up to so many: as many as a launch has regular voters, and what launches usually bring. */
  cap: { least: 5, usual: 0.9, weeks: 8 },
  /** Accounts with so many partners, with each of whom they share so many votes within hours of each other, count as one. */
  lockstep: { weeks: 12, hours: 24, shared: 4, part: 0.2, partners: 10, least_launches: 20 },
  /** Then a person looks at a launch among the first, and the close waits so long for them. How odd is odd is not public. */
  look: { places: 3, waits_h: 72 },
} as const

const { history, cap, lockstep, look } = rules

/** The same for everybody to read. */
export const rulesInWords: readonly string[] = [
  'One vote a person for a product. Not for one’s own, and not in an account’s first hour.',
  `First-time voters count, the earliest first, up to as many as a product has regular voters (who voted here in an earlier week) plus what nine launches of ten brought in the ${cap.weeks} weeks before, at least ${cap.least}.`,
  `Accounts that each share ${lockstep.shared} products or more with ${lockstep.partners} others or more, voted for within ${lockstep.hours} hours of each other in ${lockstep.weeks} weeks, a fifth or more of what either voted for, count as one: their first vote for a product stays. The rule rests while fewer than ${lockstep.least_launches} products launch a week: where there is little to choose from, many choose alike.`,
  `When one of the first ${look.places} has an odd share of voters who voted for nothing else, somebody of the team who has no launch that week looks at it before the week closes, for ${look.waits_h} hours at most.`,
  `These rules rest until there are ${history.weeks} weeks of votes and ${history.regulars} regular voters.`,
  'A vote that is set aside accuses nobody. The ledger says which and why: withdrawn, newcomers, ring or team. The team counts or sets aside votes until the week closes, with a reason on record, and never after.',
]
