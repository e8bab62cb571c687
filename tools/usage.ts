// Daily limits of one person for what costs the operator money, and the monthly limit of everybody for the model.
import type { Caller } from '../auth/caller.ts'
import { take, TooMany } from '../auth/kept_limits.ts'
import type { CapKind, Caps } from '../policies.ts'
import { addDays, beginOf, dayOf } from '../days.ts'
import { Mistake } from '../mistake.ts'
import type { Usage } from '../storage/usage.ts'
import type { Storage } from '../storage/storage.ts'
import type { Spent } from './drafts/drafter.ts'
import { tooMany } from './too_many.ts'
import type { Context } from './tool.ts'

const amounts: Record<CapKind, (used: Usage) => number> = {
  drafts: ({ drafts }) => drafts,
  pages: ({ pages }) => pages,
  megabytes: ({ bytes }) => bytes / 1e6,
  tokens: ({ input_tokens, output_tokens }) => input_tokens + output_tokens,
  mails: ({ mails }) => mails,
}

/** Whose usage it is that no person asked for. */
export const nobody = 0

/** Adds to a person's usage. Call it in the transaction of what was used. */
export const count = (storage: Storage, user_id: number, now: Date, used: Partial<Usage>): Promise<void> =>
  storage.usage.add(user_id, dayOf(now), used)

/** Whether this person has used up today's limit. */
async function isUsedUp(storage: Storage, user_id: number, kind: CapKind, { daily }: Caps, now: Date) {
  const cap = daily[kind]
  const used = cap === null ? undefined : await storage.usage.on(user_id, dayOf(now))
  return used !== undefined && amounts[kind](used) >= cap!
}

/** Refuses if the limit is used up today. */
export async function demandLeft(
  { storage, caller, caps, now }: Pick<Context<Caller>, 'storage' | 'caller' | 'caps' | 'now'>,
  ...kinds: CapKind[]
): Promise<void> {
  for (const kind of kinds) {
    if (!(await isUsedUp(storage, caller.user_id, kind, caps, now))) continue
    const midnight = new Date(beginOf(dayOf(addDays(now, 1))))
    const reset_s = Math.ceil((midnight.getTime() - now.getTime()) / 1000)
    const bucket = { allowed: false, left: 0, window_s: 86_400, reset_s }
    throw tooMany({ ...bucket, policy: `${kind} a day`, calls: caps.daily[kind]! })
  }
}

/** Takes from the limits, and counts one use, or `used`. Call it in the transaction of what it allows, after every other check. */
export async function takeOne(
  context: Pick<Context<Caller>, 'storage' | 'caller' | 'limits' | 'caps' | 'now'>,
  limit: 'drafts' | 'mails',
  used = 1,
): Promise<void> {
  const { storage, caller, limits, now } = context
  await demandLeft(context, limit)
  try {
    await take(storage, { limits, limit, key: `user ${caller.user_id}`, now })
  } catch (error) {
    throw error instanceof TooMany ? tooMany(error.allowance) : error
  }
  await count(storage, caller.user_id, now, { [limit]: used })
}

/** Why this person's draft is written without the model, as a notice; null if it may be used. */
export async function whyByRules(
  storage: Storage,
  user_id: number,
  caps: Caps,
  now: Date,
): Promise<'model_used_up' | 'model_budget' | null> {
  if (await isUsedUp(storage, user_id, 'tokens', caps, now)) return 'model_used_up'
  if (caps.monthly_budget === 0) return null
  return (await isBudgetUsed(storage, caps, now)) ? 'model_budget' : null
}

/** Whether this share of what the model may cost in a month is used up. */
export const isBudgetUsed = async (storage: Storage, caps: Caps, now: Date, share = 1): Promise<boolean> =>
  costOf(await usedInMonth(storage, now), caps) >= caps.monthly_budget * share

const monthOf = (now: Date) => `${dayOf(now).slice(0, 7)}-01`

export const usedInMonth = (storage: Storage, now: Date): Promise<Usage> => storage.usage.since(monthOf(now))

/** The cost of tokens in the currency of the price; 0 if the operator has set none. */
export const costOf = (
  { input_tokens, output_tokens }: Pick<Usage, 'input_tokens' | 'output_tokens'>,
  { price }: Caps,
): number => (input_tokens * (price?.input ?? 0) + output_tokens * (price?.output ?? 0)) / 1e6

/** Counts the model's tokens after each answer: the draft may be abandoned before anything else of it is saved. */
export const spentBy =
  (storage: Storage, user_id: number, clock: () => Date): Spent =>
  (used) =>
    storage.write((inside) => count(inside, user_id, clock(), used))

const most = 1000

/** usage: a line for each person since a date, and a total. */
export async function operatorUsage(storage: Storage, days: string, caps: Caps, now: Date): Promise<string> {
  if (!/^[1-9]\d{0,2}$/.test(days)) throw new Mistake(`"${days}" is no number of days from 1 to 999.`)
  const since = dayOf(addDays(now, 1 - Number(days)))
  const people = await storage.usage.byPerson(since, most)
  if (people.length === 0) return `Nobody has used anything since ${since}.`
  const line = (who: string, used: Usage) =>
    [
      who,
      `${used.drafts} drafts`,
      `${used.pages} pages`,
      `${(used.bytes / 1e6).toFixed(1)} MB`,
      `${used.input_tokens} + ${used.output_tokens} tokens`,
      ...(caps.price === null ? [] : [costOf(used, caps).toFixed(2)]),
      `${used.mails} mails`,
    ].join('\t')
  return [
    ...people.map((one) =>
      line(one.user_id === nobody ? 'nobody' : (one.email ?? `account ${one.user_id}`), one),
    ),
    line(`all since ${since}`, await storage.usage.since(since)),
  ].join('\n')
}
