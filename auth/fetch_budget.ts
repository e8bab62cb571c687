// How often other people's documents may be fetched. Strangers choose the addresses, so it is bounded whatever they choose.
import { OAuthError } from './errors.ts'

const limits = {
  /** More than one caller may ask for in a minute, so that nobody holds up everybody with slow answers. */
  at_once: 24,
  /** The same while clients that people use are counted in. */
  at_once_with_known: 36,
  a_minute: 120,
  a_minute_from_one_host: 20,
  a_minute_for_one_caller: 20,
  a_minute_from_one_host_for_one_caller: 10,
}

/** `known` clients are those that somebody here allowed: they have a reserve that no stranger's address can spend. */
type Fetch = { url: string; caller: string; known: boolean; underway: number; now: Date }

export function openFetchBudget() {
  const spent = new Map<string, number>()
  let minute = 0

  return {
    /** Counts one fetch, or refuses it. */
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
