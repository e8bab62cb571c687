/*
 * Which words a pattern cannot do without: whatever it matches holds a word that begins with one of these. They are found
 * from the pattern itself, so nobody has to list them beside it, and they are few letters, so that a text is told quickly
 * to hold none of them.
 */
import { gapless, lowered } from './spelling.ts'

/** Signs of which one stands there, null where any may; what stands between words is a gap. */
type Signs = { is: 'signs'; any: string[] | null; least: number; most: number }
type Item =
  | Signs
  | { is: 'gap'; least: number }
  | { is: 'ways'; ways: Item[][]; least: number; most: number }
  | { is: 'start' | 'end' }
type Rest = { items: Item[]; at: number; rest: Rest } | null

/** So many letters of a word are looked at. */
export const depth = 4
/** Patterns that may begin with more words than this are tried on every text. */
const mostWords = 3000
const isLetter = (sign: string): boolean => /\p{L}/u.test(sign)
const isWide = (sign: string): boolean => gapless.test(sign)

const atom = /\((?:\?(?::|<?[=!]|<\w+>))?|\[(?:\\.|[^\]\\])*\]|\\(?:u[\da-f]{4}|[pP]\{[^}]*\}|.)|./suy
const quantifier = /(?:(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??)?/y
const many = 99
/** A space, or any sign of a class that holds no letter: "[\s’'-]". */
const isGap = /^(?:\s|\\s|\[\\s(?:\\u00a0|[^\p{L}\\])*\])$/u

function signsOf(said: string): string[] | null {
  if (said === '\\d') return [...'0123456789']
  if (said.startsWith('\\')) return /^\\[\p{L}\d]/u.test(said) ? null : [said.slice(1)]
  if (said === '.') return null
  if (!said.startsWith('[')) return [lowered(said)]
  return /^\[\^|\\|\p{L}-\p{L}|\d-\d/u.test(said) ? null : [...new Set(lowered(said.slice(1, -1)))]
}

/** The ways a pattern may be matched, each as what stands there one after another. */
function parse(source: string): Item[][] {
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray => {
    pattern.lastIndex = at
    const found = pattern.exec(source)!
    at += found[0].length
    return found
  }
  const bounds = (): { least: number; most: number } => {
    const [said, sign, least, more, most] = take(quantifier)
    if (said === '') return { least: 1, most: 1 }
    if (sign) return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : many }
    return { least: Number(least), most: Number(more ? most || many : least) }
  }
  const items = (): Item[] => {
    const [said] = take(atom)
    if (said === '^' || said === '$') return [{ is: said === '^' ? 'start' : 'end' }]
    if (said.startsWith('(')) {
      const from = at
      const ways = alternatives()
      const body = source.slice(from, at)
      at += 1
      if (said === '(?<!') return /^\[?\\p\{L\}[^|]*$/.test(body) ? [{ is: 'start' }] : []
      if (said === '(?!') return body === '\\p{L}' ? [{ is: 'end' }] : []
      return said.endsWith('=') ? [] : [{ is: 'ways', ways, ...bounds() }]
    }
    if (said === '\\b') return []
    if (isGap.test(said)) return [{ is: 'gap', least: bounds().least }]
    return [{ is: 'signs', any: signsOf(said), ...bounds() }]
  }
  const alternatives = (): Item[][] => {
    const ways: Item[][] = [[]]
    while (at < source.length && source[at] !== ')') {
      if (source[at] !== '|') ways.at(-1)!.push(...items())
      else {
        at += 1
        ways.push([])
      }
    }
    return ways
  }
  return alternatives()
}

const whatever: Rest = { items: [{ is: 'signs', any: null, least: 0, most: 1 }], at: 0, rest: null }

/** Finds the beginnings that a word may have which stands there, after so many letters of it; false if it may be any. */
function findBeginnings(items: Item[], at: number, rest: Rest, so: string, found: Set<string>): boolean {
  const add = (word: string): boolean => word !== '' && found.add(word).size <= mostWords
  const addWhole = (): boolean => add(so.length < depth && !isWide(so) && isLetter(so) ? `${so} ` : so)
  const item = items[at]
  if (item === undefined)
    return rest === null ? add(so) : findBeginnings(rest.items, rest.at, rest.rest, so, found)
  const goOn = (word: string): boolean =>
    word.length < depth ? findBeginnings(items, at + 1, rest, word, found) : add(word.slice(0, depth))
  switch (item.is) {
    case 'start':
      return so === '' ? goOn(so) : add(so)
    case 'end':
      return so === '' ? goOn(so) : addWhole()
    case 'gap': {
      if (so === '') return goOn(so)
      // "a_line" needs a line rather than an "a".
      const after = new Set<string>()
      const isTelling =
        so.length < depth - 1 &&
        findBeginnings(items, at + 1, rest, '', after) &&
        [...after].every((word) => word.length >= depth - 1)
      if (isTelling) for (const word of after) add(word)
      else if (!addWhole()) return false
      return item.least > 0 || goOn(so)
    }
    case 'signs':
      if (item.any === null) return add(so)
      return (
        (item.least > 0 || goOn(so)) &&
        item.any.every((sign) => {
          if (!isLetter(sign)) return so === '' ? add(sign) : addWhole()
          if (so !== '' && isWide(sign) !== isWide(so)) return add(so)
          return item.most > 1 ? add(so + sign) : goOn(so + sign)
        })
      )
    case 'ways': {
      const after = item.most > 1 ? whatever : { items, at: at + 1, rest }
      return (
        (item.least > 0 || goOn(so)) && item.ways.every((way) => findBeginnings(way, 0, after, so, found))
      )
    }
  }
}

/** Longer ones are in fewer texts. */
const worth = (words: Set<string>): number =>
  Math.min(...[...words].map(({ length }) => length)) * mostWords - words.size

function neededBy(items: Item[]): Set<string> | null {
  const all = items.flatMap((item, at) => {
    const before = items[at - 1]
    const opensWord =
      before?.is === 'start' ||
      (before?.is === 'gap' && before.least > 0) ||
      (item.is === 'signs' && item.least > 0 && item.any?.every((sign) => isWide(sign) || !isLetter(sign)))
    const found = new Set<string>()
    const ofWays = item.is === 'ways' && item.least > 0 ? neededByAny(item.ways) : null
    return [opensWord && findBeginnings(items, at, null, '', found) ? found : [], ofWays ?? []].flat()
  })
  return all.toSorted((one, other) => worth(other) - worth(one))[0] ?? null
}

function neededByAny(ways: Item[][]): Set<string> | null {
  const each = ways.map(neededBy)
  return each.every((words) => words !== null) ? new Set(each.flatMap((words) => [...words])) : null
}

/** The beginnings of words of which a text that the pattern matches holds one ("foun"; "of " is a whole word), null where it may hold none. */
export const neededWords = (source: string): Set<string> | null => neededByAny(parse(source))
