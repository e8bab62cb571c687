// The logo and the gallery of a listing, which its owner changes on the site. Every change is a version.
import type { Caller } from '../../auth/caller.ts'
import type { Listing } from '../../storage/listings/read.ts'
import type { Medium } from '../../storage/tables/listings.ts'
import { refusing } from '../faults.ts'
import { isWebLink, webLinkFault } from '../inputs.ts'
import type { Context } from '../tool.ts'
import { ownedListing } from './owned.ts'
import { changeListing } from './turn.ts'
import { madeBy } from './versions.ts'

export const most_media = 12
export const longest_caption = 200

type Changing = Pick<Context<Caller>, 'storage' | 'caller' | 'now'>

/** A picture that was kept becomes the logo; null leaves the flag in its place. */
export async function setLogo(listing_id: number, file: string | null, context: Changing): Promise<void> {
  await change(listing_id, 'set_logo', context, () => ({ logo: file, logo_from: null, logo_fault: null }))
}

/** Has the logo on the product's own site fetched again, in place of what there is. */
export async function fetchLogoAgain(listing_id: number, context: Changing): Promise<void> {
  const { storage, now } = context
  await storage.write(async (inside) => {
    await setLogo(listing_id, null, { ...context, storage: inside })
    await inside.listings.fetchLogo(listing_id, now.toISOString())
  })
}

export async function addMedium(listing_id: number, medium: Medium, context: Changing): Promise<void> {
  const caption = medium.caption?.trim() || null
  if ((caption?.length ?? 0) > longest_caption)
    throw fault('/caption', 'too_big', `At most ${longest_caption} characters.`)
  if (medium.kind === 'video' && (!isWebLink(medium.url) || medium.url.length > 500))
    throw fault('/url', 'invalid_format', webLinkFault)
  await change(listing_id, 'add_medium', context, ({ media }) => {
    if (media.length >= most_media)
      throw fault('/picture', 'too_many', `At most ${most_media} pictures and videos. Remove one first.`)
    if (media.some(({ url }) => url === medium.url))
      throw fault(
        medium.kind === 'image' ? '/picture' : '/url',
        'repeated',
        'This picture or video is there already.',
      )
    return { media: [...media, { ...medium, caption }] }
  })
}

export async function removeMedium(listing_id: number, url: string, context: Changing): Promise<void> {
  await change(listing_id, 'remove_medium', context, ({ media }) => ({
    media: media.filter((one) => one.url !== url),
  }))
}

/** One place further to the front. */
export async function moveMedium(listing_id: number, url: string, context: Changing): Promise<void> {
  await change(listing_id, 'move_medium', context, ({ media }) => {
    const at = media.findIndex((one) => one.url === url)
    if (at < 1) return {}
    const [before, moved] = [media[at - 1]!, media[at]!]
    return { media: media.with(at - 1, moved).with(at, before) }
  })
}

async function change(
  listing_id: number,
  operation: string,
  context: Changing,
  set: (listing: Listing) => Partial<Listing>,
): Promise<void> {
  const { storage, caller, now } = context
  await storage.write(async (inside) => {
    const listing = await ownedListing(listing_id, { storage: inside, caller })
    await changeListing(inside, listing, set(listing), madeBy(caller, operation, now))
  })
}

const fault = (pointer: string, code: string, message: string) => refusing([{ pointer, code, message }])
