// Storing a picture: first its row, then its file, so that neither is swept away before a listing shows it.
import type { Listing } from '../../storage/listings/read.ts'
import type { MediaFolder } from '../../storage/media_folder.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Medium } from '../../storage/tables/listings.ts'
import { refusing } from '../faults.ts'
import type { Picture } from './picture.ts'

/** The most unused bytes of one person (removed or unsuccessful uploads) until they are swept away. */
export const most_unused_bytes = 16_777_216

/** `added_by` is null if no person uploaded it. */
export async function keepPicture(
  { file, bytes, width, height }: Picture,
  added_by: number | null,
  { storage, media, now }: { storage: Storage; media: MediaFolder; now: Date },
): Promise<void> {
  const row = { file, width, height, bytes: bytes.length, added_by }
  await storage.write(async ({ pictures }) => {
    if (added_by !== null && (await pictures.unusedBytesOf(added_by)) + bytes.length > most_unused_bytes)
      throw refusing([{ pointer: '/picture', code: 'too_many', message: fullUp }])
    await pictures.add(row, now.toISOString())
  })
  await media.keep(file, bytes)
}
const fullUp =
  'You removed or replaced as many pictures as are kept for one person. They go within the hour; try again then.'

/** The files that a listing shows. */
export function filesOf({ logo, media }: Pick<Listing, 'logo' | 'media'>): string[] {
  const gallery = media.flatMap(({ url }) =>
    url.startsWith(picturePath) ? url.slice(picturePath.length) : [],
  )
  return [...(logo === null ? [] : [logo]), ...gallery]
}

export const picturePath = '/media/'

/** The public address of the logo: our own copy, or null. */
export function logoUrl({ logo }: Pick<Listing, 'logo'>, public_url: string): string | null {
  return logo === null ? null : `${public_url}${picturePath}${logo}`
}

/** Pictures stored here get absolute URLs, as links have. */
export function presentMedia(media: readonly Medium[], public_url: string): Medium[] {
  return media.map((one) =>
    one.url.startsWith(picturePath) ? { ...one, url: `${public_url}${one.url}` } : one,
  )
}
