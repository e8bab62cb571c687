// The few logos and pictures of the demo catalogue, drawn for it and kept in the media folder like any other picture.
import { readdirSync, readFileSync } from 'node:fs'
import type { MediaFolder } from '../../storage/media_folder.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Medium } from '../../storage/tables/listings.ts'
import { keepPicture, picturePath } from '../pictures/keep.ts'
import { mediumLimits, readPicture } from '../pictures/picture.ts'

/** The kept files, by what they show: "last-ferry" is a logo, "last-ferry-leave-now" a picture of its gallery. */
export type DemoPictures = ReadonlyMap<string, string>

const folder = new URL('demo/pictures/', import.meta.url)

export async function keepDemoPictures(place: {
  storage: Storage
  media: MediaFolder
  now: Date
}): Promise<DemoPictures> {
  const kept = new Map<string, string>()
  for (const name of readdirSync(folder)) {
    const picture = readPicture(readFileSync(new URL(name, folder)), mediumLimits)
    await keepPicture(picture, null, place)
    kept.set(name.replace(/\.\w+$/, ''), picture.file)
  }
  return kept
}

/** The gallery of a demo listing; what was not drawn stays a link to its invented site. */
export const galleryOf = (slug: string, media: readonly Medium[], pictures: DemoPictures): Medium[] =>
  media.map((one) => {
    const file = pictures.get(`${slug}-${/([\w-]+)\.\w+$/.exec(one.url)?.[1]}`)
    return file === undefined ? one : { ...one, url: `${picturePath}${file}` }
  })
