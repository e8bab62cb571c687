import { z } from 'zod'
import { slug } from '../inputs.ts'
import { storySchema } from '../listings/story.ts'
import { listingSummary } from '../listings/summary.ts'
import { defineTool } from '../tool.ts'
import { founderOr404 } from './founder.ts'

export default defineTool({
  name: 'get_founder',
  title: 'Read a founder',
  description:
    'Tells who a founder or maker is: background (bio), socials to follow, their other companies and products here, their published stories and interview.',
  scope: 'public',
  http: { method: 'GET', path: '/founders/{slug}' },
  tag: 'Directory',
  input: z.strictObject({ slug }),
  output: z.object({
    slug: z.string(),
    name: z.string(),
    title: z.string().nullable(),
    bio: z.string().nullable(),
    country: z.string().nullable(),
    city: z.string().nullable(),
    avatar_url: z.string().nullable(),
    socials: z.record(z.string(), z.string()),
    companies: z.array(listingSummary.extend({ role: z.string().nullable() })),
    stories: z.array(
      z.object({ listing: z.string().describe('Slug of the listing it belongs to'), story: storySchema }),
    ),
    interview: z.array(z.object({ question: z.string(), answer: z.string() })),
  }),
  example: { slug: 'ines-caldeira' },
  async handler({ slug }, { storage, site }) {
    const founder = await founderOr404(slug, { storage, site })
    const founded = await storage.founders.founded(site.id, founder.id)
    const summaries = await storage.listings.summaries(founded.map(({ id }) => id))
    const roles = new Map(founded.map(({ id, title }) => [id, title]))
    return {
      ...founder,
      companies: summaries.map((item) => ({ ...item, role: roles.get(item.id) ?? null })),
      stories: founded.flatMap((listing) =>
        listing.story !== null && listing.unlocked_sections.includes('story')
          ? [{ listing: listing.slug, story: listing.story }]
          : [],
      ),
      interview: await storage.founders.answers(founder.id),
    }
  },
})
