// Keeping a picture: its row first, then its file, so that neither is swept away before something shows it.
import type { Listing } from '../../storage/listings/read.ts'
import type { MediaFolder } from '../../storage/media_folder.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Medium } from '../../storage/tables/listings.ts'
import type { Picture } from './picture.ts'

export async function keepPicture(
  { file, bytes, width, height }: Picture,
  { storage, media, now }: { storage: Storage; media: MediaFolder; now: Date },
): Promise<void> {
  const row = { file, width, height, bytes: bytes.length }
  await storage.write(({ pictures }) => pictures.add(row, now.toISOString()))
  await media.keep(file, bytes)
}

export const picturePath = '/media/'

/** What everybody may see of it: our own copy, or nothing. */
export function logoUrl({ logo }: Pick<Listing, 'logo'>, public_url: string): string | null {
  return logo === null ? null : `${public_url}${picturePath}${logo}`
}

/** Pictures that are kept here are named by their whole address, as links are. */
export function presentMedia(media: readonly Medium[], public_url: string): Medium[] {
  return media.map((one) =>
    one.url.startsWith(picturePath) ? { ...one, url: `${public_url}${one.url}` } : one,
  )
}
