/** The chapters of a founder story, with their headings. */
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
