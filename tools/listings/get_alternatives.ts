import { z } from 'zod'
import { slug } from '../inputs.ts'
import { defineTool } from '../tool.ts'
import { listingOr404 } from './profile.ts'
import { listingSummary } from './summary.ts'

const most = 20

export default defineTool({
  name: 'get_alternatives',
  title: 'Find alternatives to a listing',
  description:
    'Returns up to 20 alternatives to a listing: those its owner approved first, then the most voted live listings of the same primary category.',
  scope: 'public',
  http: { method: 'GET', path: '/listings/{slug}/alternatives' },
  tag: 'Directory',
  input: z.strictObject({ slug }),
  output: z.object({
    items: z.array(listingSummary.extend({ approved: z.boolean().describe('Approved by the owner') })),
  }),
  example: { slug: 'patient-heron' },
  async handler({ slug }, context) {
    const { listing } = await listingOr404(slug, context)
    const { approved, others } = await context.storage.listings.alternatives(listing, most)
    const summaries = await context.storage.listings.summaries([...approved, ...others])
    return { items: summaries.map((item) => ({ ...item, approved: approved.includes(item.id) })) }
  },
})
