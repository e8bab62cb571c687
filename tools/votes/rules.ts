// The rules of vote counting, as data. A change of a number needs a new version, which is in every week's first line.
export const rules = {
  version: '2026-11',
  /** The rules apply once a site has this much history; before, nobody knows what is usual there. */
  history: { weeks: 8, regulars: 50 },
  /** First votes count up to the number of a launch's regular voters plus what launches usually bring. */
  cap: { least: 5, usual: 0.9, weeks: 8 },
  /** Accounts with so many partners, who each share so many votes with them within hours, count as one. */
  lockstep: { weeks: 12, hours: 24, shared: 4, part: 0.2, partners: 10, least_launches: 20 },
  /** How long the close waits for a person to look at a suspicious launch. The threshold is not public. */
  look: { places: 3, waits_h: 72 },
} as const

const { history, cap, lockstep, look } = rules

/** The rules for people to read. */
export const rulesInWords: readonly string[] = [
  'One vote a person for a product. Not for one’s own, and not in an account’s first hour.',
  `First-time voters count, the earliest first, up to as many as a product has regular voters (who voted here in an earlier week) plus what nine launches of ten brought in the ${cap.weeks} weeks before, at least ${cap.least}.`,
  `Accounts that each share ${lockstep.shared} products or more with ${lockstep.partners} others or more, voted for within ${lockstep.hours} hours of each other in ${lockstep.weeks} weeks, a fifth or more of what either voted for, count as one: their first vote for a product stays. The rule is off while fewer than ${lockstep.least_launches} products launch a week: where there is little to choose from, many choose alike.`,
  `When one of the first ${look.places} has an odd share of voters who voted for nothing else, somebody of the team who has no launch that week looks at it before the week closes, for ${look.waits_h} hours at most.`,
  `These rules are off until there are ${history.weeks} weeks of votes and ${history.regulars} regular voters.`,
  'A vote that is set aside accuses nobody. The ledger says which and why: withdrawn, newcomers, ring or team. The team counts or sets aside votes until the week closes, with a reason on record, and never after.',
]
