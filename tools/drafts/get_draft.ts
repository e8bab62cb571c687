import { z } from 'zod'
import { draftId } from '../inputs.ts'
import { defineTool } from '../tool.ts'
import { briefDraft } from './brief.ts'
import { draftView, presentDraft } from './draft_view.ts'
import { ownedDraft } from './owned.ts'

export default defineTool({
  name: 'get_draft',
  title: 'A draft',
  description:
    'Shows one of your drafts: what was taken from the website, each field with value, state and ' +
    'quotes as evidence, what is missing, and what to do next. While it is crawling or drafting, ask ' +
    'again every few seconds.',
  scope: 'account:read',
  http: { method: 'GET', path: '/drafts/{id}' },
  tag: 'Drafts',
  input: z.strictObject({ id: draftId }),
  output: draftView,
  example: { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' },
  brief: briefDraft,
  handler: async ({ id }, context) => presentDraft(await ownedDraft(id, context), context),
})
