import { describe, expect, it } from 'vitest'
import { alike, editDistance, letterMask } from '../../../storage/search/edits.ts'

const codes = (word: string) => Uint16Array.from([...word].map((letter) => letter.charCodeAt(0)))

function distance(a: string, b: string, limit: number): number {
  return editDistance(codes(a), a.length, codes(b), 0, b.length, limit)
}

/** The textbook table, to compare with. */
function textbook(a: string, b: string): number {
  const d = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      d[i]![j] = Math.min(
        d[i - 1]![j]! + 1,
        d[i]![j - 1]! + 1,
        d[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        d[i]![j] = Math.min(d[i]![j]!, d[i - 2]![j - 2]! + 1)
    }
  return d[a.length]![b.length]!
}

describe('edit distance', () => {
  it('counts a swap of neighbours as one', () => {
    expect(distance('slack', 'salck', 2)).toBe(1)
    expect(distance('kubernetes', 'kuberentse', 2)).toBe(2)
  })

  it('agrees with the textbook, and its mask never hides a near word', () => {
    let state = 7
    const next = (limit: number) => (state = (state * 48271) % 2147483647) % limit
    const random = () => Array.from({ length: next(9) }, () => 'abcd'[next(4)]).join('')
    for (let i = 0; i < 20_000; i += 1) {
      const [a, b] = [random(), random()]
      const right = textbook(a, b)
      for (const limit of [1, 2]) {
        expect(distance(a, b, limit), `${a} ${b}`).toBe(Math.min(right, limit + 1))
        const masks = [a, b].map((word) => letterMask(codes(word), 0, word.length))
        if (right <= limit) expect(alike(masks[0]!, masks[1]!, limit, limit)).toBe(true)
      }
    }
  })
})
