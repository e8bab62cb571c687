import type { Line } from '../page/lines.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type CrawledSite } from '../page/reading.ts'
import type { ProvenOrNull } from '../profile.ts'
import { ranked, type Sighting } from './sightings.ts'

type Medium = 'demo_video_url' | 'logo_url'

const player =
  /^https:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com\/embed\/[\w-]{6,20}|player\.vimeo\.com\/video\/\d+|loom\.com\/(?:embed|share)\/\w+|fast\.wistia\.(?:net|com)\/embed\/\S+)/
const watch =
  /^https:\/\/(?:www\.)?(?:youtube\.com\/watch\?v=[\w-]{6,20}|youtu\.be\/[\w-]{6,20}|vimeo\.com\/\d+|loom\.com\/share\/\w+|\S+\.(?:mp4|webm)(?:\?|$))/
const invites =
  /\b(?:demo|watch|video|tour|see it in action|trailer|screencast|vorführung|démo|vidéo)\b|動画|영상|视频/i

/** A player on the page before a link that invites to watch; 0 for what is no video. */
const scoreOfVideo = ({ kind, key, text, note }: Line): number =>
  kind !== 'link'
    ? 0
    : key === 'video' && player.test(text)
      ? 2
      : watch.test(text) && invites.test(note)
        ? 1
        : 0

/** The logo of JSON-LD before a picture called a logo or by the product's name, and that before any; 0 for what is no logo. */
function scoreOfLogo({ kind, key, text, note }: Line, site: CrawledSite): number {
  if (kind === 'json-ld') return /^\w+\.logo(?:\.(?:url|contentUrl))?$/.test(key) ? 3 : 0
  if (kind !== 'link' || key !== 'logo') return 0
  const called = letters(`${note} ${text.split('/').at(-1)}`)
  return called.length < 70 && [...site.own, 'logo'].some((name) => name.length > 2 && called.includes(name))
    ? 2
    : 1
}

/** Every video the site shows or invites to, and every picture that stands as its logo. */
export const mediaSightings = (field: Medium, site: CrawledSite): Sighting<string>[] =>
  site.lines.flatMap((line) => {
    const score = field === 'logo_url' ? scoreOfLogo(line, site) : scoreOfVideo(line)
    if (score === 0 || line.not !== '' || !/^https?:/.test(line.text)) return []
    return { value: line.text, score, evidence: evidenceFrom(line, line.text, 'link') }
  })

/** What the start page shows first of the best. */
export function findMedium(field: Medium, site: CrawledSite): ProvenOrNull<string> {
  const [first] = ranked(
    mediaSightings(field, site).filter(({ evidence }) => evidence.url === site.start.url),
  )
  return first && (field === 'demo_video_url' || first.score > 1)
    ? { value: first.value, evidence: first.evidence.slice(0, 1) }
    : null
}
