import { isObject, plain } from '../page/json_ld.ts'
import type { ProvenOrNull } from '../profile.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type CrawledSite } from '../page/reading.ts'
import { ownThings } from './ownership.ts'
import type { Sighting } from './sightings.ts'

const player =
  /^https:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com\/embed\/[\w-]{6,20}|player\.vimeo\.com\/video\/\d+|(?:www\.)?loom\.com\/(?:embed|share)\/\w+|fast\.wistia\.(?:net|com)\/embed\/\S+)/
const watch =
  /^https:\/\/(?:www\.)?(?:youtube\.com\/watch\?v=[\w-]{6,20}|youtu\.be\/[\w-]{6,20}|vimeo\.com\/\d+|loom\.com\/share\/\w+)/
const invites =
  /\b(?:demo|watch|video|tour|see it in action|trailer|screencast|vorführung|démo|vidéo)\b|動画|영상|视频/i

const isVideo = (url: string): boolean =>
  player.test(url) || watch.test(url) || /^https:\/\/\S+\.(?:mp4|webm)(?:\?|$)/.test(url)

/** A player on the start page, or a link that invites to watch the demo. */
export function findDemoVideo(site: CrawledSite): ProvenOrNull<string> {
  const { start } = site
  const embedded = start.videos.find((url) => player.test(url))
  if (embedded) return { value: embedded, evidence: [evidenceFrom(start, embedded, 'link')] }
  const link = start.links.find(
    (one) =>
      !one.foreign && !one.sample && watch.test(one.href) && invites.test(one.text) && one.text.length < 60,
  )
  return link ? { value: link.href, evidence: [evidenceFrom(start, link.href, 'link')] } : null
}

/** The logo of JSON-LD, else the picture in the head of the page that is called so. */
export function findLogo(site: CrawledSite): ProvenOrNull<string> {
  const { start } = site
  for (const thing of ownThings(start, site)) {
    const logo = thing['logo']
    const said = isObject(logo) ? plain(logo['url'] ?? logo['contentUrl'] ?? logo['@id']) : plain(logo)
    const url = URL.parse(said, start.url)
    if (said !== '' && url && /^https?:$/.test(url.protocol) && url.href === said)
      return { value: said, evidence: [evidenceFrom(start, said, 'json-ld')] }
  }
  const keys = site.names.map(letters).filter((key) => key.length > 2)
  const picture = start.pictures.find(({ src, alt, cue, region }) => {
    const isCalled = /\blogo\b|[/_-]logo|logo[._-]/i.test(`${cue} ${alt} ${src}`)
    const isHead = region === 'header' || region === 'nav' || cue.includes('linked')
    const isOwn = keys.some((key) => letters(`${alt} ${src.split('/').at(-1)}`).includes(key))
    return /^https?:/.test(src) && ((isCalled && (isHead || isOwn)) || (isOwn && isHead && region !== 'main'))
  })
  return picture ? { value: picture.src, evidence: [evidenceFrom(start, picture.src, 'link')] } : null
}

/** Every video the start page shows or invites to; every picture that stands as its logo. */
export function mediaSightings(field: 'demo_video_url' | 'logo_url', site: CrawledSite): Sighting<string>[] {
  const sightings: Sighting<string>[] = []
  for (const line of site.lines) {
    if (line.not || line.page === 'blog') continue
    const video =
      line.kind === 'link' && isVideo(line.text) && (line.key === 'video' || invites.test(line.note))
    const logo =
      (line.kind === 'link' && line.key === 'logo') ||
      (line.kind === 'json-ld' && /^\w+\.logo(?:\.(?:url|contentUrl))?$/.test(line.key))
    if (field === 'demo_video_url' ? video : logo)
      sightings.push({ value: line.text, score: 1, evidence: evidenceFrom(line, line.text, 'link') })
  }
  return sightings
}
