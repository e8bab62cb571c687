import type { AnyNode, Element } from 'domhandler'
import type { Block, Link, Picture } from '../profile.ts'
import { squeeze } from './stored_text.ts'
import {
  isApart,
  leadOf,
  isBadge,
  isBroken,
  isGlued,
  isOtherPeriod,
  isParted,
  isTwin,
  isWholeItem,
} from './seams.ts'
import { enter, isOtherLanguage, isStruck, outside, type Surroundings, words } from './surroundings.ts'

const blockTags = new Set(
  (
    'address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset ' +
    'figcaption figure footer form frame h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol ' +
    'option p pre section summary table tbody td tfoot th thead tr ul label'
  ).split(' '),
)
const unread = new Set(
  's del strike script style template noscript select textarea iframe object svg math canvas audio datalist map'.split(
    ' ',
  ),
)
/** A font that draws a picture for a word: "expand_more". */
const drawn = /(?:^|\s)material-(?:icons|symbols)/
const isHeading = (tag: string): boolean => /^h[1-6]$/.test(tag)
const mostBlocks = 20_000
const longestBlock = 3_000
const mostText = 1_500_000

/** `shown` is whether the block is, whatever stands concealed within its line. */
type Frame = {
  node: AnyNode
  around: Surroundings
  closing: boolean
  tag: string
  group: number
  shown: boolean
}

function textOf(element: Element): string {
  let text = ''
  for (const child of element.children) if (child.type === 'text') text += child.data
  return text
}

/** Cloudflare hides addresses from crawlers as hex, each byte xored with the first. */
function revealedEmail(hex: string | undefined): string | null {
  if (!hex || !/^[0-9a-f]{8,400}$/i.test(hex) || hex.length % 2) return null
  const key = Number.parseInt(hex.slice(0, 2), 16)
  let text = ''
  for (let at = 2; at < hex.length; at += 2) {
    text += String.fromCharCode(Number.parseInt(hex.slice(at, at + 2), 16) ^ key)
  }
  return text
}

/**
 * How deep a line stands, and in what: the elements from its text up to its block, by name and first class, whether it is
 * a step of an ordered list; and its row.
 */
function shapeOf(text: AnyNode, tag: string): { depth: number; shape: string; row: Element | undefined } {
  let shape = ''
  let depth = 0
  let inside = true
  let row: Element | undefined
  let item: Element | undefined
  for (let at = text.parent; at?.type === 'tag'; at = at.parent) {
    depth++
    if (inside) shape += ` ${at.name}.${/\S+/.exec(at.attribs['class'] ?? '')?.[0] ?? ''}`
    if (blockTags.has(at.name)) inside = false
    if (at.name === 'tr') row ??= at
    if (at.name === 'li') item ??= at
  }
  if (item?.parent?.type === 'tag' && item.parent.name === 'ol') shape += ' ol'
  return { depth, shape: /^(?:h[1-6]|dt|summary)$/.test(tag) ? tag : `${depth}${shape}`, row }
}

const nothingYet = () => ({
  blocks: [] as Block[],
  links: [] as Link[],
  pictures: [] as Picture[],
  videos: [] as string[],
  metas: [] as Element[],
  scripts: [] as Element[],
  json_ld: [] as string[],
  ids: [] as string[],
  title: '',
  lang: '',
  canonical: undefined as string | undefined,
})

