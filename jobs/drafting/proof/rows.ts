/* Which line is the head of another, in a row of a table, a list of terms or above a price. */
import type { Line } from '../page/lines.ts'
import type { Reading } from '../page/reading.ts'
import { asks, isCue } from './cues.ts'
import { isTrick, tokens } from './words.ts'

export const hasPrice = (line: Line): boolean =>
  /\d/.test(line.text) && tokens(line.text).some((one) => one.price)
export const plainHead = (text: string): boolean =>
  text.length < 80 && !asks.test(text) && !isTrick(text) && !tokens(text).some(({ word }) => isCue(word))

/** The first of two cells, or the term, which the line says something of. */
export function headOfRow(line: Line, site: Reading): Line | undefined {
  const around = line.at > 0 ? site.visible(line.url).slice(Math.max(0, line.at - 3), line.at + 2) : []
  const row = around.filter(({ row }) => line.row > 0 && row === line.row)
  // A tick or a number in a cell before it is no head.
  const same = /\p{L}{2}/u.test(row[0]?.text ?? '') ? row : row.slice(1)
  const before = around.find(({ at }) => at === line.at - 1)
  const head =
    line.tag === 'dd' && before?.tag === 'dt'
      ? before
      : same.length === 2 && same[1] === line
        ? same[0]
        : undefined
  return head && plainHead(head.text) ? head : undefined
}

/** What stands beside a price in its row of a table or list of terms: one label, then one figure. */
export function labelOf(line: Line, site: Reading): Line | undefined {
  if (line.at < 1 || !/^(?:td|dd)$/.test(line.tag)) return undefined
  const around = site.visible(line.url)
  const [before, label, after] = [around[line.at - 2], around[line.at - 1]!, around[line.at + 1]]
  if (!/^(?:th|dt|td)$/.test(label.tag) || hasPrice(label) || !plainHead(label.text)) return undefined
  const first = before?.tag !== label.tag || hasPrice(before)
  return first && !(after?.tag === line.tag && hasPrice(after)) ? label : undefined
}

/** The figure stands below its label, with no other price and no greater heading between them. */
export function isFigureOf(label: Line, figure: Line, site: Reading): boolean {
  if (label.url !== figure.url || (label.row > 0 && figure.row > 0 && label.row !== figure.row)) return false
  if (hasPrice(label) && !hasPrice(figure) && figure.at < label.at) return false
  // The heads of columns stand side by side; which figure is below which, the order of lines does not tell.
  const around = site.visible(label.url)
  const cells = [around[label.at - 1], around[label.at + 1]]
  if (label.tag === 'th' && cells.some((one) => one?.tag === 'th' && !hasPrice(one))) return false
  const from = Math.min(label.at, figure.at)
  const to = Math.max(label.at, figure.at)
  if (to - from > 25 || (figure.at < label.at && (to - from > 1 || label.level > 0))) return false
  const between = around.slice(from + 1, to)
  if (between.some((line) => line.level > 0 && line.level <= (label.level || 6) && line.at > label.at))
    return false
  const prices = between.filter(hasPrice).length
  return hasPrice(figure) ? prices === 0 : prices <= 1 && !(hasPrice(label) && prices > 0)
}
