import { z } from 'zod'
import { notFound } from '../errors.ts'
import { slug } from '../inputs.ts'
import { defineTool } from '../tool.ts'
import { compare } from './comparison.ts'
import { nearestListing, noListing } from './profile.ts'
import type { Context } from '../tool.ts'

const side = z.object({ slug: z.string(), name: z.string(), url: z.string(), category: z.string() })
const cell = z.union([z.string(), z.array(z.string())]).nullable()

export default defineTool({
  name: 'compare_listings',
  title: 'Compare two listings',
  description:
    'Compares two live products side by side, one or (versus) the other, in a table of facts: which differences there are, with the attributes of their categories. An empty cell means that the fact is not stated.',
  scope: 'public',
  http: { method: 'GET', path: '/compare' },
  tag: 'Directory',
  input: z.strictObject({ a: slug.describe('Slug of one'), b: slug.describe('Slug of the other') }),
  output: z.object({
    a: side,
    b: side,
    same_category: z.boolean(),
    rows: z.array(z.object({ attribute: z.string(), label: z.string(), a: cell, b: cell })),
  }),
  example: { a: 'night-porter', b: 'calm-harbour' },
  async handler(input, context) {
    const a = await live('a', input, context)
    const b = await live('b', input, context)
    const categories = [...new Set([a.listing.category_id, b.listing.category_id])]
    const attributes = (
      await Promise.all(categories.map((id) => context.storage.categories.attributes(id)))
    ).flat()
    return {
      a: { ...a.listing, category: a.category },
      b: { ...b.listing, category: b.category },
      same_category: categories.length === 1,
      rows: compare(a, b, attributes),
    }
  },
})

async function live(side: 'a' | 'b', slugs: Record<'a' | 'b', string>, context: Context) {
  const slug = slugs[side]
  const stored = await context.storage.listings.profile(context.site.id, slug)
  if (stored === undefined) {
    const near = await nearestListing(slug, context)
    const mended = { tool: 'compare_listings', arguments: { ...slugs, [side]: near?.slug } }
    const why = near?.is_numbered
      ? 'Compares with the listing of this number'
      : 'Compares with the listing of the nearest name'
    const steps = near === null ? [] : [{ ...mended, why }]
    throw noListing(slug, steps, `live listing of the slug given as ${side}`)
  }
  if (stored.listing.status === 'live') return stored
  throw notFound(`live listing of the slug given as ${side}: it has not launched yet`, [
    { tool: 'get_listing', arguments: { slug }, why: 'Shows what is known of it already' },
  ])
}
