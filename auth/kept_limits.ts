// Limits for what sends somebody a mail, makes an account or reads a website. They are in the database and are counted
// in the transaction they limit: so all processes and nodes count together, a restart loses nothing, and a call that is
// refused in the end costs nothing.
import type { Limit, Policy } from '../policies.ts'
import type { Storage } from '../storage/storage.ts'
import { drawn, refilled, type Allowance } from './buckets.ts'

const fixed = {
  /** Sign-in links requested from one network. */
  sign_in_mails: { calls: 60, window_s: 3600 },
  sign_in_account: { calls: 10, window_s: 600 },
  sign_in_asker: { calls: 5, window_s: 600 },
  sign_in_address: { calls: 10, window_s: 600 },
  // From one network: twenty at once, as at a meeting, and then one every twelve minutes.
  new_accounts: { calls: 20, window_s: 14_400 },
  /** Digests requested from one network, and confirmation mails to one mailbox. */
  digest_asks: { calls: 20, window_s: 3600 },
  digest_address: { calls: 2, window_s: 43_200 },
  /** Invitations and claims that one person mails to others. */
  mails: { calls: 30, window_s: 3600 },
}
type Kept = keyof typeof fixed | 'drafts'
/** null switches a limit off. */
export type KeptLimits = Record<Kept, Limit | null>

/** All off if the operator has switched every policy off. */
export function keptLimits(limits: Record<Policy, Limit | null>): KeptLimits {
  const isOff = Object.values(limits).every((limit) => limit === null)
  const off = Object.fromEntries(Object.keys(fixed).map((name) => [name, null])) as Record<
    keyof typeof fixed,
    null
  >
  return { drafts: limits.drafts, ...(isOff ? off : fixed) }
}

/** The caller for these limits: address and network. */
export type Asker = { limits: KeptLimits; address: string; network: string }

export class TooMany extends Error {
  readonly allowance: Allowance
  constructor(allowance: Allowance) {
    super(`The limit ${allowance.policy} is reached.`)
    this.allowance = allowance
  }
}

type Asked = { limits: KeptLimits; limit: Kept; key: string; now: Date }

/** Takes one if any is left. Call it in the transaction of what it allows. */
export async function mayTake(storage: Storage, asked: Asked): Promise<boolean> {
  return (await allowanceOf(storage, asked, 1))?.allowed !== false
}

/** Takes one; throws if none is left. */
export async function take(storage: Storage, asked: Asked): Promise<void> {
  const allowance = await allowanceOf(storage, asked, 1)
  if (allowance?.allowed === false) throw new TooMany(allowance)
}

/** What is left, or null if the limit is switched off. */
export async function allowanceOf(
  { allowances }: Storage,
  { limits, limit: policy, key, now }: Asked,
  cost = 0,
): Promise<Allowance<Kept> | null> {
  const limit = limits[policy]
  if (limit === null) return null
  const name = `${policy} ${key}`
  const kept = await allowances.of(name)
  const before = kept && { left: kept.remaining, at_ms: Date.parse(kept.at) }
  const { left, at_ms } = refilled(before, limit, now.getTime())
  const { allowance, rest } = drawn(policy, limit, left, cost)
  if (cost > 0 && allowance.allowed) await allowances.keep(name, rest, new Date(at_ms).toISOString())
  return allowance
}
