// Edit distance with transpositions (optimal string alignment), on words as arrays of code units.

/** The code units of words: a byte each if all fit into one. */
export type Codes = Uint8Array | Uint16Array

/** A bit per letter; all characters other than a to z share the six remaining bits. */
export function letterMask(codes: Codes, from: number, length: number): number {
  let mask = 0
  for (let i = from; i < from + length; i += 1) {
    const code = codes[i]!
    mask |= 1 << (code >= 97 && code <= 122 ? code - 97 : 26 + (code % 6))
  }
  return mask >>> 0
}

/** Whether the mask has no more than so many bits, two at most. Written out: most of a look-up is spent here. */
function bitsWithin(mask: number, limit: number): boolean {
  const less = limit > 0 ? mask & (mask - 1) : mask
  return (limit > 1 ? less & (less - 1) : less) === 0
}

/** Whether two words can be close: an edit removes one letter at most and adds one at most. */
export function alike(mask: number, other: number, lost: number, gained: number): boolean {
  return bitsWithin(mask & ~other, lost) && bitsWithin(other & ~mask, gained)
}

const width = 64
let before = new Uint8Array(width)
let last = new Uint8Array(width)
let row = new Uint8Array(width)

/** The distance between query and the word at codes[from], or limit + 1 if it exceeds limit. */
export function editDistance(
  query: Uint16Array,
  queryLength: number,
  codes: Codes,
  from: number,
  length: number,
  limit: number,
): number {
  let start = 0
  while (start < queryLength && start < length && query[start] === codes[from + start]) start += 1
  let m = queryLength
  let n = length
  while (m > start && n > start && query[m - 1] === codes[from + n - 1]) {
    m -= 1
    n -= 1
  }
  m -= start
  n -= start
  if (m === 0 || n === 0) return Math.min(m + n, limit + 1)
  if (Math.abs(m - n) > limit) return limit + 1
  // One edit can now only be a replaced letter or a transposition.
  if (limit === 1) {
    if (m === 1 && n === 1) return 1
    const swapped =
      m === 2 &&
      n === 2 &&
      query[start] === codes[from + start + 1] &&
      query[start + 1] === codes[from + start]
    return swapped ? 1 : 2
  }
  for (let j = 0; j <= n; j += 1) last[j] = j
  for (let i = 1; i <= m; i += 1) {
    const letter = query[start + i - 1]
    let best = i
    row[0] = i
    for (let j = 1; j <= n; j += 1) {
      const other = codes[from + start + j - 1]
      let cost = last[j - 1]! + (letter === other ? 0 : 1)
      if (last[j]! + 1 < cost) cost = last[j]! + 1
      if (row[j - 1]! + 1 < cost) cost = row[j - 1]! + 1
      if (i > 1 && j > 1 && letter === codes[from + start + j - 2] && query[start + i - 2] === other) {
        if (before[j - 2]! + 1 < cost) cost = before[j - 2]! + 1
      }
      row[j] = cost
      if (cost < best) best = cost
    }
    if (best > limit) return limit + 1
    const spare = before
    before = last
    last = row
    row = spare
  }
  return Math.min(last[n]!, limit + 1)
}
