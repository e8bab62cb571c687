import type { Caller } from '../../auth/caller.ts'
import type { NextStep } from '../errors.ts'
import type { Context } from '../tool.ts'

/** The first thing that is unfinished for this caller, as a call that moves it on. */
export async function nextSteps({ caller }: Context<Caller>): Promise<NextStep[]> {
  if (!caller.scopes.includes('listings:write')) return []
  return [
    {
      tool: 'submit_listing',
      arguments: {},
      why: 'Nothing is submitted yet. Call it with the url of the product; a draft is written from the website.',
    },
  ]
}
