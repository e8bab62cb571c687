// What every next step must be: a call that exists, whose arguments are valid as they stand, and that works.
import { catalog } from '../../tools/catalog.ts'
import type { NextStep } from '../../tools/next_step.ts'

type Answer = { status: number; body: Record<string, unknown> }

export const stepsOf = ({ body }: Pick<Answer, 'body'>): NextStep[] => (body.next_steps ?? []) as NextStep[]

/** What is wrong with a step before it is followed, or nothing. */
export function faultOfStep({ tool, arguments: given, why }: NextStep): string | undefined {
  const found = catalog.find(({ name }) => name === tool)
  if (found === undefined) return `There is no tool ${tool}`
  if (typeof why !== 'string' || why === '') return `${tool}: no why`
  const { error } = found.input.safeParse(given)
  return error === undefined ? undefined : `${tool} ${JSON.stringify(given)}: ${error.message}`
}

/** Throws for an answer that would send its reader astray. Every call of every test through the doors is held to it. */
export function demandSoundSteps<A extends Answer>(answer: A): A {
  const faults = stepsOf(answer).flatMap((step) => faultOfStep(step) ?? [])
  if (faults.length > 0) throw new Error(`Next steps that cannot be taken: ${faults.join('; ')}`)
  return answer
}

/** Follows the steps literally; tells each that did not work. */
export async function follow(
  call: (given: Record<string, unknown>, tool: string) => Promise<Answer>,
  answer: Answer,
): Promise<string[]> {
  const failed: string[] = []
  for (const { tool, arguments: given } of stepsOf(answer)) {
    const { status, body } = await call(given, tool)
    if (status >= 400) failed.push(`${tool} ${JSON.stringify(given)}: ${status} ${String(body.detail)}`)
  }
  return failed
}
