// Launch weeks run Monday to Sunday in UTC and are named by their Monday's date, never by a number.
import { z } from 'zod'
import { addDays, dayOf } from '../../days.ts'
import { Refusal, notFound } from '../errors.ts'

/** The Monday of the week that contains this instant. */
export function weekOf(instant: Date): string {
  return dayOf(addDays(instant, -((instant.getUTCDay() + 6) % 7)))
}

export function addWeeks(week: string, weeks: number): string {
  return dayOf(addDays(new Date(week), 7 * weeks))
}

/** The Sunday a week ends on. */
export function lastDayOf(week: string): string {
  return dayOf(addDays(new Date(week), 6))
}

export const weekInput = z
  .string()
  .regex(/^(this|next|last|\d{4}-\d{2}-\d{2})$/, 'Must be this, next, last or a date as YYYY-MM-DD.')
  .max(10)
/** For leaderboards: without next, because the next week has nothing to rank yet. */
export const rankedWeekInput = z
  .string()
  .regex(/^(this|last|\d{4}-\d{2}-\d{2})$/, 'Must be this, last or a date as YYYY-MM-DD.')
  .max(10)

/** A week in other words: "next week", or a week of ISO 8601 such as 2026-W48; null if that is not clear. */
export function weekMeant(text: string): string | null {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
  const said = /^(?:the )?(this|current|next|last|previous) week$/.exec(plain)?.[1]
  if (said !== undefined) return said === 'current' ? 'this' : said === 'previous' ? 'last' : said
  const [, year, number] = /^(\d{4}) ?w(\d\d)$/.exec(plain) ?? []
  if (year === undefined || Number(number) < 1) return null
  const monday = addWeeks(weekOf(new Date(`${year}-01-04`)), Number(number) - 1)
  // A week belongs to the year of its Thursday.
  return dayOf(addDays(new Date(monday), 3)).startsWith(year) ? monday : null
}

/** How many weeks ahead the calendar goes. */
export const calendarWeeks = 104

const firstDay = '1970-01-01'

/** The Monday of this, next, last or a date; refuses dates before 1970-01-01 or more than 104 weeks ahead. */
export function resolveWeek(text: string, now: Date): string {
  const current = weekOf(now)
  if (text === 'this') return current
  if (text === 'next') return addWeeks(current, 1)
  if (text === 'last') return addWeeks(current, -1)
  if (!z.iso.date().safeParse(text).success) {
    const message = 'Must be a day that exists, as YYYY-MM-DD.'
    throw new Refusal('invalid_input', `week: ${message}`, {
      errors: [{ pointer: '/week', code: 'invalid_format', message }],
    })
  }
  const week = weekOf(new Date(`${text}T00:00:00.000Z`))
  if (text < firstDay || week > addWeeks(current, calendarWeeks)) {
    throw notFound(
      `launch week there: the calendar reaches from ${firstDay} to ${calendarWeeks} weeks ahead`,
      [{ tool: 'get_launch_week', arguments: { week: 'this' }, why: 'The launches of the current week' }],
    )
  }
  return week
}
