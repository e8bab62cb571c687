/** What lines say together that none says alone: words quoted over several paragraphs. */
import type { Block } from '../profile.ts'

const opens = /^\s*[“„«][^”»]*$/
const closes = /[”»]\s*$/
const longestQuote = 8
/** Tells of each line whether it is quoted. */
export function markRuns(blocks: Block[]): void {
  for (const [at, block] of blocks.entries()) {
    if (block.level > 0 || !opens.test(block.text)) continue
    const run = blocks.slice(at, at + longestQuote)
    const other = run.findIndex(({ tag, level }) => level > 0 || tag !== block.tag)
    const end = run.slice(0, other < 0 ? undefined : other).findIndex(({ text }) => closes.test(text))
    for (const one of run.slice(0, end + 1)) one.foreign = true
  }
}
