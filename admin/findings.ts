// What a check of the operator's says, as lines of three columns.

/** The result of a check. A note is no problem, but something is missing. */
export type Finding = { mark: 'well' | 'note' | 'BAD'; about: string; says: string }
export const well = (about: string, says: string): Finding => ({ mark: 'well', about, says })
export const note = (about: string, says: string): Finding => ({ mark: 'note', about, says })
export const bad = (about: string, says: string, remedy: string): Finding => {
  return { mark: 'BAD', about, says: `${says} ${remedy}` }
}

/** A line for each; all is well unless one is bad. */
export const told = (findings: Finding[]) => ({
  said: findings.map(({ mark, about, says }) => `${mark}\t${about}\t${says}`).join('\n'),
  isWell: findings.every(({ mark }) => mark !== 'BAD'),
})
