/** What lines say together that none says alone: words quoted over several paragraphs, and a window with the name of a file. */
import type { Block } from '../profile.ts'

const opens = /^\s*[“„«][^”»]*$/
const closes = /[”»]\s*$/
const longestQuote = 8
const fileName =
  /^(?:[~.]?\/)?[\w./-]{1,40}\.(?:md|txt|json|ya?ml|toml|csv|[jt]sx?|py|rb|go|rs|sh|html|css|sql|env)$/i

/** Tells of each line whether it is quoted, or shown as the content of a file. */
export function markRuns(blocks: Block[]): void {
  let file = Infinity
  for (const [at, block] of blocks.entries()) {
    if (block.level > 0 || block.depth < file) file = Infinity
    if (fileName.test(block.text)) file = Math.min(file, block.depth)
    if (file < Infinity) block.sample = true
    if (block.level > 0 || !opens.test(block.text)) continue
    const run = blocks.slice(at, at + longestQuote)
    const other = run.findIndex(({ tag, level }) => level > 0 || tag !== block.tag)
    const end = run.slice(0, other < 0 ? undefined : other).findIndex(({ text }) => closes.test(text))
    for (const one of run.slice(0, end + 1)) one.foreign = true
  }
}
