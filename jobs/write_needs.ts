import { z } from 'zod'
import { isInLists } from '../storage/listings/has_page.ts'
import type { Listing } from '../storage/listings/read.ts'
import { digestOf, saidBy } from '../storage/search/document.ts'
import { keptNeeds } from '../tools/listings/needs.ts'
import { isBudgetUsed, nobody, spentBy } from '../tools/usage.ts'
import { defineJob } from './queue/job.ts'

/** Listings whose texts are compared with those that their needs were made of, at most once an hour. */
const mostLookedAt = 500
const restBetween_ms = 3_600_000
/** Listings for which the model is asked: a slow one must be done with them within the time limit. */
const mostAsked = 20
/** The share of the month's budget that needs may use up: people wait for drafts, and for needs nobody does. */
const share = 0.5

/** Nothing is kept of listings that are not public. */
const digestNow = (listing: Listing): string => (isInLists(listing) ? digestOf(saidBy(listing)) : '')

/**
 * Has a model write what listings may be searched for, once for each and again when their texts changed. Nothing but
 * search reads it, so it is no edit: the listing keeps its version and its time.
 */
export const writeNeeds = defineJob({
  kind: 'write_needs',
  payload: z.object({}),
  max_failures: 5,
  timeout_ms: 1_800_000,
  every_s: 60,
  lane: 'looking',
  async run(_payload, { storage, drafter, caps, clock, now, log, signal }) {
    if (drafter.needs === undefined) return
    const before = new Date(now.getTime() - restBetween_ms).toISOString()
    const spent = spentBy(storage, nobody, clock)
    const unchanged: number[] = []
    let asked = 0
    function failed(error: unknown): null {
      signal.throwIfAborted()
      // The error itself may quote the texts.
      log.warn({ error: (error as Error).name }, 'the model failed; needs are written later')
      return null
    }
    for (const { listing_id, texts } of await storage.needs.due(before, mostLookedAt)) {
      const listing = await storage.listings.byId(listing_id)
      if (listing === undefined) continue
      const digest = digestNow(listing)
      if (digest === texts) {
        unchanged.push(listing_id)
        continue
      }
      if (digest !== '' && (asked === mostAsked || (await isBudgetUsed(storage, caps, clock(), share)))) break
      if (digest !== '') asked += 1
      const written = digest === '' ? [] : await drafter.needs(saidBy(listing), spent, signal).catch(failed)
      const needs = await keptNeeds(storage, listing, written ?? [])
      await storage.write(async (inside) => {
        const present = await inside.listings.byId(listing_id)
        // Deleted, withdrawn or edited meanwhile.
        if (present === undefined || digestNow(present) !== digest) return
        const made = { needs, texts: written === null ? '' : digest, looked_at: clock().toISOString() }
        await inside.needs.keep({ listing_id, ...made })
      })
      if (written === null) break
    }
    return (inside) => inside.needs.lookedAt(unchanged, clock().toISOString())
  },
})
