// The score of "trending": each vote decays with a half-life of 48 hours. The score is a logarithm, so that the order
// does not change as time passes: an index can sort by it, and no score is ever recomputed for all listings.
const epoch_ms = Date.UTC(2020, 0, 1)
const half_life_ms = 48 * 3_600_000

/** The score after one more vote; 0 is the score of a listing without votes. */
export function addToTrend(trend: number, voted_at: string): number {
  const x = (Date.parse(voted_at) - epoch_ms) / half_life_ms
  if (trend === 0) return x
  return Math.max(trend, x) + Math.log2(1 + 2 ** -Math.abs(trend - x))
}

/** The score of these votes, for when one is withdrawn. */
export function trendOf(voted_at: readonly string[]): number {
  return voted_at.reduce(addToTrend, 0)
}
