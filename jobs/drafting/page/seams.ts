/** Where the words of neighbouring elements meet in a line, and which of them say the same twice. */
import type { AnyNode, Element } from 'domhandler'
import { gapless } from '../words/words_in.ts'
import { besides, isReadAloud, words } from './surroundings.ts'

/** Set apart by a style sheet alone, as a title above its text. */
export const isGlued = (before: string, after: string): boolean =>
  /\p{L}$/u.test(before) &&
  !gapless.test(after) &&
  (/^\p{Lu}\S* \S+ \S/u.test(after)
    ? /\p{Ll}$/u.test(before)
    : /^\p{L}\S* \S/u.test(after) && /\p{L}{2} \S*$/u.test(before))

/** Any text in it, a few elements deep? */
const hasText = (node: AnyNode, depth = 4): boolean =>
  node.type === 'text'
    ? node.data.trim() !== ''
    : node.type === 'tag' && depth > 0 && node.children.some((child) => hasText(child, depth - 1))

/** What is concealed beside other words is their twin. Alone, or beside what is read aloud in its place, it is shown. */
export function isTwin(node: Element): boolean {
  const others = besides(node)
  const isRead = others.some((one) => one.type === 'tag' && isReadAloud(words(one)))
  return others.some((one) => hasText(one)) && !(node.attribs['aria-hidden'] === 'true' && isRead)
}

/** Two elements right beside each other that a style sheet sets apart: "$0" and "forever", "9 designs" and "Award winning". */
export const isParted = (before: string, after: string): boolean =>
  (/\d$/.test(before) && /^(?:\p{Sc}|(?!(?:st|nd|rd|th|er|re|ème)(?!\p{L})|px)\p{L}{3})/u.test(after)) ||
  (/\p{Ll}$/u.test(before) &&
    (/^\p{Sc}\d/u.test(after) || (/^\p{Lu}\p{Ll}/u.test(after) && /\p{L} \p{L}/u.test(`${before}|${after}`))))
