import { z } from 'zod'
import { nextStep } from '../tools/next_step.ts'

/** RFC 9457 with what this service adds: the shape of every refusal, over REST and as the text of an MCP error result. */
export const problemSchema = z.object({
  type: z.string().describe('A URN of the code'),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe('A sentence the caller can act on'),
  code: z.string().describe('Stable; branch on this, never on the sentences'),
  request_id: z.string(),
  errors: z
    .array(
      z.object({
        pointer: z.string().describe('RFC 6901 pointer into the input'),
        code: z.string(),
        message: z.string(),
        nearest: z.string().optional().describe('The right name, where it is plain which was meant'),
        limit: z.union([z.number(), z.string()]).optional(),
        actual: z.union([z.number(), z.string()]).optional(),
      }),
    )
    .optional()
    .describe('Each fault of the input'),
  next_steps: z.array(nextStep).optional().describe('Calls that fix it'),
})
