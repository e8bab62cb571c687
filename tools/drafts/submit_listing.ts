import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Draft } from '../../storage/drafts.ts'
import { Refusal } from '../errors.ts'
import { defineTool } from '../tool.ts'
import { alreadyListed, firstOf, listedKeys } from './already_listed.ts'
import { briefDraft } from './brief.ts'
import { draftView, presentDraft } from './draft_view.ts'
import { isByHand, mayReadAgain } from './failures.ts'
import { emptyProfile } from './fields.ts'
import { keptDays, keptSince, mostOpenDrafts } from './kept.ts'
import { demandLeft, takeOne } from '../usage.ts'
import { siteUrl } from './site_url.ts'

export default defineTool({
  name: 'submit_listing',
  title: 'Draft a listing from a website',
  description:
    'Adds a product or startup to the directory: give the URL, its website is read and a draft ' +
    'written, in about a minute. Poll get_draft until it is ready. Nothing is published or charged.',
  scope: 'listings:write',
  http: { method: 'POST', path: '/drafts', status: 201 },
  tag: 'Drafts',
  // Reads a website.
  hints: ['open_world'],
  input: z.strictObject({
    url: z.string().min(1).max(2048).describe('Start page of the product; a bare domain will do'),
  }),
  output: draftView,
  example: { url: 'https://example.com' },
  brief: briefDraft,
  async handler(input, context) {
    const { storage, site, caller, now } = context
    const { url, url_key, bare } = siteUrl(input.url)
    const keys = listedKeys(new URL(url))
    const draftAt = (key: string) => storage.drafts.atUrl(caller.user_id, site.id, key)
    const going = await firstOf(keys, async (key) => {
      const draft = await draftAt(key)
      return draft === undefined || mayReadAgain(draft) ? undefined : draft
    })
    if (going !== undefined) throw draftExists(going.id)
    const before = await draftAt(url_key)
    const listed = await firstOf(keys, (key) => storage.drafts.listedAt(site.id, key))
    if (listed !== undefined && before?.listing_id !== listed.id) throw await alreadyListed(listed, context)
    if ((await storage.drafts.countOpen(caller.user_id, keptSince(now))) >= mostOpenDrafts)
      throw tooManyDrafts()
    await demandLeft(context, 'pages', 'megabytes')
    // A draft that is read again counts towards the hour's limit, and is the same draft for the day's.
    await takeOne(context, 'drafts', before === undefined ? 1 : 0)
    const at = now.toISOString()
    const begun: Pick<Draft, 'url' | 'status' | 'progress' | 'updated_at'> = {
      url,
      status: 'crawling',
      progress: { step: 'waiting', pages_read: 0, reading: null },
      updated_at: at,
    }
    const id = before?.id ?? randomUUID()
    if (before !== undefined) {
      // This notice is kept until a page is read: until then the draft is as ready as before.
      const notices = isByHand(before.notices) ? before.notices : []
      await storage.drafts.change(id, { ...begun, failure: null, notices })
    } else {
      const whose = { id, site_id: site.id, user_id: caller.user_id, url_key }
      await storage.drafts.add({ ...begun, ...whose, profile: emptyProfile(), created_at: at })
    }
    const key = `crawl_site ${id}`
    const payload = { draft_id: id, bare }
    const person = caller.user_id
    await storage.jobs.enqueue({ kind: 'crawl_site', key, payload, person, created_at: at })
    return presentDraft((await storage.drafts.byId(id))!, context)
  },
})

function draftExists(id: string): Refusal {
  return new Refusal('draft_exists', 'You already have a draft for this address. Continue with that one.', {
    next_steps: [
      { tool: 'get_draft', arguments: { id }, why: 'Shows that draft' },
      { tool: 'update_draft', arguments: { id }, why: 'Edits it; send what is to change' },
    ],
  })
}

function tooManyDrafts(): Refusal {
  return new Refusal(
    'too_many_drafts',
    `You have ${mostOpenDrafts} drafts that were never submitted; that is the limit. ` +
      `Submit one with submit_draft; a draft untouched for ${keptDays} days no longer counts.`,
    { next_steps: [{ tool: 'list_my_drafts', arguments: {}, why: 'Lists them, newest first' }] },
  )
}
