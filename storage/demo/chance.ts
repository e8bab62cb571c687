/** Numbers from 0 up to 1 that are always the same for the same seed: the demo is equal on every machine. */
export function chance(seed: string): () => number {
  let state = 2_166_136_261
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 16_777_619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** So many different numbers below the limit, in no order. */
export function pick(count: number, limit: number, next: () => number): number[] {
  const all = Array.from({ length: limit }, (_, index) => index)
  for (let index = 0; index < count; index += 1) {
    const other = index + Math.floor(next() * (limit - index))
    ;[all[index], all[other]] = [all[other]!, all[index]!]
  }
  return all.slice(0, count)
}
