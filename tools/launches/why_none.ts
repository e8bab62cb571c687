import { addWeeks, weekOf } from './week.ts'
import { whyEmpty, type EmptyBecause } from '../emptiness.ts'
import type { Context } from '../tool.ts'

const near = { this: 0, last: -1, next: 1 }

/** Explains a week without launches: the number of live listings, and which weeks around today have launches. */
export async function whyNoLaunches(
  week: string,
  { storage, site, now }: Pick<Context, 'storage' | 'site' | 'now'>,
  weeks: readonly (keyof typeof near)[] = ['this', 'last', 'next'],
): Promise<EmptyBecause> {
  const one = { limit: 1, offset: 0 }
  const filledWeeks = async () => {
    const names = await Promise.all(
      weeks.map(async (name) => {
        const monday = addWeeks(weekOf(now), near[name])
        const { total } = await storage.listings.launchedIn(site.id, monday, one)
        const scheduled = await storage.listings.scheduledFor(site.id, monday, { limit: 1, offset: 0 })
        return total + scheduled.length > 0 ? [name] : []
      }),
    )
    return names.flat()
  }
  const count = async () => storage.listings.liveCount(site.id)
  return whyEmpty({ week }, count, { week: filledWeeks })
}
