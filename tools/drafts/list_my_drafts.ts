import { z } from 'zod'
import { page, pageOf, paging, windowOf } from '../inputs.ts'
import { defineTool } from '../tool.ts'
import { draftHead, presentHead } from './draft_view.ts'

export default defineTool({
  name: 'list_my_drafts',
  title: 'Your drafts',
  description:
    'Lists your drafts, the submissions you began, finished or unfinished, newest first, with status ' +
    'and completeness.',
  scope: 'account:read',
  http: { method: 'GET', path: '/drafts' },
  tag: 'Drafts',
  input: z.strictObject({ ...paging }),
  output: pageOf(z.object(draftHead)),
  async handler(input, { storage, site, caller }) {
    const { items, total } = await storage.drafts.list(caller.user_id, site.id, windowOf(input))
    return page(input, { items: items.map(presentHead), total })
  },
})
