import { z } from 'zod'
import { hasPage } from '../../storage/listings/has_page.ts'
import { slug } from '../inputs.ts'
import { weekOf } from '../launches/week.ts'
import { defineTool } from '../tool.ts'
import { badgeSize } from './badge_drawing.ts'
import { awardPath } from '../awards/award.ts'
import {
  awardBehind,
  badgeLabels,
  badgePath,
  badgePathTemplate,
  earnedBadges,
  embedHtml,
  modes,
  shapes,
  sizes,
} from './badges.ts'
import { noListing } from './profile.ts'

export default defineTool({
  name: 'get_badges',
  title: 'Badges of a listing',
  description:
    'Returns the badges a listing has earned, our logo for its homepage, each with its SVG image ' +
    'address and embed code (HTML) to paste. A listing on the free plan waiting for its launch has ' +
    'its "Listed on" badge, for its owner.',
  scope: 'public',
  http: { method: 'GET', path: '/listings/{slug}/badges' },
  tag: 'Directory',
  input: z.strictObject({
    slug,
    shape: z.enum(shapes).default('standard').describe('Form'),
    mode: z.enum(modes).default('auto').describe('For a light or dark page'),
    size: z.enum(sizes).default('m').describe('Small, medium, large'),
  }),
  output: z.object({
    items: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        svg_url: z.string(),
        html: z.string().describe('Ready to paste'),
        svg_url_template: z.string().describe('Every style: fill in shape, mode and size'),
      }),
    ),
  }),
  example: { slug: 'patient-heron' },
  async handler({ slug, ...style }, { storage, site, caller, now, public_url }) {
    const stored = await storage.listings.standing(site.id, slug)
    if (stored === undefined) throw noListing(slug)
    if (
      !hasPage(stored) &&
      (caller === null || (await storage.owners.listing(caller.user_id, stored.id)) === undefined)
    )
      throw noListing(slug)
    const { slug: present, name } = stored
    const page_of = (number: number | null) =>
      public_url + (number === null ? `/listings/${present}` : awardPath(number))
    return {
      items: earnedBadges(stored, weekOf(now)).map((key) => {
        const svg_url = public_url + badgePath(present, key, style)
        const size = badgeSize(key, style, site.name)
        return {
          key,
          label: badgeLabels[key],
          svg_url,
          html: embedHtml({ name, page_url: page_of(awardBehind(stored, key)) }, site.name, key, {
            url: svg_url,
            ...size,
          }),
          svg_url_template: public_url + badgePathTemplate(present, key),
        }
      }),
    }
  },
})
