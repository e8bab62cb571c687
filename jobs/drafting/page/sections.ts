/*
 * What a page lists: the items and cards of one look below one heading. A heading that parts the page, an entry of a menu
 * and what somebody else says stand in a row as well, and are none of its items.
 */
import type { Link } from '../profile.ts'
import type { Line } from './lines.ts'
import { letters } from './own_names.ts'
import { gapless } from '../words/spelling.ts'
import { wordsIn } from '../words/words_in.ts'

const { anyOf } = wordsIn('founding')
const months = anyOf('months')
/** "12 May – …", "May 12: …", "May: …" */
export const dated = new RegExp(
  `^(?:\\d{1,2}\\.?(?:\\s(?:de|d'))?\\s?${months}|${months}(?:\\s\\d{1,2}(?!\\d)|[:：]))`,
  'iu',
)
/** When a post was written, by itself or between its author and how long it takes to read. */
const dayAndYear = new RegExp(
  `(?<!\\p{L})${anyOf('months', 'months_short')}(?!\\p{L}).*?(?:\\d{1,2},? 20\\d\\d(?!\\d)|(?<!\\d)20\\d\\d(?:\\s[·|].*)?$)`,
  'iu',
)
/** "Cal viva. Ana Luna tells why. 28 de abril de 2025": what is told of a day is a post. */
export const endsDated = new RegExp(
  `(?:\\d{1,2}\\.?(?: de)? ${anyOf('months', 'months_short')}(?: de)? 20\\d\\d|${anyOf('months', 'months_short')} \\d{1,2}, 20\\d\\d)\\.?$`,
  'iu',
)
/** The marks that open an item of a list, as a class of a pattern holds them. */
export const marks = '✓✔☑✅★☆•◦●○·▪■▹▷►▸‣→›»–—\\-'
const bullet = new RegExp(`^[*${marks}]\\s`, 'u')
const ending = /[.!。！]$/
const fewest = 3
const mostInCard = 6
const mostParagraphs = 8
const longestParagraph = 110

/** What a text weighs in letters: a sign of a script without gaps says as much as two. */
export const weightOf = (text: string): number => (gapless.test(text) ? text.length * 2 : text.length)

/** The heading a line stands under, and a heading the next greater one. */
export const headOver = ({ level, heads }: Line) =>
  heads.findLast((head) => level === 0 || head.level < level)

/** An item of a list, or a bold title with a dash behind it. */
const isItem = ({ tag, text, shape }: Line): boolean =>
  tag === 'li' ||
  tag === 'dt' ||
  bullet.test(text) ||
  (/^\d+ (?:strong|b)\. /.test(shape) && /^.{4,60}?(?:[:.!]|\s[–—-])\s/.test(text))

/** One of several things beside each other: "<p><span>Local</span> <span>Open source</span> …". */
function isAmongRow({ at, group, shape }: Line, lines: Line[]): boolean {
  const end = /\S+ \S+$/.exec(shape)?.[0] ?? ''
  if (!/^(?:span|b|strong|small|em|i)\./.test(end)) return false
  const isLike = (by: number): boolean =>
    lines[at + by]?.group === group && lines[at + by]!.shape.endsWith(end)
  return [-2, -1, 0].some((from) => [0, 1, 2].every((by) => isLike(from + by)))
}

/** The first of two cells of a row: what the other explains. */
const isRowOfTwo = ({ at, row, tag, text }: Line, lines: Line[]): boolean =>
  tag === 'td' &&
  row > 0 &&
  text.length < 60 &&
  [-1, 2].every((by) => lines[at + by]?.row !== row) &&
  lines[at + 1]?.row === row

