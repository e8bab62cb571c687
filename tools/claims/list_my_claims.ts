import { z } from 'zod'
import { page, pageOf, paging, windowOf } from '../inputs.ts'
import { defineTool } from '../tool.ts'
import { claimView, presentClaim } from './claim.ts'

export default defineTool({
  name: 'list_my_claims',
  title: 'Your claims',
  description:
    'Lists your claims, ownership requests for a page, newest first, with status and instructions: which DNS record, tag or file you were to publish.',
  scope: 'account:read',
  http: { method: 'GET', path: '/claims' },
  tag: 'Claims',
  input: z.strictObject({ ...paging }),
  output: pageOf(claimView),
  async handler(input, { storage, site, caller, now }) {
    const { items, total } = await storage.claims.list(caller.user_id, site.id, windowOf(input))
    const shown = items.map(({ claim, listing }) => presentClaim(claim, listing, { storage, now }))
    return page(input, { items: await Promise.all(shown), total })
  },
})
