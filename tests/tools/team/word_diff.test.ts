import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redacted } from '../../../tools/team/redacted.ts'
import { shortened, wordDiff, type Part } from '../../../tools/team/word_diff.ts'
import { cpu_ms } from '../../support/cpu.ts'

const of = (parts: readonly Part[], ...kinds: Part['kind'][]) =>
  parts
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text)
    .join('')
const words = fc.array(fc.constantFrom('a ', 'b ', 'c\n', 'one', ' two  ', '🌊 '), { maxLength: 30 })

describe('the words of an edit', () => {
  it('make both texts again, whatever they are', () => {
    const text = words.map((all) => all.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDiff(before, after)
        expect(of(parts, 'same', 'gone')).toBe(before)
        expect(of(parts, 'same', 'new')).toBe(after)
      }),
      { numRuns: 300, seed: 20261122 },
    )
  })

  it('are kept wherever they can be', () => {
    const longest = ([one, ...was]: string[], [other, ...is]: string[]): number =>
      one === undefined || other === undefined
        ? 0
        : one === other
          ? 1 + longest(was, is)
          : Math.max(longest(was, [other, ...is]), longest([one, ...was], is))
    const few = fc.array(fc.constantFrom('a ', 'b ', 'c '), { maxLength: 7 })
    fc.assert(
      fc.property(few, few, (was, is) => {
        const kept = of(wordDiff(was.join(''), is.join('')), 'same')
        expect(kept.length / 2).toBe(longest(was, is))
      }),
      { numRuns: 300, seed: 20261122 },
    )
  })

  it('stay where they were kept', () => {
    expect(wordDiff('one two three', 'one 2 three')).toEqual([
      { kind: 'same', text: 'one ' },
      { kind: 'gone', text: 'two ' },
      { kind: 'new', text: '2 ' },
      { kind: 'same', text: 'three' },
    ])
    expect(wordDiff('same', 'same')).toEqual([{ kind: 'same', text: 'same' }])
    expect(wordDiff('', 'new')).toEqual([{ kind: 'new', text: 'new' }])
  })

  it('of texts too long to compare are shown as gone and new, at once', () => {
    const long = (word: string) => Array.from({ length: 4000 }, (_, n) => `${word}${n}`).join(' ')
    const begun_ms = cpu_ms()
    expect(wordDiff(long('a'), long('b')).map(({ kind }) => kind)).toEqual(['gone', 'new'])
    expect(cpu_ms() - begun_ms).toBeLessThan(500)
  })

  it('that stayed are cut short, but for those around a change', () => {
    const many = Array.from({ length: 100 }, (_, n) => `w${n}`).join(' ')
    const [first, , , last] = shortened(wordDiff(`${many} old ${many}`, `${many} new ${many}`))
    expect(first!.text).toMatch(/^ … w88 .* w99 $/)
    expect(last!.text).toMatch(/^w0 .* w11 … $/)
  })
})

describe('a failure as the team reads it', () => {
  const secret = `ll_${'s'.repeat(43)}`
  it.each([
    [
      `Error: 500 from https://a.example/x?token=${secret}&b=1`,
      'Error: 500 from https://a.example/x?token=…&b=1',
    ],
    [`refused ${secret}.`, 'refused ….'],
    [
      `https://here.example/unsubscribe/${'Ab1_'.repeat(10)} failed`,
      'https://here.example/unsubscribe/… failed',
    ],
    [`key ${'0af1'.repeat(16)}`, 'key …'],
    ['EENVELOPE 550', 'EENVELOPE 550'],
    ['ENOTFOUND tide.example at /pricing', 'ENOTFOUND tide.example at /pricing'],
  ])('%s', (text, shown) => {
    expect(redacted(text)).toBe(shown)
  })
})