/** One of the short paragraphs that are all of a section: each says one thing. */
function isAmongParagraphs({ heads, tag, shape }: Line, lines: Line[]): boolean {
  const head = heads.at(-1)
  if (tag !== 'p' || head === undefined || head.level === 1) return false
  const after = lines.slice(head.at + 1, head.at + 2 + mostParagraphs)
  const next = after.findIndex(({ level, region }) => level > 0 || region !== 'main')
  const all = after.slice(0, next < 0 ? undefined : next)
  return (
    all.length >= fewest &&
    all.length <= mostParagraphs &&
    all.every(
      (one, nth) =>
        one.usable &&
        one.shape === shape &&
        one.group === (all[nth - 1] ?? lines[head.at]!).group + 1 &&
        one.text.length < longestParagraph &&
        !/[.!?。]\s\p{Lu}|[?？:]$/u.test(one.text),
    )
  )
}

const isBare = ({ tag, usable, text }: Line): boolean =>
  tag === 'p' && usable && text.length < longestParagraph && !/[.!?。！？:：,]$/.test(text)
/**
 * Lines right below each other that end in no stop: "120 ponds", "Undo as far back as you like". Where a section has
 * several such runs they are the lines of its cards.
 */
function bareLists(lines: Line[]): ReadonlySet<Line> {
  const runs = new Map<string, Line[][]>()
  let last: Line | undefined
  for (const line of lines.filter(isBare)) {
    const key = `${headOver(line)?.at ?? -1} ${line.shape}`
    const all = runs.get(key) ?? []
    runs.set(key, all)
    const goesOn = last?.shape === line.shape && line.at === last.at + 1 && line.group === last.group + 1
    if (goesOn && all.length > 0) all.at(-1)!.push(line)
    else all.push([line])
    last = line
  }
  return new Set(
    [...runs.values()].flatMap((all) => {
      const [run, another] = all.filter(({ length }) => length >= fewest)
      return run && !another && run.length <= mostParagraphs ? run : []
    }),
  )
}

/** The only cell of its row, and so are those beside it. */
function isAmongCells({ at, tag }: Line, lines: Line[]): boolean {
  const isAlone = (one: Line | undefined): boolean =>
    one?.tag === 'td' && [-1, 1].every((by) => lines[one.at + by]?.row !== one.row)
  return tag === 'td' && [-2, -1, 0].some((from) => [0, 1, 2].every((by) => isAlone(lines[at + from + by])))
}

/** In a section of how it works: steps, or what it does, told in their order. */
const isGuiding = ({ kind, not, hidden, region, heads }: Line): boolean =>
  kind === 'visible' && not === '' && !hidden && region === 'main' && heads.some(({ guide }) => guide)

/** What a line of a list is built of; '' for one that is of none. */
function kindOf(line: Line, lines: Line[], bare: ReadonlySet<Line>): string {
  if (!(line.usable || isGuiding(line)) || line.level === 1) return ''
  if (line.level > 0) return `h${line.level}`
  if (isAmongRow(line, lines)) return 'row'
  if (bullet.test(line.text) || bare.has(line) || isAmongParagraphs(line, lines) || isAmongCells(line, lines))
    return 'li'
  // What goes on in the same item.
  if (isItem(line)) return lines[line.at - 1]?.group === line.group ? '' : 'li'
  const below = lines[line.at + 1]
  if (below?.level !== 0 || line.text.length >= 60 || ending.test(line.text)) return ''
  const isLonger = below.text.length > line.text.length
  const isApart = below.shape !== line.shape
  const isMarked = !/[\p{L}\p{N}]/u.test(lines[line.at - 1]?.text ?? 'a')
  const isTitle = ending.test(below.text)
    ? isApart || isLonger
    : isLonger && (isMarked || (isApart && weightOf(below.text) > 40))
  return isTitle ? line.shape : isRowOfTwo(line, lines) ? 'two' : ''
}

/** What is counted, measured or dated: "1,200+", "4 May", "—"; a small number may be the next card's. */
const isFigure = ({ text }: Line): boolean =>
  dated.test(text) ||
  (/^\P{L}{0,3}\d|^[—–-]+$/u.test(text) &&
    !/^\d{1,2}$|[.!。！]$/.test(text) &&
    weightOf((text.match(/\p{L}/gu) ?? []).join('')) < 12)

