import { z } from 'zod'
import { slug } from '../inputs.ts'
import { defineTool } from '../tool.ts'
import { listingOr404, listingProfile, presentProfile } from './profile.ts'

export default defineTool({
  name: 'get_listing',
  title: 'Read a listing',
  description:
    'Returns the full public page of one product or startup: what it does, features, what it costs (pricing), who made it (founders), FAQs, rating. null and not_found_on_website mean that the company does not state it.',
  scope: 'public',
  http: { method: 'GET', path: '/listings/{slug}' },
  tag: 'Directory',
  input: z.strictObject({ slug }),
  output: listingProfile,
  example: { slug: 'patient-heron' },
  async handler({ slug }, context) {
    return presentProfile(await listingOr404(slug, context), context.public_url)
  },
})
