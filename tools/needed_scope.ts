// Adds the missing scope to a next step that the caller's credential does not allow, so that the caller knows the call
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

/** Adds missing scopes to all next steps of an answer. */
export const withScopesTold = <Body extends object>(body: Body, caller: Caller | null): Body =>
  withSteps(body, (steps) => steps.map((step) => withScopeTold(step, caller)))

/** Changes the next steps of an answer: its own, and those of each item of its list. */
export function withSteps<Body extends object>(body: Body, change: (steps: NextStep[]) => NextStep[]): Body {
  const changed = <One extends Stepped>(one: One): One =>
    one.next_steps === undefined ? one : { ...one, next_steps: change(one.next_steps) }
  const { items } = body as { items?: Stepped[] }
  const isOfSteps = Array.isArray(items) && items[0]?.next_steps !== undefined
  return isOfSteps ? { ...changed(body), items: items.map(changed) } : changed(body)
}