/** One walk over the tree, without recursion, so that no page can exhaust the stack. */
export function collectBlocks(root: AnyNode | undefined, page_url: string) {
  const collected = nothingYet()
  let base = page_url
  let pieces: string[] = []
  let concealed: string[] = []
  let length = 0
  let total = 0
  let groups = 0
  const rows = new Map<Element | undefined, number>([[undefined, 0]])
  let current: { node: AnyNode | undefined; tag: string; around: Surroundings; group: number } = {
    node: root,
    tag: 'body',
    around: outside,
    group: 0,
  }
  let openLink: { link: Link; from: number } | null = null

  const flush = (): void => {
    // A line of which all is concealed: its parts, as a heading that is drawn letter by letter, are told once.
    const isConcealed = squeeze(pieces.join('')) === ''
    if (isConcealed && concealed.length > 0) pieces = [concealed.join('')]
    concealed = []
    if (pieces.length === 0) return
    const text = squeeze(pieces.join(''))
    pieces = []
    length = 0
    if (openLink) openLink.from = 0
    if (text === '' || collected.blocks.length >= mostBlocks || total > mostText) return
    total += text.length
    const { region, hidden, sample, foreign } = current.around
    const level = isHeading(current.tag) ? Number(current.tag[1]) : 0
    const { row, ...built } = shapeOf(current.node!, current.tag)
    if (!rows.has(row)) rows.set(row, rows.size)
    collected.blocks.push({
      text,
      tag: current.tag,
      level,
      region,
      hidden,
      sample,
      foreign,
      group: current.group,
      row: rows.get(row)!,
      lead: leadOf(current.node!, text),
      ...built,
    })
  }
  function absolute(href: string): string | null {
    return URL.parse(href.trim(), base)?.href ?? null
  }
  const addText = (text: string): void => {
    if (length > longestBlock) flush()
    pieces.push(text)
    length += text.length
  }

  const openElement = (element: Element, around: Surroundings): void => {
    const { name, attribs } = element
    if (name === 'br') {
      // Chinese and Japanese words are not parted by spaces.
      if (isHeading(current.tag)) addText(/[\u3001-\u9fff]\s*$/.test(pieces.at(-1) ?? '') ? '' : ' ')
      else if (isBroken(pieces.join(''), element.next)) addText(' ')
      else flush()
    } else if (name === 'img' || name === 'image') {
      const given = attribs['src'] || attribs['data-src']
      const src = given && absolute(given)
      const alt = squeeze((attribs['alt'] ?? '').slice(0, 300))
      const cue = `${words(element).join(' ')} ${around.region} ${openLink ? 'linked' : ''}`
      if (src && collected.pictures.length < 500)
        collected.pictures.push({ src, alt, cue, region: around.region })
    } else if (name === 'a' && attribs['href'] && collected.links.length < 5000) {
      const secret = revealedEmail(attribs['data-cfemail'] ?? attribs['href'].split('email-protection#')[1])
      const href = secret ? `mailto:${secret}` : absolute(attribs['href'])
      if (href && href.length < 2000) {
        const link: Link = {
          href: href.replace(/[\t\n]/g, ''),
          text: squeeze(attribs['aria-label'] ?? attribs['title'] ?? ''),
          region: around.region,
          sample: around.sample,
          foreign: around.foreign,
          block: collected.blocks.length,
        }
        collected.links.push(link)
        openLink = { link, from: pieces.length }
      }
    } else if (name === 'span' && attribs['data-cfemail']) {
      addText(revealedEmail(attribs['data-cfemail']) ?? '')
    }
  }
  const closeElement = (element: Element): void => {
    if (element.name === 'a' && openLink) {
      const text = squeeze(pieces.slice(openLink.from).join('')).slice(0, 300)
      // A permalink mark beside a heading is no part of what the heading says.
      if (/^[#¶§🔗]$/u.test(text) && openLink.from > 0) pieces.length = openLink.from
      if (text !== '') openLink.link.text = text
      openLink = null
    }
  }
  /** What an element says of its page. */
  const noteOf = (element: Element): void => {
    const { name, attribs } = element
    if (name === 'meta') collected.metas.push(element)
    else if (name === 'base') base = absolute(attribs['href'] ?? '') ?? base
    else if (name === 'html' || name === 'body')
      collected.lang ||= attribs['lang'] ?? attribs['xml:lang'] ?? ''
    else if (name === 'video' && attribs['src']) collected.videos.push(absolute(attribs['src']) ?? '')
    else if (name === 'link' && (attribs['rel'] ?? '').toLowerCase() === 'canonical')
      collected.canonical ??= attribs['href']
  }
  const readUnread = (element: Element): void => {
    const { name, attribs } = element
    if (name === 'script') {
      if ((attribs['type'] ?? '').toLowerCase().includes('ld+json')) collected.json_ld.push(textOf(element))
      else if (collected.scripts.length < 100) collected.scripts.push(element)
    } else if (name === 'iframe') {
      const src = absolute(attribs['src'] || attribs['data-src'] || '')
      if (src && collected.videos.length < 50) collected.videos.push(src)
    }
  }

  const stack: Frame[] = root
    ? [{ node: root, around: outside, closing: false, tag: 'body', group: 0, shown: true }]
    : []
  const pushChildren = (children: AnyNode[], frame: Omit<Frame, 'node' | 'closing'>): void => {
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at]
      if (child) stack.push({ ...frame, node: child, closing: false })
    }
  }
  for (let frame = stack.pop(); frame; frame = stack.pop()) {
    const { node, around, tag, group, shown } = frame
    if (node.type === 'text') {
      const before = pieces.at(-1) ?? ''
      if (around.hidden && shown && (pieces.length > 0 || concealed.length > 0 || node.data.trim() !== '')) {
        if (pieces.length === 0 && concealed.length === 0) current = { node, tag, around, group }
        concealed.push(node.data)
        continue
      }
      if (before === '' && node.data.trim() === '') continue
      // Two elements set as two lines by a style sheet: "One sentence.</span><span>Another".
      if (/[.!?,;:]$/.test(before) && /^\p{Lu}/u.test(node.data) && !node.prev) addText(' ')
      // A title that a style sheet sets above its text: "<b>Import</b>Preview text before …".
      else if (isGlued(before, node.data)) {
        if (isHeading(current.tag)) addText(' ')
        else flush()
      } else if (!node.prev && isParted(before, node, isHeading(current.tag))) addText(' ')
      if (pieces.length === 0) current = { node, tag, around, group }
      addText(node.data)
      continue
    }
    if (node.type === 'root') {
      pushChildren(node.children, { around, tag, group, shown })
      continue
    }
    if (node.type !== 'tag' && node.type !== 'script' && node.type !== 'style') continue
    const { name, attribs } = node
    if (frame.closing) {
      closeElement(node)
      if (blockTags.has(name)) flush()
      continue
    }
    if (name === 'title') {
      collected.title ||= textOf(node)
      continue
    }
    noteOf(node)
    if (
      unread.has(name) ||
      drawn.test(attribs['class'] ?? '') ||
      isStruck(node) ||
      (isHeading(tag) && isBadge(node))
    ) {
      readUnread(node)
      continue
    }
    if (attribs['id'] && collected.ids.length < 50) collected.ids.push(attribs['id'])
    const isBlock = blockTags.has(name)
    if (isBlock) groups++
    if (isBlock || (!isHeading(tag) && isApart(node, pieces.join('')))) flush()
    else if (name === 'a' && node.prev?.type === 'tag' && pieces.length > 0) addText(' ')
    if (isOtherLanguage(node, collected.lang.slice(0, 2).toLowerCase()) || isOtherPeriod(node)) continue
    const entered = enter(node, around)
    const isConcealed = !isBlock && entered.hidden && !around.hidden
    const inner = isConcealed && !isTwin(node) ? { ...entered, hidden: false } : entered
    openElement(node, inner)
    stack.push({ node, around, closing: true, tag, group, shown })
    pushChildren(node.children, {
      around: inner,
      tag: isBlock ? (isWholeItem(node) ? 'li' : name) : tag,
      group: isBlock ? groups : group,
      shown: isBlock ? !inner.hidden : shown,
    })
  }
  flush()
  return collected
}
