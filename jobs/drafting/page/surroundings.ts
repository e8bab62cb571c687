/*
 * What an element says about the text inside it, from its name, role and class names.
 * Whole words of class names only: "quote" must not be found in "quoted-price".
 */
import type { AnyNode, Element } from 'domhandler'
import type { Block, Region } from '../profile.ts'
import { wordsIn } from '../words/words_in.ts'

type Tagged = { name: string; attribs: { [name: string]: string } }

const { setOf } = wordsIn('pages')
const samples = setOf('samples')
const loneSamples = setOf('lone_samples')
const frames = setOf('frames')
const foreigners = setOf('foreigners')
const states = setOf('states')
const unshown = setOf('unshown').union(states)
const regions = {
  footer: setOf('footers'),
  nav: setOf('navs'),
  header: setOf('headers'),
  aside: setOf('asides'),
}

/** Utility classes of CSS frameworks ("min-h-screen", "md:quote") say nothing about what the text is. */
const utility =
  /[:[\]/!]|^-?[pm][xytrbl]?-(?:\d|auto|px)|^-?(?:min|max|h|w(?!-form)|size|text|bg|border|flex|grid|col|row|font|tracking|leading|rounded|shadow|items|justify|gap|space|inset|top|left|right|bottom|z|overflow|cursor|transition|duration|animate|group|object|aspect|line|whitespace|list|order|opacity|is|has|js|d|align)-/

/**
 * Class names as words, whole ("used-by") and parted at dashes, underscores and camel case; of ids only the
 * whole, since headings make ids of their sentences. Framer names the parts of a page in an attribute of its own.
 */
export function words(element: Tagged): string[] {
  const id = element.attribs['id']?.toLowerCase()
  const layer = element.attribs['data-framer-name'] ?? ''
  const given = `${element.attribs['class'] ?? ''} ${layer}`.slice(0, 400).trim()
  if (given === '') return id && id.length < 40 ? [id] : []
  const parts = new Set<string>(id && id.length < 40 ? [id] : [])
  for (const word of given.split(/\s+/)) {
    if (utility.test(word)) continue
    parts.add(word.toLowerCase())
    for (const part of word
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[-_]+/)) {
      parts.add(part)
    }
  }
  return [...parts]
}

/** "demo" and "demo-window" are sample data; "elementor-widget-text-editor" is anything at all. */
const isLoneSample = (classes: string | undefined): boolean =>
  (classes ?? '')
    .slice(0, 400)
    .toLowerCase()
    .split(/\s+/)
    .some((word) => {
      const [first = '', second, third] = word.split(/[-_]+/)
      return loneSamples.has(first) && third === undefined && (second === undefined || frames.has(second))
    })

/** Inline elements lie within a line; their class names do not move the line elsewhere. */
const inline = new Set(
  'a span b strong i em u s small sup sub font abbr mark time img label svg button'.split(' '),
)

const sampleTags = new Set(['pre', 'code', 'samp', 'kbd', 'var', 'xmp', 'listing'])
const insideOf = /^(main|article|section)$/

export type Surroundings = Pick<Block, 'region' | 'hidden' | 'sample' | 'foreign'> & { inner: boolean }

export const outside: Surroundings = {
  region: 'main',
  hidden: false,
  sample: false,
  foreign: false,
  inner: false,
}

/** "card-header", "price-table__header": the head of a part of the page. */
const headOfPart =
  /(?:card|pric|plan|tier|tab|section|box|panel|widget|item|column|accordion|entry|post|article|feature|faq|list|modal)[a-z]*[-_].*header/i
const isHeadOfPart = (classes: string): boolean =>
  headOfPart.test(classes.slice(0, 400)) && !/(?<!\S)header(?!\S)/i.test(classes)

function regionOf({ name, attribs }: Tagged, names: string[], around: Surroundings): Region {
  const is = (region: keyof typeof regions, role: string): boolean =>
    name === region || attribs['role'] === role || names.some((word) => regions[region].has(word))
  if (is('footer', 'contentinfo')) return around.inner && name === 'footer' ? around.region : 'footer'
  if (around.region !== 'main') return around.region
  if (is('nav', 'navigation')) return 'nav'
  if (!around.inner && is('header', 'banner') && !isHeadOfPart(attribs['class'] ?? '')) return 'header'
  return is('aside', 'complementary') ? 'aside' : 'main'
}

