import { z } from 'zod'
import { page, pageOf, paging, windowOf } from '../inputs.ts'
import { defineTool } from '../tool.ts'
import { ownHead, presentHead } from './view.ts'

export default defineTool({
  name: 'list_my_listings',
  title: 'Your listings',
  description: 'Lists your listings: all products you own here, live or not, newest first.',
  scope: 'account:read',
  http: { method: 'GET', path: '/me/listings' },
  tag: 'My listings',
  input: z.strictObject({ ...paging }),
  output: pageOf(z.object(ownHead)),
  async handler(input, { storage, caller }) {
    const { items, total } = await storage.owners.list(caller.user_id, windowOf(input))
    const sites = await storage.sites.all()
    return page(input, { items: items.map((listing) => presentHead(listing, sites)), total })
  },
})