/** A heading over a figure, somebody's words, a question, a smaller heading, code, tables, a date or a form: it says nothing of the product. */
function parts({ at, level, heads }: Line, lines: Line[], isLast: boolean): boolean {
  const near = lines.slice(at + 1, at + 3 + mostInCard)
  const next = near.findIndex((one) => one.level > 0)
  const below = near.slice(0, next < 0 ? undefined : next)
  const [first, second] = below
  if (/^(?:quoted|foreign|others|not now)$/.test(first?.not ?? '')) return true
  if (/[?？]$/.test(first?.text ?? '') && second !== undefined) return true
  if (
    first !== undefined &&
    (isFigure(first) || (first.heads.at(-1)?.guide && !heads.some(({ guide }) => guide)))
  )
    return true
  // Nobody can tell where the last card ends; over a form it is none.
  if (isLast) return first?.tag === 'button'
  return (
    (next >= 0 && near[next]!.level > level && near[next + 1]?.level === 0) ||
    below.some(
      ({ tag, not, text, usable, shape }) =>
        not === 'sample' ||
        /^(?:t[dh]|summary|label)$/.test(tag) ||
        / time\. /.test(`${shape} `) ||
        (tag === 'button' && !usable) ||
        (text.length < 60 && dayAndYear.test(text)) ||
        endsDated.test(text),
    )
  )
}

/** Each stands below the title or the figure of its card, and says of it what only this one means. */
function areSecond(some: Line[], lines: Line[]): boolean {
  const above = some.map(({ at, level, list }) =>
    level > 0 || / (?:li|row)$/.test(list) ? undefined : lines[at - 1],
  )
  return above.every(
    (one) =>
      one?.level === 0 &&
      one.shape === above[0]!.shape &&
      one.text.length < 40 &&
      !/^\d{1,2}$/.test(one.text) &&
      !/^[✓✔☑✅•▪■►▸→\p{Extended_Pictographic}\ufe0f]+$/u.test(one.text),
  )
}

/** Tells of each visible line which list it is of, and whether it is one of its items. */
export function markLists(lines: Line[], links: Link[]): void {
  const menu = new Set(
    links.flatMap(({ region, text }) => (/^(?:nav|header)$/.test(region) ? letters(text) : [])),
  )
  const bare = bareLists(lines)
  for (const line of lines) {
    const kind = kindOf(line, lines, bare)
    if (kind !== '') line.list = `${headOver(line)?.at ?? -1} ${kind}`
  }
  const lists = Map.groupBy(lines, ({ list }) => list)
  lists.delete('')
  const over = new Set(
    [...lists.values()].flatMap((some) => (some.length < fewest ? [] : (headOver(some[0]!)?.at ?? []))),
  )
  for (const some of lists.values()) {
    // "By Jo Hart", "Feb 11, 2025", "7 min read"
    const isByline = some.some(({ text, list }) => / row$/.test(list) && dayAndYear.test(text))
    if (isByline || areSecond(some, lines)) continue
    const times = Map.groupBy(some, ({ text }) => text)
    const bare = new Set(
      some.filter(({ at, level }) => level > 0 && lines[at + 1] && lines[at + 1]!.level > 0),
    )
    const listed = some.filter(({ text }) => menu.has(letters(text)))
    for (const line of some) {
      // What most are, all are: entries of the menu, and headings right below each other.
      const isMenu = line.level === 0 ? line.linked : listed.includes(line) && listed.length * 2 > some.length
      const isEmpty = bare.has(line) && bare.size * 2 < some.length
      line.item =
        !isMenu &&
        !isEmpty &&
        times.get(line.text)!.length === 1 &&
        !over.has(line.at) &&
        !(line.level > 0 && parts(line, lines, line === some.at(-1)))
    }
  }
}
