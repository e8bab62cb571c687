// Seeded chance, so that every run asks the same questions.
export type Random = ReturnType<typeof seeded>

export function seeded(seed: number) {
  let state = seed >>> 0
  /** mulberry32: 0 ≤ x < 1 */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: <T>(items: readonly T[]): T => items[below(items.length)]!,
    shuffle<T>(items: T[]): T[] {
      for (let i = items.length - 1; i > 0; i -= 1) {
        const j = below(i + 1)
        ;[items[i], items[j]] = [items[j]!, items[i]!]
      }
      return items
    },
  }
}
