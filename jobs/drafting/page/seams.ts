/** Where the words of neighbouring elements meet in a line, and which of them say the same twice. */
import type { AnyNode, Element, Text } from 'domhandler'
import { gapless } from '../words/spelling.ts'
import { wordsIn } from '../words/words_in.ts'
import { squeeze } from './stored_text.ts'
import { besides, words } from './surroundings.ts'

const badges = wordsIn('pages').setOf('badges')

/** Set apart by a style sheet alone, as a title above its text. */
export const isGlued = (before: string, after: string): boolean =>
  /\p{L}$/u.test(before) &&
  !gapless.test(after) &&
  (/^\p{Lu}\S* \S+ \S/u.test(after)
    ? /\p{Ll}$/u.test(before)
    : /^\p{L}\S* \S/u.test(after) && /\p{L}{2} \S*$/u.test(before))

/** The text in a node, a few elements deep; of very much the beginning. */
function textWithin(node: AnyNode, depth = 4): string {
  if (node.type === 'text') return node.data
  if (node.type !== 'tag' || depth === 0) return ''
  return node.children
    .slice(0, 8)
    .map((child) => textWithin(child, depth - 1))
    .join('')
}
const hasText = (node: AnyNode): boolean => textWithin(node).trim() !== ''

const inlines = new Set('span strong b em small i'.split(' '))
/** A line of its own for a style sheet: "<b>Import</b> <span>Preview what …", or one of several things in a row. */
export function isApart(node: Element, before: string): boolean {
  if (!inlines.has(node.name) || !/[\p{L}\p{N})%]\s*$/u.test(before)) return false
  const others = besides(node)
  const tags = others.flatMap((one) => (one.type === 'tag' ? one : []))
  const isRow =
    tags.every(({ name }) => inlines.has(name)) && !others.some((one) => one.type === 'text' && hasText(one))
  const like = tags.filter(
    ({ attribs }) => attribs['class'] !== undefined && attribs['class'] === node.attribs['class'],
  )
  const text = textWithin(node)
  return (
    isRow &&
    tags.length > 0 &&
    (like.length > 1 ? /\p{L}{2}/u.test(text) : /^\s*[\p{Lu}\p{N}]\S*\s+\S+\s+\S/u.test(text))
  )
}

/** "<b>Shelf maps</b> Photograph a shelf": the bold words that open a line and are parted from it by nothing else. */
export function leadOf({ parent }: AnyNode, text: string): string {
  if (parent?.type !== 'tag' || !/^(?:strong|b)$/.test(parent.name)) return ''
  const lead = squeeze(textWithin(parent))
  const next =
    parent.nextSibling?.type === 'text' && !hasText(parent.nextSibling)
      ? parent.nextSibling.nextSibling
      : parent.nextSibling
  const isApart = next?.type === 'tag' || /^\s*\p{Lu}/u.test(next?.type === 'text' ? next.data : '')
  const rest = text.slice(lead.length)
  return isApart && text.startsWith(lead) && /^\p{L}.*[\p{L}\p{N})]$/u.test(lead) && /^\s\p{L}/u.test(rest)
    ? lead
    : ''
}

/** A sentence that goes on in the next line. */
export const isBroken = (before: string, next: AnyNode | null): boolean =>
  /\S\s+\S+\s+\S+\s+[\p{L}\p{N}]+,?\s*$/u.test(before) &&
  next?.type === 'text' &&
  /^\s*\p{Ll}+[\s,]/u.test(next.data)

/** All that an item of a list holds: "<li><p>…</p></li>". */
export const isWholeItem = (node: Element): boolean =>
  node.name === 'p' &&
  node.parent?.type === 'tag' &&
  node.parent.name === 'li' &&
  !besides(node).some(hasText)

/** A mark beside a heading: "live", "New". */
export const isBadge = (node: Element): boolean =>
  (words(node).some((word) => badges.has(word)) || /\brounded\S*.*\bbg-/.test(node.attribs['class'] ?? '')) &&
  besides(node).some(hasText)

/** What is concealed beside other words is their twin; alone it is shown. */
export const isTwin = (node: Element): boolean => besides(node).some(hasText)

/** What a style sheet sets apart: "$0" and "forever", or two elements of a heading. */
export const isParted = (before: string, { data, parent }: Text, isHeading: boolean): boolean =>
  (/\d$/.test(before) &&
    /^(?:\p{Sc}|(?!(?:st|nd|rd|th|er|re|ème)(?!\p{L})|px)(?:\p{L}{3}|\p{L}[/.]\p{L}))/u.test(data)) ||
  (/\d\s?(?:\p{Sc}|zł|kč|kr|ft|lei|tl)$/iu.test(before) && /^\p{L}/u.test(data)) ||
  (isHeading && parent?.prev?.type === 'tag' && /\p{L}\s?\p{L}$/u.test(before) && /^\p{L}{3}/u.test(data))

/** For which period a price is, or when a script shows it: "yearly", "!yearly", "else". */
const conditionOf = ({ attribs }: Element): string =>
  Object.entries(attribs)
    .map(([name, value]) => {
      if (name === 'v-else') return 'else'
      if (/^(?:x|v|ng)-(?:if|show)$|^\*ngIf$/.test(name)) return value
      return /^(?:class|id|data-|x-|v-|ng-|:)/.test(name)
        ? (/(?<![a-z])(?:month|year|annual)/i.exec(value)?.[0] ?? '')
        : ''
    })
    .join('')

/** Of prices side by side for a month and for a year, to be switched between, the first is shown. */
export function isOtherPeriod(node: Element): boolean {
  const own = conditionOf(node)
  if (own === '' || !/\p{Sc}\s?\d|\d\s?\p{Sc}/u.test(textWithin(node))) return false
  let before = node.prev
  while (before && before.type !== 'tag') before = before.prev
  return before?.name === node.name && !['', own].includes(conditionOf(before))
}
