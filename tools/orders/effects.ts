// What an order line does to its listing, in words for the buyer.
import { addWeeks, weekOf } from '../launches/week.ts'
import { beginOf, inWords } from '../../days.ts'
import type { PricedItem } from './price.ts'

type Bought = Pick<PricedItem, 'product' | 'week'>

/** A launch line without a week is for a listing that has launched already: an upgrade, which stays in its week. */
export const isUpgrade = ({ product, week }: Bought): boolean => product === 'launch' && week === null

export const upgradeEffect =
  'An upgrade: it is live already. From now on it needs no badge, its milestones are shown and extras can be bought. ' +
  'Its launch week and its votes stay as they are; it gets no new week, no votes and no rank.'

export function effectOf(bought: Bought, now: Date): string {
  if (bought.product !== 'launch') return 'Takes effect as soon as it is paid.'
  if (isUpgrade(bought)) return upgradeEffect
  if (bought.week !== 'now') return `Goes live on Monday, ${inWords(bought.week!)}.`
  const live = `Goes live as soon as it is paid, in the week of ${inWords(weekOf(now))}, which ends in ${timeLeft(now)}.`
  return isSunday(now)
    ? `${live} The next week begins tomorrow: choose ${nextMonday(now)} to have all of it.`
    : live
}

export const isSunday = (now: Date): boolean => now.getUTCDay() === 0
export const nextMonday = (now: Date): string => addWeeks(weekOf(now), 1)

/** The time until the week ends, in whole hours and days. */
export function timeLeft(now: Date): string {
  const hours = Math.floor((Date.parse(beginOf(nextMonday(now))) - now.getTime()) / 3_600_000)
  if (hours < 1) return 'less than an hour'
  const parts = [counted(Math.floor(hours / 24), 'day'), counted(hours % 24, 'hour')]
  return parts.filter((one) => !one.startsWith('0')).join(' and ')
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
