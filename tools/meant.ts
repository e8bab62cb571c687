// What a text in another form clearly means where a pattern asks for one.
import { countryMeant } from '../countries.ts'
import { countryPattern } from './inputs.ts'
import { weekMeant } from './launches/week.ts'

/** Undefined if nothing is clear. `pattern` may stand between slashes, as zod gives it. */
export function meantBy(pattern: string | undefined, text: unknown): string | undefined {
  const source = pattern?.replace(/^\/|\/$/g, '')
  if (source === undefined || typeof text !== 'string') return undefined
  const isDay = source.includes(String.raw`\d{4}-\d{2}-\d{2}`)
  const meant = source === countryPattern ? countryMeant(text) : isDay ? weekMeant(text) : null
  return meant !== null && new RegExp(source).test(meant) ? meant : undefined
}
