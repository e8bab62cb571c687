import { z } from 'zod'
import { OutboundRefusal } from '../outbound_refusal.ts'
import type { Listing } from '../storage/listings/read.ts'
import { Refusal } from '../tools/errors.ts'
import { keepPicture } from '../tools/pictures/keep.ts'
import { logoLimits, type Picture } from '../tools/pictures/picture.ts'
import { readSmall } from '../tools/pictures/smaller.ts'
import { defineJob, type JobContext } from './queue/job.ts'
import { fetchAllowed } from './reading/robots.ts'

const isUploaded = ({ logo, logo_from }: Listing) => logo !== null && logo_from === null

/** Stores a copy of the logo on the product's own site, so that our pages do not load it from there. */
export const keepLogo = defineJob({
  kind: 'keep_logo',
  lane: 'looking',
  payload: z.object({ listing_id: z.int() }),
  max_failures: 4,
  timeout_ms: 60_000,
  async run({ listing_id }, context) {
    const { storage, clock } = context
    const listing = await storage.listings.byId(listing_id)
    const from = listing?.logo_url ?? null
    if (listing === undefined || from === null || isUploaded(listing)) return
    const picture = await fetchPicture(from, context)
    if (typeof picture !== 'string') await keepPicture(picture, null, { ...context, now: clock() })
    return async ({ listings }) => {
      const present = await listings.byId(listing_id)
      if (present === undefined || present.logo_url === null || isUploaded(present)) return
      if (present.logo_url !== from) return listings.fetchLogo(listing_id, clock().toISOString())
      const kept =
        typeof picture === 'string'
          ? { logo_fault: picture }
          : { logo: picture.file, logo_from: from, logo_fault: null }
      await listings.change(listing_id, kept)
    }
  },
})

/** The picture, or a sentence about why there is none: the owner can fix that, a retry cannot. */
async function fetchPicture(url: string, context: JobContext): Promise<Picture | string> {
  try {
    const answer = await fetchAllowed(context, {
      url,
      accept: 'image/webp, image/png, image/jpeg, image/gif, */*;q=0.1',
      max_bytes: logoLimits.max_bytes,
      timeout_ms: 15_000,
    })
    if ('forbidden' in answer) return 'Its robots.txt does not let us fetch it, or cannot be read.'
    if (answer.status !== 200) return `The address answers with status ${answer.status}.`
    return await readSmall(answer.body, logoLimits)
  } catch (error) {
    context.signal.throwIfAborted()
    if (error instanceof Refusal) return error.errors[0]!.message
    if (error instanceof OutboundRefusal) return error.message
    throw error
  }
}
