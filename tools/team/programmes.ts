// The team makes programmes; once one has begun, its weeks and its entry rules no longer change.
import { z } from 'zod'
import { entryKinds } from '../../storage/tables/programmes.ts'
import { refusing } from '../faults.ts'
import { slug as slugSchema } from '../inputs.ts'
import { weekOf } from '../launches/week.ts'
import { defineTeamAction } from './action.ts'

const monday = z.iso
  // Whether it is a Monday is asked of days only.
  .date({ error: 'Must be a day as YYYY-MM-DD.', abort: true })
  .refine((day) => weekOf(new Date(`${day}T00:00:00.000Z`)) === day, 'Must be a Monday.')

/** The most weeks of a programme, so that its board stays short. */
const mostWeeks = 27

export const saveProgramme = defineTeamAction({
  name: 'save_programme',
  input: z.strictObject({
    slug: slugSchema,
    title: z.string().trim().min(1).max(120),
    text: z.string().trim().min(1).max(8000),
    from_week: monday,
    to_week: monday,
    entry: z.enum(entryKinds),
    category: z.union([z.literal(''), slugSchema]),
  }),
  async handler({ category, ...given }, { storage, site, now }) {
    const { slug, title, from_week, to_week } = given
    const before = await storage.programmes.bySlug(site.id, slug)
    const filed = category === '' ? null : await storage.categories.bySlug(category)
    const complain = (name: string, message: string) =>
      refusing([{ pointer: `/${name}`, code: 'invalid', message }])
    if (filed === undefined) throw complain('category', 'There is no category of this slug.')
    if (to_week < from_week) throw complain('to_week', 'It ends before it begins.')
    if (Date.parse(to_week) - Date.parse(from_week) > mostWeeks * 7 * 86_400_000)
      throw complain('to_week', `It lasts for ${mostWeeks} weeks at most.`)
    if (before === undefined && from_week <= weekOf(now))
      throw complain('from_week', 'It begins in a week to come.')
    const set = { ...given, category_id: filed?.id ?? null }
    const isFixed = before !== undefined && before.from_week <= weekOf(now)
    if (
      isFixed &&
      (['from_week', 'to_week', 'entry', 'category_id'] as const).some((name) => before[name] !== set[name])
    )
      throw complain(
        'from_week',
        'It has begun: its weeks, who takes part and its category stay as they are.',
      )
    if (before !== undefined && before.closed_at !== null)
      throw complain('title', 'It is over, and its trophies are named after it.')
    const { id, created_at, closed_at } = before ?? { created_at: now.toISOString(), closed_at: null }
    await storage.programmes.save({ ...set, id, created_at, closed_at, site_id: site.id })
    const outcome = before === undefined ? 'made' : 'changed'
    return { about: 'programme', about_id: slug, name: title, outcome }
  },
})
