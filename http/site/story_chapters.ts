/** A founder's story, chapter by chapter, each under the heading it is shown with. */
export const chapters = {
  story: 'Why it exists',
  why_started: 'How it began',
  problem: 'The problem',
  journey: 'The way here',
  challenges: 'What was hard',
  achievements: 'What went well',
  lessons: 'What was learned',
  whats_next: 'What comes next',
} as const
