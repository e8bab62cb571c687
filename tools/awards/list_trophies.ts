import { z } from 'zod'
import { whyEmpty } from '../emptiness.ts'
import { Refusal } from '../errors.ts'
import { page, pageOf, paging, slug, windowOf } from '../inputs.ts'
import { listingOr404 } from '../listings/profile.ts'
import { founderOr404 } from '../founders/founder.ts'
import { defineTool } from '../tool.ts'
import { presentTrophy, trophy } from './award.ts'

export default defineTool({
  name: 'list_trophies',
  title: 'List trophies',
  description:
    'Lists the trophy cabinet of a listing or a founder, newest first; of neither, the Hall of Fame: everybody who came first, by votes.',
  scope: 'public',
  http: { method: 'GET', path: '/trophies' },
  tag: 'Directory',
  input: z.strictObject({ listing: slug.optional(), founder: slug.optional(), ...paging }),
  output: pageOf(trophy),
  async handler(input, context) {
    const { storage, site, public_url } = context
    if (input.listing !== undefined && input.founder !== undefined)
      throw new Refusal('invalid_input', 'Ask for the trophies of a listing or of a founder, not of both.', {
        errors: [{ pointer: '/founder', code: 'not_both', message: 'Leave out listing or founder.' }],
      })
    const whose =
      input.listing !== undefined
        ? { listing: (await listingOr404(input.listing, context)).listing.id }
        : input.founder !== undefined
          ? { founder: (await founderOr404(input.founder, context)).id }
          : null
    const { items, total } = await storage.awards.trophies(site.id, whose, windowOf(input))
    const shown = { items: items.map((award) => presentTrophy(award, public_url)), total }
    if (total > 0) return page(input, shown)
    const all = async () => (await storage.awards.trophies(site.id, null, { limit: 1, offset: 0 })).total
    return page(input, shown, await whyEmpty({ listing: input.listing, founder: input.founder }, all))
  },
})
