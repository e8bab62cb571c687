// Limits for fetching other people's documents. Strangers choose the addresses, so all limits hold for any address.
import { OAuthError } from './errors.ts'

const limits = {
  /** More than one caller may fetch in a minute, so that nobody blocks everybody with slow hosts. */
  at_once: 24,
  /** The limit including the reserve for clients in use. */
  at_once_with_known: 36,
  a_minute: 120,
  a_minute_from_one_host: 20,
  a_minute_for_one_caller: 20,
  a_minute_from_one_host_for_one_caller: 10,
}

/** `known` clients are those that somebody here has allowed: they have a reserve that strangers cannot use up. */
type Fetch = { url: string; caller: string; known: boolean; underway: number; now: Date }

export function openFetchBudget() {
  const spent = new Map<string, number>()
  let minute = 0

  return {
    /** Counts a fetch, or refuses it. */
    spend({ url, caller, known, underway, now }: Fetch): void {
      const current = Math.floor(now.getTime() / 60_000)
      if (current !== minute) spent.clear()
      minute = current
      const { host } = new URL(url)
      const whose = known ? 'known' : 'any'
      const budgets: [string, number][] = [
        [whose, limits.a_minute],
        [`${whose} from ${host}`, limits.a_minute_from_one_host],
        [`${whose} for ${caller}`, limits.a_minute_for_one_caller],
        [`${whose} from ${host} for ${caller}`, limits.a_minute_from_one_host_for_one_caller],
      ]
      const most = known ? limits.at_once_with_known : limits.at_once
      if (underway >= most || budgets.some(([name, calls]) => (spent.get(name) ?? 0) >= calls))
        throw new OAuthError(
          'temporarily_unavailable',
          'Too many client documents are being fetched. Try again in a minute.',
        )
      for (const [name] of budgets) spent.set(name, (spent.get(name) ?? 0) + 1)
    },
  }
}
