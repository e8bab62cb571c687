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
  'Everybody has one vote for a product, but none for their own. A vote given in the first hour of an account waits until that hour is over.',
  `Of people who vote here for the first time, a product counts only so many, the earliest first. The limit is the number of its regular voters, who voted here in an earlier week, plus the number of first-time voters that nine launches of ten did not exceed in the ${cap.weeks} weeks before. That second number is taken to be at least ${cap.least}.`,
  `Accounts that vote together count as one: only their first vote for a product stays. Two accounts vote together if, within ${lockstep.weeks} weeks, they voted for ${lockstep.shared} products or more within ${lockstep.hours} hours of each other, and these are a fifth or more of all that either of them voted for. The rule is about accounts that do so with ${lockstep.partners} others or more, who each do so too. It is off while fewer than ${lockstep.least_launches} products launch in a week, because with little to choose from many people choose the same.`,
  `If one of the first ${look.places} of a week has unusually many voters who voted for nothing else, a member of the team who has no launch in that week looks at it before the week closes. The week waits for that for ${look.waits_h} hours at most.`,
  `The rules about first-time voters, about accounts that vote together and about that look begin once there are ${history.weeks} weeks of votes and ${history.regulars} regular voters.`,
  'A vote that does not count is no accusation. The ledger marks it with its reason: withdrawn, newcomers, ring or team. Until the week closes, the team may count a vote or leave it out, and its reason is kept on record. Afterwards it may not.',
]
