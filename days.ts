// Days as people count them: in UTC, without summer time.

export const day_ms = 86_400_000

/** The day of an instant, YYYY-MM-DD. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

/** When a day begins, and with a Monday its week. */
export function beginOf(day: string): string {
  return `${day}T00:00:00.000Z`
}

/** So many days later, or earlier when negative. */
export function addDays(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * day_ms)
}

const words = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A day as people read it: 28 December 2026. */
export function inWords(day: string): string {
  return words.format(new Date(day))
}
