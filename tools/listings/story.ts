// The founder story: which parts are shown, and which may be sent (2.10, 2.12).
import { z } from 'zod'
import { storyParts } from '../../storage/tables/listings.ts'
import { lineOf } from '../facts/kinds.ts'
import { recordOf } from '../inputs.ts'

/** What each part tells. */
const labels = {
  title: 'Headline',
  story: 'The whole story',
  why_started: 'Why you began',
  problem: 'What was wrong in the world',
  journey: 'How it went since',
  challenges: 'What was hard',
  achievements: 'What you reached',
  lessons: 'What you learned',
  whats_next: 'Plans',
} satisfies Record<(typeof storyParts)[number], string>

export const storySchema = z.object(recordOf(storyParts, () => z.string().optional()))
export const storyInput = z.strictObject({
  ...recordOf(storyParts, (part) => z.string().max(8000).optional().describe(labels[part])),
  title: lineOf(z.string().max(8000)).optional().describe(labels.title),
})
