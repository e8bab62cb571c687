// The badges a listing has earned, and the markup that shows them.
import { escapedXml } from './lettering.ts'

export const shapes = ['standard', 'outline', 'pill', 'banner', 'square'] as const
export const modes = ['light', 'dark', 'auto'] as const
export const sizes = ['s', 'm', 'l'] as const
export type Style = {
  shape: (typeof shapes)[number]
  mode: (typeof modes)[number]
  size: (typeof sizes)[number]
}

/** In the order in which they are usually earned; the key is part of the image's address. */
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

/** The properties of a listing that its badges depend on. */
type Standing = {
  status: string
  plan: string | null
  launch_week: string | null
  featured: boolean
  verified_at: string | null
  awards: readonly { number: number; place: number }[]
}

/**
 * Whether the listing may show "Listed on": it is public, or its owner chose the free plan, which requires the badge
 * before the launch.
 */
function isListed({ status, plan }: Standing): boolean {
  return status === 'live' || status === 'scheduled' || (status === 'awaiting_badge' && plan === 'free')
}

/** `this_week` is the current launch week; a listing has launched once its own week has begun. */
export function earnedBadges(listing: Standing, this_week: string): BadgeKey[] {
  if (!isListed(listing)) return []
  if (listing.status !== 'live') return ['listed']
  const places = new Set(listing.awards.map((award) => award.place))
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

/** The badge that the image shows: one that is not earned (any more) shows "Listed on"; null if not even listed. */
export function shownBadge(listing: Standing, key: BadgeKey, this_week: string): BadgeKey | null {
  const earned = earnedBadges(listing, this_week)
  return earned.includes(key) ? key : (earned[0] ?? null)
}

export function badgePath(slug: string, key: BadgeKey, { shape, mode, size }: Style): string {
  return `/badges/${slug}/${key}-${shape}-${mode}-${size}.svg`
}

const address = new RegExp(
  `^/badges/([a-z0-9][a-z0-9-]{0,219})/([a-z0-9-]+)-(${shapes.join('|')})-(${modes.join('|')})-(${sizes.join('|')})\\.svg$`,
)
/** What the address of an image refers to; null if it is no badge's address. */
export function badgeAt(path: string): { slug: string; key: BadgeKey; style: Style } | null {
  const [, slug, key, shape, mode, size] = address.exec(path) ?? []
  return slug === undefined || key === undefined || !isBadgeKey(key)
    ? null
    : { slug, key, style: { shape, mode, size } as Style }
}

/** The image's address with its style as parameters in braces, named as in the input of get_badges. */
export function badgePathTemplate(slug: string, key: BadgeKey): string {
  return `/badges/${slug}/${key}-{shape}-{mode}-{size}.svg`
}

/** HTML to paste: a followed link to the listing, or to the award's page, around the image. */
export function embedHtml(
  listing: { name: string; page_url: string },
  site_name: string,
  key: BadgeKey,
  svg: { url: string; width: number; height: number },
): string {
  const ending = badgeLabels[key].endsWith(' on') ? ` ${site_name}` : `, ${site_name}`
  const alt = `${listing.name}: ${badgeLabels[key]}${ending}`
  return `<a href="${escapedXml(listing.page_url)}"><img src="${escapedXml(svg.url)}" alt="${escapedXml(alt)}" width="${svg.width}" height="${svg.height}"></a>`
}

/** The number of the newest award that a badge shows; null if it shows none. */
export function awardBehind({ awards }: Pick<Standing, 'awards'>, key: BadgeKey): number | null {
  const [, place] = /^launch-of-the-week-(\d)$/.exec(key) ?? []
  return awards.find((award) => award.place === Number(place))?.number ?? null
}
