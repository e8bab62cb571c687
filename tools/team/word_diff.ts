// The differences between two texts, word by word. Pure.

export type Part = { kind: 'same' | 'gone' | 'new'; text: string }

/** The most cells in the comparison table; longer texts are shown as removed and added. */
const mostCells = 400_000
/** The number of unchanged words shown on each side of a change. */
const around = 12

/** The words that were kept, removed and added, in order. */
export function wordDiff(before: string, after: string): Part[] {
  const [was, is] = [wordsOf(before), wordsOf(after)]
  let head = 0
  while (head < was.length && head < is.length && was[head] === is[head]) head += 1
  let tail = 0
  while (
    tail < was.length - head &&
    tail < is.length - head &&
    was[was.length - 1 - tail] === is[is.length - 1 - tail]
  )
    tail += 1
  const middle = compared(was.slice(head, was.length - tail), is.slice(head, is.length - tail))
  return joined([
    ...was.slice(0, head).map((text): Part => ({ kind: 'same', text })),
    ...middle,
    ...was.slice(was.length - tail).map((text): Part => ({ kind: 'same', text })),
  ])
}

/** The diff with long unchanged parts cut short. */
export function shortened(parts: readonly Part[]): Part[] {
  return parts.map((part, index) => {
    const words = wordsOf(part.text)
    if (part.kind !== 'same' || words.length <= 3 * around) return part
    const start = index === 0 ? '' : words.slice(0, around).join('')
    const end = index === parts.length - 1 ? '' : words.slice(-around).join('')
    return { kind: 'same', text: `${start.trimEnd()} … ${end.trimStart()}` }
  })
}

/** Words with the white space behind them, so that joining them gives the text again. */
const wordsOf = (text: string): string[] => text.match(/^\s+|\S+\s*/g) ?? []

function compared(was: readonly string[], is: readonly string[]): Part[] {
  const whole = [
    { kind: 'gone' as const, text: was.join('') },
    { kind: 'new' as const, text: is.join('') },
  ]
  if (was.length === 0 || is.length === 0 || was.length * is.length > mostCells) return whole
  const width = is.length + 1
  // lengths[a * width + b] is the length of the longest common subsequence of was from a on and is from b on.
  const lengths = new Uint32Array((was.length + 1) * width)
  for (let a = was.length - 1; a >= 0; a -= 1)
    for (let b = is.length - 1; b >= 0; b -= 1)
      lengths[a * width + b] =
        was[a] === is[b]
          ? lengths[(a + 1) * width + b + 1]! + 1
          : Math.max(lengths[(a + 1) * width + b]!, lengths[a * width + b + 1]!)
  const parts: Part[] = []
  let [a, b] = [0, 0]
  while (a < was.length || b < is.length) {
    if (a < was.length && b < is.length && was[a] === is[b]) {
      parts.push({ kind: 'same', text: was[a]! })
      a += 1
      b += 1
    } else if (
      b === is.length ||
      (a < was.length && lengths[(a + 1) * width + b]! >= lengths[a * width + b + 1]!)
    ) {
      parts.push({ kind: 'gone', text: was[a]! })
      a += 1
    } else {
      parts.push({ kind: 'new', text: is[b]! })
      b += 1
    }
  }
  return parts
}

function joined(parts: readonly Part[]): Part[] {
  const all: Part[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (part.text === '') continue
    if (last?.kind === part.kind) last.text += part.text
    else all.push({ ...part })
  }
  return all
}
