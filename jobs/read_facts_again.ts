import { z } from 'zod'
import { listingFacts } from '../tools/drafts/submission.ts'
import { nextReading, noteFacts } from '../tools/my_listings/facts.ts'
import { afterFailure, afterReading, readAgainOf, type Judged } from '../tools/my_listings/rereading.ts'
import { isInLists } from '../storage/listings/has_page.ts'
import type { Listing } from '../storage/listings/read.ts'
import type { ListingFact } from '../storage/listing_facts.ts'
import { TooHeavy } from '../tools/drafts/drafter.ts'
import { defineJob, type JobContext } from './queue/job.ts'

const at_once = 20

/** Checks once a month whether the sites of listings still state their facts, one site after the other. */
export const readFactsAgain = defineJob({
  kind: 'read_facts_again',
  payload: z.object({}),
  max_failures: 5,
  timeout_ms: 1_800_000,
  every_s: 300,
  lane: 'looking',
  async run(_payload, context) {
    const { storage, clock, now, public_url } = context
    for (const id of await storage.facts.due(now.toISOString(), at_once)) {
      const listing = await storage.listings.byId(id)
      if (listing === undefined) continue
      const facts = await storage.facts.of(id)
      if (facts.length === 0) await copyFromDraft(listing, context)
      const asked = readAgainOf(facts)
      // Sites of listings that are not public are not visited.
      if (asked.length === 0 || !isInLists(listing)) {
        await storage.write((inside) => inside.facts.setReading(id, { due_at: nextReading(id, clock()) }))
        continue
      }
      const read = await readAgain(listing, asked, context)
      await storage.write(async (inside) => {
        const present = await inside.listings.byId(id)
        if (present === undefined || (await inside.facts.reading(id)) === undefined) return
        const at = { now: clock(), public_url }
        if (typeof read === 'string') await afterFailure(inside, present, read, at)
        else await afterReading(inside, present, read, at)
      })
    }
  },
})

/** The result for each fact, or why nothing could be read. */
async function readAgain(
  { url }: Listing,
  facts: readonly ListingFact[],
  { outbound, thread, clock, public_url, signal }: JobContext,
): Promise<Map<number, Judged> | string> {
  const { readPagesAgain } = await import('./reading/read_pages_again.ts')
  const { SiteUnreadable } = await import('./reading/visitor.ts')
  const quoted = facts.flatMap(({ quotes }) => quotes.map((quote) => quote.url))
  const often = Map.groupBy(quoted, (one) => one)
  const wanted = [...often.keys()].sort((a, b) => often.get(b)!.length - often.get(a)!.length)
  try {
    const { pages, start_url, moved, unread } = await readPagesAgain(url, wanted, {
      ...{ outbound, thread, clock, public_url, signal },
    })
    const kept = facts.map(({ field, value, quotes }) => ({
      ...{ field, value },
      quotes: quotes.map((quote) => ({ ...quote, url: moved.get(quote.url) ?? quote.url })),
    }))
    const judged = await thread.run('again', { facts: kept, pages, site: { start_url }, unread }, signal)
    return new Map(facts.map(({ id }, at) => [id, judged[at]!]))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SiteUnreadable) return error.reason
    if (error instanceof TooHeavy) return error.reason
    throw error
  }
}

/** For listings older than stored evidence: copies it from the draft of one of the owners. */
async function copyFromDraft(listing: Listing, { storage, clock }: JobContext): Promise<void> {
  await storage.write(async (inside) => {
    const at = clock().toISOString()
    for (const { user_id } of await inside.owners.people(listing.id)) {
      const draft = await inside.drafts.ofListing(user_id, listing.id)
      if (draft === undefined) continue
      const source = { profile: draft.profile, pages: await inside.drafts.readPages(draft.id) }
      await noteFacts(inside, listing.id, listingFacts(draft.profile), { at, source })
      // Values edited since then are the owner's.
      await noteFacts(inside, listing.id, listing, { at })
      return
    }
  })
}
