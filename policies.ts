// What callers may do how often, and what one person may use: the limits by default, and as a setting writes them.
import { Mistake } from './mistake.ts'

/** Calls a caller may make within a window. */
export type Limit = { calls: number; window_s: number }
export type Policy = keyof typeof defaults
/** null switches a policy off. */
type Limits = Record<Policy, Limit | null>

const defaults = {
  read: { calls: 120, window_s: 60 },
  read_signed_in: { calls: 600, window_s: 60 },
  write: { calls: 60, window_s: 60 },
  other: { calls: 600, window_s: 60 },
  drafts: { calls: 10, window_s: 3600 },
  checks: { calls: 30, window_s: 3600 },
}
export const policies = Object.keys(defaults) as Policy[]

const dailyCaps = { drafts: 100, pages: 1000, megabytes: 500, tokens: 1_000_000, mails: 100 }
export type CapKind = keyof typeof dailyCaps
/** What costs money may cost so much. A daily cap that is null is switched off. */
export type Caps = {
  /** Of one person. */
  daily: Record<CapKind, number | null>
  /** Of a million tokens of the model; null where it is not known. */
  price: { input: number; output: number } | null
  /** Of the model, over all; 0 is no limit. */
  monthly_budget: number
}

export function dailyCapsOf(text: string, complain: (message: string) => void): Caps['daily'] {
  const kinds = Object.keys(dailyCaps) as CapKind[]
  if (text === 'off') return Object.fromEntries(kinds.map((kind) => [kind, null])) as Caps['daily']
  const caps = { ...dailyCaps }
  for (const { entry, name, amount } of assignments(text)) {
    const kind = kinds.find((one) => one === name)
    if (kind === undefined) complain(`"${entry}" is not KIND=AMOUNT with one of ${kinds.join(', ')}.`)
    else caps[kind] = amount
  }
  return caps
}

/** The parts of "a=1,b=2"; one that is none has no name. */
function assignments(text: string) {
  const entries = text.split(',').filter((part) => part.trim() !== '')
  return entries.map((entry) => {
    const [, name, amount] = /^\s*(\w+)\s*=\s*(\d{1,9})\s*$/.exec(entry) ?? []
    return { entry: entry.trim(), name, amount: Number(amount) }
  })
}

export function limitsOf(text: string, complain: (message: string) => void): Limits {
  const limits: Limits = { ...defaults }
  if (text === 'off') return Object.fromEntries(policies.map((policy) => [policy, null])) as Limits
  for (const { entry, name, amount } of assignments(text)) {
    const policy = policies.find((one) => one === name)
    if (policy === undefined) complain(`"${entry}" is not POLICY=CALLS with one of ${policies.join(', ')}.`)
    else limits[policy] = { calls: amount, window_s: defaults[policy].window_s }
  }
  return limits
}

type CapSettings = { AI_PRICE?: string; AI_MONTHLY_BUDGET: number; DAILY_CAPS: Caps['daily'] }

export function capsFrom({ AI_PRICE, AI_MONTHLY_BUDGET, DAILY_CAPS }: CapSettings): Caps {
  if (AI_MONTHLY_BUDGET > 0 && AI_PRICE === undefined)
    throw new Mistake(
      'The settings cannot be used.\nAI_MONTHLY_BUDGET: Set AI_PRICE too, or what the model costs is not known.',
    )
  const [input = 0, output = 0] = (AI_PRICE ?? '').split('/').map(Number)
  return {
    daily: DAILY_CAPS,
    price: AI_PRICE === undefined ? null : { input, output },
    monthly_budget: AI_MONTHLY_BUDGET,
  }
}
