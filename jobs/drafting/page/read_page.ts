import { load } from 'cheerio/slim'
import type { AnyNode, Element } from 'domhandler'
import { collectBlocks } from './collect_blocks.ts'
import { doorAt } from './door_links.ts'
import { jsonLdLines, parseJsonLd } from './json_ld.ts'
import type { Block, Link, Page, Picture, ReadPage } from '../profile.ts'
import { squeeze } from './stored_text.ts'
import { withinDepth } from './within_depth.ts'

const keptMetas =
  /^(?:description|keywords|author|creator|publisher|application-name|apple-mobile-web-app-title|abstract|tagline|og:(?:site_name|title|description|type|image|locale|video|email|country-name|locality)|twitter:(?:site|creator|title|description|image)|article:publisher|article:author|generator|copyright|msapplication-tooltip|geo\.\w+|dc\.\w+)$/

function metasOf(elements: Element[]): Map<string, string> {
  const metas = new Map<string, string>()
  for (const { attribs } of elements.slice(0, 400)) {
    const name = (attribs['property'] ?? attribs['name'] ?? attribs['itemprop'] ?? '').trim().toLowerCase()
    const content = squeeze((attribs['content'] ?? '').slice(0, 4000))
    if (content !== '' && keptMetas.test(name) && !metas.has(name)) metas.set(name, content)
  }
  return metas
}

function refreshOf(elements: Element[], page_url: string): string | null {
  for (const { attribs } of elements) {
    if ((attribs['http-equiv'] ?? '').toLowerCase() !== 'refresh') continue
    const parts = /^\s*([\d.]{1,6})\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']{1,1500})/i.exec(
      attribs['content'] ?? '',
    )
    const target = parts && Number(parts[1]) <= 10 ? URL.parse(parts[2]!.trim(), page_url)?.href : undefined
    if (target && target.split('#')[0] !== page_url.split('#')[0]) return target
  }
  return null
}

/** Hrefs worth storing: what leaves the site, addresses, and where agents use it. Other links within it are no evidence. */
function linkLines(links: Link[], page_url: string): string[] {
  const host = new URL(page_url).host
  const lines = new Set<string>()
  for (const link of links) {
    if (lines.size >= 500) break
    const isWithin = /^https?:/.test(link.href) && new URL(link.href).host === host
    if (isWithin && doorAt(link.href, link.text) === null) continue
    const whose = link.sample ? 'sample' : link.foreign ? 'foreign' : link.region
    lines.add(`link\t${whose}\t${link.href}\t${link.text.slice(0, 120)}`)
  }
  return [...lines]
}

/** Sample data and other people's words are stored as such, so that they can prove nothing; cells stand alone. */
function lineOf(block: Block): string {
  if (block.sample) return `sample\t\t${block.text}`
  if (block.foreign) return `foreign\t\t${block.text}`
  return block.tag === 'td' || block.tag === 'th' ? `cell\t\t${block.text}` : block.text
}

/** Pictures in the head of the page or called a logo: what may prove a logo's address. */
function logoLines(pictures: Picture[]): string[] {
  const logos = pictures.filter(
    (one) =>
      /^https?:/.test(one.src) &&
      (one.region !== 'main' || /logo|linked/i.test(`${one.cue} ${one.alt} ${one.src}`)),
  )
  return logos
    .slice(0, 20)
    .map((one) => `link\tlogo\t${one.src.replace(/[\t\n]/g, '')}\t${one.alt.slice(0, 120)}`)
}

const mount = /^(?:root|app|__next|__nuxt|q-app|svelte|main-app|react-root|app-root|gatsby-focus-wrapper)$/

function looksClientRendered(visible: number, scripts: Element[], html: string, mounts: boolean): boolean {
  if (visible >= 200) return false
  const loaded = scripts.some(({ attribs }) => attribs['src'] !== undefined || attribs['type'] === 'module')
  if (!loaded && !scripts.some((script) => script.children.length > 0)) return false
  return mounts || (visible < 80 && loaded) || /<noscript[^<>]{0,300}>[^<]{0,200}javascript/i.test(html)
}

const opens = /^\s*[“„«][^”»]*$/
const closes = /[”»]\s*$/
const longestQuote = 8
/** Marks what is quoted over several paragraphs, of which none holds the whole quotation. */
function markRuns(blocks: Block[]): void {
  for (const [at, block] of blocks.entries()) {
    if (block.level > 0 || !opens.test(block.text)) continue
    const run = blocks.slice(at, at + longestQuote)
    const other = run.findIndex(({ tag, level }) => level > 0 || tag !== block.tag)
    const end = run.slice(0, other < 0 ? undefined : other).findIndex(({ text }) => closes.test(text))
    for (const one of run.slice(0, end + 1)) one.foreign = true
  }
}

/** A page to lines, links, metas and JSON-LD. Parsed once; never throws on any input. */
export function readPage(page: Page): ReadPage {
  const html = withinDepth(page.html)
  const root: AnyNode | undefined = load(html, { xml: { xmlMode: false } }).root()[0]
  const collected = collectBlocks(root, page.url)
  markRuns(collected.blocks)
  const metas = metasOf(collected.metas)
  const json_ld = parseJsonLd(collected.json_ld)
  const title = squeeze(collected.title).slice(0, 500)
  const visible = collected.blocks.reduce((sum, block) => sum + (block.hidden ? 0 : block.text.length), 0)
  const text = [
    ...collected.blocks.map(lineOf),
    `title\t${title}`,
    ...[...metas].map(([name, content]) => `meta\t${name}\t${content}`),
    ...jsonLdLines(json_ld),
    ...linkLines(collected.links, page.url),
    ...collected.videos.slice(0, 10).map((url) => `link\tvideo\t${url}\t`),
    ...logoLines(collected.pictures),
  ].join('\n')
  return {
    url: page.url,
    title,
    lang: (collected.lang || metas.get('og:locale') || '').slice(0, 2).toLowerCase(),
    text,
    blocks: collected.blocks,
    links: collected.links,
    pictures: collected.pictures,
    videos: collected.videos,
    metas,
    json_ld,
    canonical: collected.canonical ? (URL.parse(collected.canonical.trim(), page.url)?.href ?? null) : null,
    refresh_to: refreshOf(collected.metas, page.url),
    client_rendered: looksClientRendered(
      visible,
      collected.scripts,
      html,
      collected.ids.some((id) => mount.test(id)),
    ),
  }
}
