// Explains an empty list: an agent that knows which of its filters excluded everything need not guess.
import { z } from 'zod'

export const emptyBecause = z
  .array(
    z.object({
      filter: z.string(),
      without: z.int().describe('How many there are without it'),
      known: z.array(z.string()).optional().describe('Values that find something'),
    }),
  )
  .optional()
  .describe('Only when nothing was found')
export type EmptyBecause = z.output<typeof emptyBecause>

/** For each filter given: how many `count` finds without it, and which values it could have had. */
export async function whyEmpty<F extends Record<string, unknown>>(
  asked: F,
  count: (filters: F) => Promise<number>,
  known: { [name in keyof F]?: () => Promise<string[]> } = {},
): Promise<EmptyBecause> {
  const filters = Object.keys(asked).filter((name) => ![undefined, null, ''].includes(asked[name] as string))
  return Promise.all(
    filters.map(async (filter) => {
      const values = await known[filter]?.()
      return {
        filter,
        without: await count({ ...asked, [filter]: undefined }),
        ...(values !== undefined && { known: values }),
      }
    }),
  )
}
