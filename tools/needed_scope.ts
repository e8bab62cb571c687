// A next step that the caller's credential does not allow says which scope it needs, so that the caller knows that it
// would be refused.
import type { Caller } from '../auth/caller.ts'
import { catalog } from './catalog.ts'
import type { NextStep } from './next_step.ts'

const scopeOf = new Map(catalog.map(({ name, scope }) => [name, scope]))

export function withScopeTold(step: NextStep, caller: Caller | null): NextStep {
  const scope = scopeOf.get(step.tool) ?? 'public'
  if (scope === 'public' || caller?.scopes.includes(scope)) return step
  const needs = caller === null ? `a sign-in with the scope ${scope}` : `the scope ${scope}`
  return { ...step, why: `${step.why} (needs ${needs})` }
}

type Stepped = { next_steps?: NextStep[] }

/** The same for a whole answer. */
export const withScopesTold = <Body extends object>(body: Body, caller: Caller | null): Body =>
  withSteps(body, (steps) => steps.map((step) => withScopeTold(step, caller)))

/** An answer with other next steps, its own and those of each thing of its list. */
export function withSteps<Body extends object>(body: Body, change: (steps: NextStep[]) => NextStep[]): Body {
  const changed = <One extends Stepped>(one: One): One =>
    one.next_steps === undefined ? one : { ...one, next_steps: change(one.next_steps) }
  const { items } = body as { items?: Stepped[] }
  const isOfSteps = Array.isArray(items) && items[0]?.next_steps !== undefined
  return isOfSteps ? { ...changed(body), items: items.map(changed) } : changed(body)
}