const concealing = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i
/** What is said when something has happened, or until somebody has answered. */
const happened = /^(?:alert|status|tooltip|log)$/
const notices = /^(?:alert|status|tooltip|log|alertdialog|dialog)$/

/** The language an element is written for: by its attributes, or by its class as "lang-de" or "de-only"; '' for none. */
function languageOf({ attribs }: Tagged): string {
  const said = attribs['lang'] ?? attribs['data-lang']
  const named = /(?<!\S)(?:lang-?|i18n-)?([a-z]{2})(?:-only)?(?!\S)/.exec(attribs['class'] ?? '')?.[1]
  return (said ?? named ?? '').slice(0, 2).toLowerCase()
}

/** The nodes beside an element; of very many only the first, for a page may have a million. */
export const besides = (node: Element): AnyNode[] =>
  (node.parent?.children ?? []).slice(0, 12).filter((one) => one !== node)

/** Of what stands side by side in two languages that of the page is shown. */
export function isOtherLanguage(node: Element, page: string): boolean {
  const own = languageOf(node)
  if (own === '' || page === '' || own === page) return false
  return besides(node).some((one) => one.type === 'tag' && languageOf(one) === page)
}

const classOf = (node: AnyNode | null): string =>
  node?.type === 'tag' ? (node.attribs['class']?.slice(0, 400) ?? '') : ''
const struck =
  /(?<!\S)(?:line-through|strike(?:through|d)?|(?:old|was|original|compare(?:-at)?|crossed)-?_?price|price(?:--|__|-)(?:old|was|original|compare|crossed))(?!\S)/i

/** Struck out by a style sheet, as the price of yesterday is; of the two that shops put side by side the one not asked. */
export function isStruck(node: Element): boolean {
  const own = classOf(node)
  const isOnSale = classOf(node.parent).includes('price--on-sale')
  return (
    struck.test(own) ||
    own.includes(isOnSale ? 'price__regular' : 'price__sale') ||
    /text-decoration[\w-]*\s*:[^;]*line-through/i.test(node.attribs['style']?.slice(0, 300) ?? '')
  )
}

/** Not shown, whatever style sheets say. */
export const isHidden = ({ attribs }: Pick<Tagged, 'attribs'>): boolean =>
  'hidden' in attribs || (attribs['style'] !== undefined && concealing.test(attribs['style'].slice(0, 300)))

/** Classes of Tailwind and Bootstrap by which an element is not shown on any screen. */
const isHiddenByClass = (classes = ''): boolean =>
  /(?<!\S)(?:hidden|d-none)(?!\S)/.test(classes) &&
  !/(?<!\S)(?:[\w-]+:(?:block|flex|grid|inline|table|contents)|d-\w+-(?!none))/.test(classes)

/** Is it for machines and screens that read aloud only, or not shown as the page opens? */
export const isConcealed = ({ name, attribs }: Tagged, names: string[]): boolean =>
  isHidden({ attribs }) ||
  isHiddenByClass(attribs['class']?.slice(0, 400)) ||
  attribs['aria-hidden'] === 'true' ||
  name === 'dialog' ||
  notices.test(attribs['role'] ?? '') ||
  names.some((word) => unshown.has(word))

/** The surroundings of an element's children, given those around the element itself. */
export function enter(element: Tagged, around: Surroundings): Surroundings {
  const { name, attribs } = element
  const whole = name === 'html' || name === 'body'
  const names = whole ? [] : words(element)
  const region = whole || inline.has(name) ? around.region : regionOf(element, names, around)
  // A figure draws a sample, if it is no table. The words below it and those unfolded beside it are the site's own again.
  const sample =
    (around.sample && name !== 'figcaption' && name !== 'details') ||
    (sampleTags.has(name) && name !== 'code') ||
    (name === 'figure' && names.length > 0 && !names.includes('table') && !names.includes('callout')) ||
    names.some((word) => samples.has(word)) ||
    (!whole && isLoneSample(attribs['class'])) ||
    happened.test(attribs['role'] ?? '') ||
    names.some((word) => states.has(word))
  const foreign =
    around.foreign || name === 'blockquote' || (!whole && names.some((word) => foreigners.has(word)))
  const hidden = around.hidden || isConcealed(element, names)
  const inner = around.inner || insideOf.test(name)
  if (
    region === around.region &&
    sample === around.sample &&
    foreign === around.foreign &&
    hidden === around.hidden &&
    inner === around.inner
  ) {
    return around
  }
  return { region, hidden, sample, foreign, inner }
}
