import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { draftId } from '../inputs.ts'
import type { Draft } from '../../storage/drafts.ts'
import type { Storage } from '../../storage/storage.ts'
import { categoryFinder } from '../categories/finder.ts'
import { nearestCategory, stepToCategories } from '../categories/unknown.ts'
import { Refusal } from '../errors.ts'
import { refusing } from '../faults.ts'
import { defineTool } from '../tool.ts'
import { briefEdit } from './brief.ts'
import { draftView, presentDraft } from './draft_view.ts'
import { TooHeavy, type DraftWritten } from './drafter.ts'
import { noticesOfEdit } from './edit_notices.ts'
import { missingOf } from './completeness.ts'
import { applyEdits, demandUnlocked, draftEdits, type DraftEdits } from './edits.ts'
import { changeNamed, redraftField } from './fields.ts'
import { byHandNotice, mayReadAgain } from './failures.ts'
import { keptDays } from './kept.ts'
import { ownedDraft } from './owned.ts'
import { applyProfileOf } from '../my_listings/turning.ts'
import { updateListing } from './save_listing.ts'
import { demandLeft, spentBy, whyByRules } from '../usage.ts'
import { siteUrl } from './site_url.ts'

export default defineTool({
  name: 'update_draft',
  title: 'Edit a draft',
  description:
    'Edits a draft, a pending submission: sets, locks, restores or rewrites what you name and leaves the rest; all of it or, when refused, nothing. The AI never overwrites what you type unless you regenerate it. A submitted draft updates its listing too.',
  scope: 'listings:write',
  http: { method: 'PATCH', path: '/drafts/{id}' },
  tag: 'Drafts',
  // Regenerating gives a different result each time, and reads the website.
  hints: ['destructive', 'open_world'],
  input: z.strictObject({ id: draftId, ...draftEdits }),
  output: draftView,
  example: {
    id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    fields: { tagline: 'Invoices that chase themselves, politely' },
    lock_fields: ['tagline'],
  },
  brief: briefEdit,
  /** Writes the redraft from the stored pages, before the transaction. */
  async gather(input, context): Promise<DraftWritten | null> {
    const isRedraft = input.regenerate !== undefined && input.regenerate.length > 0
    if (!isRedraft && (input.competitor_url ?? '').trim() === '') return null
    const draft = await ownedDraft(input.id, context)
    // Reading or fetching twelve pages costs more than an edit, so it has a lower rate limit.
    if (isRedraft || input.competitor_url !== draft.competitor_url) context.spend('checks')
    if (!isRedraft) {
      await demandLeft(context, 'pages', 'megabytes')
      return null
    }
    // Validate first: a call to the model is paid for even if the edit is refused afterwards.
    await edited(draft, input, context.storage)
    const pages = await context.storage.drafts.pages(draft.id, 'own')
    if (pages.length === 0) throw neverRead(draft)
    if (pages.every(({ html }) => html.length === 0)) throw pagesGone(draft.id)
    const categories = await context.storage.categories.told()
    const start_url = pages[0]?.url ?? draft.url
    const signal = AbortSignal.timeout(45_000)
    try {
      const by_rules = await whyByRules(context.storage, draft.user_id, context.caps, context.now)
      const spent = spentBy(context.storage, draft.user_id, () => context.now)
      return await context.drafter.draft(pages, { start_url, categories, by_rules, spent, signal })
    } catch (error) {
      if (error instanceof TooHeavy || signal.aborted) throw redraftFailed(draft)
      throw error
    }
  },
  async handler({ id, ...edits }, context, written) {
    const { storage, now } = context
    const draft = await ownedDraft(id, context)
    const { isCategory, competitor, ...result } = await edited(draft, { id, ...edits }, storage)
    let { profile } = result
    if (written !== null) profile = changeNamed(profile, edits.regenerate!, redraftField, written.found)
    const said = noticesOfEdit(draft.profile, profile, edits)
    const edit = { profile, ...competitor, ...readyByHand(draft, profile, isCategory) }
    if (isDeepStrictEqual({ ...draft, ...edit }, draft)) {
      const view = await presentDraft(draft, context)
      return { ...view, notices: [...view.notices, ...(said.length > 0 ? said : [nothingChanged])] }
    }
    const changed: Draft = { ...draft, ...edit, updated_at: now.toISOString() }
    if (draft.listing_id !== null) {
      await updateListing(draft, changed, context)
      await applyProfileOf(storage, context.caller.user_id, context)
    }
    await storage.drafts.change(draft.id, changed)
    if (changed.comparison?.status === 'reading' && changed.competitor_url !== draft.competitor_url) {
      // One reading at a time for each draft, even if its owner changes the address again.
      const key = `compare_competitor ${draft.id}`
      const payload = { draft_id: draft.id }
      const created_at = now.toISOString()
      await storage.jobs.enqueue({
        kind: 'compare_competitor',
        key,
        payload,
        person: draft.user_id,
        created_at,
      })
    }
    const view = await presentDraft(changed, context)
    return { ...view, notices: [...view.notices, ...said] }
  },
})

