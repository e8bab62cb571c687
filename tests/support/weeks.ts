// Weeks of launches that close, and their blocks of the ledger.
import { closeWeek } from '../../tools/launches/ranked.ts'
import { addWeeks } from '../../tools/launches/week.ts'
import type { Service } from './service.ts'
import { product } from './town.ts'

/** Who seals it, when, and where. */
export const about = (week: string, { url }: Pick<Service, 'url'>) => ({
  site: { key: 'main', host: null },
  now: new Date(`${addWeeks(week, 1)}T00:00:00.000Z`),
  public_url: url,
})
export const over = (week: string) => ({ site_id: 1, week })

/** So many products that launch in the week. */
export async function launches({ storage }: Service, count: number, week: string): Promise<number[]> {
  return storage.write(async ({ catalogue, categories, listings }) => {
    const category =
      (await categories.bySlug('work'))?.id ?? (await catalogue.putCategory({ slug: 'work', name: 'Work' }))
    const ids: number[] = []
    for (let n = 0; n < count; n += 1) {
      const slug = `w-${week}-${n}`
      const live_at = `${week}T0${n % 3}:00:00.000Z`
      ids.push(
        await listings.save(
          product([category], {
            slug,
            name: slug,
            url: `https://${slug}.example/`,
            launch_week: week,
            live_at,
          }),
        ),
      )
    }
    return ids
  })
}

export async function close({ storage }: Service, week: string): Promise<void> {
  await storage.write((inside) =>
    closeWeek(inside, over(week), new Date(`${addWeeks(week, 1)}T00:00:00.000Z`)),
  )
}
