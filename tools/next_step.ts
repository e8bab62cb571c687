import { z } from 'zod'

/** A complete call that is the next step, or that fixes what a refusal describes. */
export const nextStep = z.object({
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  why: z.string(),
})
export type NextStep = z.output<typeof nextStep>

const callOf = ({ tool, arguments: given }: NextStep) => JSON.stringify([tool, given])
/** Each call once, for its first reason. */
export const distinctSteps = (steps: readonly NextStep[]): NextStep[] =>
  steps.filter((step, at) => steps.findIndex((one) => callOf(one) === callOf(step)) === at)
