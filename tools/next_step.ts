import { z } from 'zod'

/** A call that moves the caller on, or mends what a refusal describes; it works as it stands. */
export const nextStep = z.object({
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  why: z.string(),
})
export type NextStep = z.output<typeof nextStep>
