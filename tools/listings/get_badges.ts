import { z } from 'zod'
import { slug } from '../inputs.ts'
import { weekOf } from '../launches/week.ts'
import { defineTool } from '../tool.ts'
import { badgeLabels, badgePath, earnedBadges, embedHtml, modes, shapes, sizes, styles } from './badges.ts'
import { listingOr404 } from './profile.ts'

export default defineTool({
  name: 'get_badges',
  title: 'Badges of a listing',
  description:
    'Returns the badges a live listing has earned, with HTML to paste in the chosen style and the SVG address of every style.',
  scope: 'public',
  http: { method: 'GET', path: '/listings/{slug}/badges' },
  tag: 'Directory',
  input: z.strictObject({
    slug,
    shape: z.enum(shapes).default('standard'),
    mode: z.enum(modes).default('auto'),
    size: z.enum(sizes).default('m'),
  }),
  output: z.object({
    items: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        html: z.string().describe('Ready to paste'),
        svg_url: z.string(),
        svg_urls: z.array(z.string()).describe('Every style'),
      }),
    ),
  }),
  example: { slug: 'patient-heron' },
  async handler({ slug, ...style }, context) {
    const stored = await listingOr404(slug, context)
    const { name, slug: present } = stored.listing
    const listing = { name, listing_url: `${context.public_url}/listings/${present}` }
    return {
      items: earnedBadges(stored, weekOf(context.now)).map((key) => {
        const svg_url = context.public_url + badgePath(present, key, style)
        return {
          key,
          label: badgeLabels[key],
          html: embedHtml(listing, context.site.name, key, style, svg_url),
          svg_url,
          svg_urls: styles.map((one) => context.public_url + badgePath(present, key, one)),
        }
      }),
    }
  },
})