const nothingChanged = {
  code: 'nothing_changed',
  message:
    'Nothing was changed: nothing was sent beside the id, or only what the draft holds already. Send what is to change, for example in fields.',
}

/** The draft with the edits applied; throws if an edit, or a redraft, is refused. */
async function edited(draft: Draft, { id, ...edits }: DraftEdits & { id: string }, storage: Storage) {
  const findCategory = await categoryFinder(storage)
  demandKnown({ id, ...edits }, findCategory.has, await storage.categories.known())
  const profile = applyEdits(draft.profile, edits, (text) => findCategory.find(text)?.slug ?? null)
  if ((edits.regenerate ?? []).length > 0) {
    demandReady(draft)
    demandUnlocked(draft.id, profile, edits.regenerate!)
  }
  const competitor = competitorOf(edits.competitor_url, draft)
  return { profile, competitor, isCategory: findCategory.has }
}

/** Missing fields may be typed instead: a failed draft becomes ready once it can be submitted. */
function readyByHand(
  { status, failure }: Draft,
  profile: Draft['profile'],
  isCategory: (text: string) => boolean,
): Partial<Draft> {
  if (status !== 'failed' || missingOf(profile, isCategory).some(({ required }) => required)) return {}
  return { status: 'ready', failure: null, notices: [byHandNotice(failure)] }
}

function competitorOf(
  given: string | undefined,
  draft: Draft,
): Partial<Pick<Draft, 'competitor_url' | 'comparison'>> {
  if (given === undefined) return {}
  if (given.trim() === '') return { competitor_url: null, comparison: null }
  const { url, url_key } = siteUrl(given, '/competitor_url')
  if (url_key === draft.url_key)
    throw refusing([
      {
        pointer: '/competitor_url',
        code: 'own_address',
        message: 'This is the address of your own product. Give that of another one.',
      },
    ])
  if (url === draft.competitor_url && draft.comparison?.status !== 'failed') return {}
  return { competitor_url: url, comparison: { status: 'reading', reason: null, rows: [] } }
}

function pagesGone(id: string): Refusal {
  return new Refusal(
    'pages_gone',
    `The pages of this draft were read more than ${keptDays} days ago and are no longer kept, ` +
      'so nothing can be redrafted from them. Leave regenerate out and type the values in fields.',
    { next_steps: [{ tool: 'update_draft', arguments: { id }, why: 'Takes the values you type' }] },
  )
}

function neverRead(draft: Draft): Refusal {
  const { id, url } = draft
  const reading = {
    ...{ tool: 'submit_listing', arguments: { url } },
    why: 'Reads the website again, once the problem is fixed',
  }
  return new Refusal(
    'never_read',
    'No page of this website was read, so nothing can be redrafted. Leave regenerate out and type the values in fields.',
    {
      next_steps: [
        { tool: 'update_draft', arguments: { id }, why: 'Takes the values you type' },
        ...(mayReadAgain(draft) ? [reading] : []),
      ],
    },
  )
}

function demandReady(draft: Draft): void {
  if (draft.status === 'ready') return
  throw new Refusal(
    'draft_not_ready',
    'The draft is not ready, so nothing can be redrafted yet. get_draft says how far it is, or why it failed.',
    {
      next_steps: [
        { tool: 'get_draft', arguments: { id: draft.id }, why: 'Shows how far it is, or why it failed' },
      ],
    },
  )
}

function redraftFailed(draft: Draft): Refusal {
  const message =
    'The pages of this draft could not be read again in the time there is, so nothing was changed. Type the values with fields, or try again later.'
  return new Refusal('redraft_failed', message, {
    next_steps: [{ tool: 'get_draft', arguments: { id: draft.id }, why: 'Shows the values as they are' }],
  })
}

type Categories = readonly { slug: string; name: string }[]

function demandKnown(
  input: DraftEdits & { id: string },
  isKnown: (text: string) => boolean,
  all: Categories,
): void {
  const given = (input.fields?.categories ?? []) as string[]
  const meant = given.map((text) => (isKnown(text) ? text : nearestCategory(text, all)))
  const errors = given.flatMap((text, index) => {
    const right = meant[index]
    const message = 'Not a category. list_categories names them all.'
    const fault = { pointer: `/fields/categories/${index}`, code: 'unknown_category', message }
    return isKnown(text) ? [] : [{ ...fault, ...(right !== undefined && { nearest: right }) }]
  })
  if (errors.length === 0) return
  throw new Refusal('invalid_input', 'fields/categories: Use slugs from list_categories.', {
    errors,
    next_steps: [stepToCategories(given.filter((text) => !isKnown(text)).join(' '), all)],
  })
}
