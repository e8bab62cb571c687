// The score of "trending": a vote is worth twice one of 48 hours before.
import { expect, it } from 'vitest'
import { addToTrend } from '../../../storage/listings/trend.ts'

it.each([
  ['the first vote, two days into 2020', 0, '2020-01-03T00:00:00.000Z', 1],
  ['the first vote, four days into 2020', 0, '2020-01-05T00:00:00.000Z', 2],
  ['a second vote at once: the score doubles', 1, '2020-01-03T00:00:00.000Z', 2],
  ['three votes worth as much', Math.log2(3), '2020-01-01T00:00:00.000Z', 2],
])('%s', (_, before, voted_at, after) => {
  expect(addToTrend(before, voted_at)).toBeCloseTo(after, 10)
})

it('is ordered as votes that halve every 48 hours are, whatever the day', () => {
  const votes = ['2026-11-01T00:00:00.000Z', '2026-11-03T00:00:00.000Z', '2026-11-03T00:00:00.000Z']
  const score = (some: string[]) => some.reduce((sum, at) => addToTrend(sum, at), 0)
  // Half a vote and two whole ones, against two whole ones.
  expect(2 ** (score(votes) - score(votes.slice(1)))).toBeCloseTo(2.5 / 2, 8)
})
