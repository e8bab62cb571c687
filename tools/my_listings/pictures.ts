// The logo and the gallery of a listing, which its owner changes on the site. Every change is a version.
import { z } from 'zod'
import type { Listing } from '../../storage/listings/read.ts'
import type { Medium } from '../../storage/tables/listings.ts'
import { defineAction, type ActionContext, type Surroundings } from '../action.ts'
import { refusing } from '../faults.ts'
import { id, isWebLink, webLinkFault } from '../inputs.ts'
import { keepPicture, picturePath } from '../pictures/keep.ts'
import { logoLimits, mediumLimits, type PictureLimits } from '../pictures/picture.ts'
import { readSmall } from '../pictures/smaller.ts'
import { ownedListing } from './owned.ts'
import { changeListing } from './turn.ts'
import { madeBy } from './versions.ts'

export const most_media = 12
export const longest_caption = 200

const listing_id = id
const noLogo = { logo: null, logo_from: null, logo_fault: null }
const caption = z
  .string()
  .trim()
  .max(longest_caption)
  .transform((text) => text || null)

/** The uploaded picture becomes the logo. */
export const uploadLogo = defineAction({
  ...{ name: 'upload_logo', by: 'person', input: z.strictObject({ listing_id }) },
  gather: keeping(logoLimits),
  handler: (given, context, logo) => change(given, 'set_logo', context, () => ({ ...noLogo, logo })),
})

/** Removes the logo; a generated flag is shown instead, until the site's own logo is fetched if `fetch` is set. */
export const removeLogo = defineAction({
  ...{ name: 'remove_logo', by: 'person', input: z.strictObject({ listing_id, fetch: z.boolean() }) },
  async handler({ fetch: isFetched, ...given }, context) {
    await change(given, 'set_logo', context, () => noLogo)
    if (isFetched) await context.storage.listings.fetchLogo(given.listing_id, context.now.toISOString())
  },
})

/** Adds the uploaded picture to the gallery. */
export const addPicture = defineAction({
  ...{ name: 'add_picture', by: 'person', input: z.strictObject({ listing_id, caption }) },
  gather: keeping(mediumLimits),
  handler: ({ caption: words, ...given }, context, file) =>
    addMedium(given, { kind: 'image', url: `${picturePath}${file}`, caption: words }, '/picture', context),
})

export const addVideo = defineAction({
  ...{ name: 'add_video', by: 'person' },
  input: z.strictObject({
    listing_id,
    caption,
    url: z.string().trim().max(500).refine(isWebLink, webLinkFault),
  }),
  handler: ({ url, caption: words, ...given }, context) =>
    addMedium(given, { kind: 'video', url, caption: words }, '/url', context),
})

const oneMedium = z.strictObject({ listing_id, url: z.string() })

export const removeMedium = defineAction({
  ...{ name: 'remove_medium', by: 'person', input: oneMedium },
  handler: ({ url, ...given }, context) =>
    change(given, 'remove_medium', context, ({ media }) => ({
      media: media.filter((one) => one.url !== url),
    })),
})

/** Moves one place to the front. */
export const moveMedium = defineAction({
  ...{ name: 'move_medium', by: 'person', input: oneMedium },
  handler: ({ url, ...given }, context) =>
    change(given, 'move_medium', context, ({ media }) => {
      const at = media.findIndex((one) => one.url === url)
      if (at < 1) return {}
      const [before, moved] = [media[at - 1]!, media[at]!]
      return { media: media.with(at - 1, moved).with(at, before) }
    }),
})

type Given = { listing_id: number }

/** Stores the uploaded picture, after checking that the caller owns the listing. */
function keeping(limits: PictureLimits) {
  return async (given: Given, context: ActionContext & Surroundings): Promise<string> => {
    const { media } = await ownedListing(given.listing_id, context)
    if (limits === mediumLimits) demandRoom(media)
    const picture = await readSmall(context.file, limits)
    await keepPicture(picture, context.caller.user_id, context)
    return picture.file
  }
}

/** Checked before the picture is stored, so that none is stored in vain, and again when it is added. */
function demandRoom(media: readonly Medium[]): void {
  if (media.length >= most_media)
    throw fault('/picture', 'too_many', `At most ${most_media} pictures and videos. Remove one first.`)
}

const addMedium = (given: Given, medium: Medium, pointer: string, context: ActionContext) =>
  change(given, 'add_medium', context, ({ media }) => {
    demandRoom(media)
    if (media.some(({ url }) => url === medium.url))
      throw fault(pointer, 'repeated', 'This picture or video is there already.')
    return { media: [...media, medium] }
  })

async function change(
  given: Given,
  operation: string,
  { storage, caller, now }: ActionContext,
  set: (listing: Listing) => Partial<Listing>,
): Promise<void> {
  const listing = await ownedListing(given.listing_id, { storage, caller })
  await changeListing(storage, listing, set(listing), madeBy(caller, operation, now))
}

const fault = (pointer: string, code: string, message: string) => refusing([{ pointer, code, message }])
