import { z } from 'zod'
import { beginOf, dayOf } from '../../days.ts'
import { page, pageOf, paging, windowOf } from '../inputs.ts'
import { listingSummary } from '../listings/summary.ts'
import { whyEmpty } from '../emptiness.ts'
import { defineTool, type Context } from '../tool.ts'
import { weekOf } from './week.ts'

const sections = [
  'today',
  'this-week',
  'trending',
  'most-voted',
  'recent',
  'most-viewed',
  'most-followed',
  'upcoming',
] as const

const sorted = {
  trending: 'trending',
  'most-voted': 'votes',
  recent: 'newest',
  'most-viewed': 'most_viewed',
  'most-followed': 'most_followed',
} as const

export default defineTool({
  name: 'list_launches',
  title: 'Launch feeds',
  description:
    'Returns a feed of new products: launches of today or this week by community votes, trending by ' +
    'votes that fade with a half-life of 48 hours, newest, most viewed, upcoming by launch week.',
  scope: 'public',
  http: { method: 'GET', path: '/launches' },
  tag: 'Directory',
  input: z.strictObject({ section: z.enum(sections).default('this-week').describe('Which feed'), ...paging }),
  output: pageOf(listingSummary),
  async handler(input, context) {
    const { ids, total } = await feed(input.section, windowOf(input), context)
    const items = await context.storage.listings.summaries(ids)
    return page(input, { items, total }, total > 0 ? undefined : await whyNothing(input.section, context))
  },
})

/** Every sorted feed contains all live listings, so one count is right for all of them. */
async function whyNothing(section: (typeof sections)[number], context: Context) {
  const live = await context.storage.listings.liveCount(context.site.id)
  const totals = await Promise.all(
    sections.map(async (name) =>
      name in sorted ? live : (await feed(name, { limit: 1, offset: 0 }, context)).total,
    ),
  )
  const filledSections = async () => sections.filter((_, at) => totals[at]! > 0)
  return whyEmpty({ section }, async () => live, { section: filledSections })
}

async function feed(
  section: (typeof sections)[number],
  window: { limit: number; offset: number },
  { storage, site, now }: Context,
) {
  if (section === 'this-week') {
    const { ranked, total } = await storage.listings.launchedIn(site.id, weekOf(now), window)
    return { ids: ranked.map(({ id }) => id), total }
  }
  if (section === 'today')
    return storage.listings.launchedOn(site.id, weekOf(now), beginOf(dayOf(now)), window)
  if (section === 'upcoming') return storage.listings.upcoming(site.id, window)
  return storage.search.find({ site_id: site.id, sort: sorted[section], ...window })
}
