// The badges a listing has earned, and the markup that shows them.
import type { StoredProfile } from './profile.ts'

export const shapes = ['standard', 'outline', 'pill', 'banner', 'square'] as const
export const modes = ['light', 'dark', 'auto'] as const
export const sizes = ['s', 'm', 'l'] as const
export type Style = {
  shape: (typeof shapes)[number]
  mode: (typeof modes)[number]
  size: (typeof sizes)[number]
}

/** The order is that of earning them; the key stands in the address of the image. */
export const badgeLabels = {
  listed: 'Listed on',
  launched: 'Launched on',
  featured: 'Featured on',
  verified: 'Verified on',
  'launch-of-the-week-1': 'Launch of the Week #1',
  'launch-of-the-week-2': 'Launch of the Week #2',
  'launch-of-the-week-3': 'Launch of the Week #3',
} as const
export type BadgeKey = keyof typeof badgeLabels

export function isBadgeKey(text: string): text is BadgeKey {
  return Object.hasOwn(badgeLabels, text)
}

/** `this_week` is the current launch week; a listing has launched once its own week has begun. */
export function earnedBadges(
  { listing, awards }: Pick<StoredProfile, 'listing' | 'awards'>,
  this_week: string,
): BadgeKey[] {
  if (listing.status !== 'live') return []
  const places = new Set(awards.map((award) => award.place))
  return [
    'listed' as const,
    ...(listing.launch_week !== null && listing.launch_week <= this_week ? ['launched' as const] : []),
    ...(listing.featured ? ['featured' as const] : []),
    ...(listing.verified_at !== null ? ['verified' as const] : []),
    ...([1, 2, 3] as const)
      .filter((place) => places.has(place))
      .map((place) => `launch-of-the-week-${place}` as const),
  ]
}

export const styles: Style[] = shapes.flatMap((shape) =>
  modes.flatMap((mode) => sizes.map((size) => ({ shape, mode, size }))),
)

export function badgePath(slug: string, key: BadgeKey, { shape, mode, size }: Style): string {
  return `/badges/${slug}/${key}-${shape}-${mode}-${size}.svg`
}

/** Width and height in pixels. */
export function badgeSize({ shape, size }: Style): { width: number; height: number } {
  const scale = { s: 0.75, m: 1, l: 1.4 }[size]
  const [width, height] = {
    standard: [220, 54],
    outline: [220, 54],
    pill: [200, 40],
    banner: [320, 64],
    square: [120, 120],
  }[shape] as [number, number]
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Markup ready to paste: a followed link to the listing around the image. */
export function embedHtml(
  listing: { name: string; listing_url: string },
  site_name: string,
  key: BadgeKey,
  style: Style,
  svg_url: string,
): string {
  const { width, height } = badgeSize(style)
  const ending = badgeLabels[key].endsWith(' on') ? ` ${site_name}` : `, ${site_name}`
  const alt = `${listing.name}: ${badgeLabels[key]}${ending}`
  return `<a href="${attribute(listing.listing_url)}"><img src="${attribute(svg_url)}" alt="${attribute(alt)}" width="${width}" height="${height}"></a>`
}

function attribute(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
