// Which name a wrong one is taken for, and when none is.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nearest } from '../nearest.ts'

const names = ['per_page', 'page', 'sort', 'category', 'country', 'listing', 'slug']

it.each([
  // The same but for capitals and what parts words, even where another name holds it or is held by it.
  ['Per-Page', names, 'per_page'],
  ['PAGE', names, 'page'],
  ['a', ['ab', 'A', 'abc'], 'A'],
  // Another word for it.
  ['limit', names, 'per_page'],
  ['Order By', names, 'sort'],
  ['limit', ['page'], undefined],
  // A part of one name alone, or around it, of three letters and more.
  ['categ', names, 'category'],
  ['the_slug', names, 'slug'],
  ['cat', names, 'category'],
  ['ca', names, undefined],
  // One letter in three may be added, dropped, changed, or swapped with the next.
  ['contry', names, 'country'],
  ['counntry', names, 'country'],
  ['coumtry', names, 'country'],
  ['ocutnry', names, 'country'],
  ['srot', names, 'sort'],
  ['sxxt', names, undefined],
  ['axc', ['abc'], 'abc'],
  ['ax', ['ab'], undefined],
  // Two that are as near.
  ['slag', ['slug', 'slog'], undefined],
  ['', names, undefined],
  ['-_-', names, undefined],
  ['sort', [], undefined],
  [`sort${' '.repeat(96)}`, names, 'sort'],
  [`sort${' '.repeat(97)}`, names, undefined],
])('%j among %j is taken for %j', (wrong, among, meant) => {
  expect(nearest(wrong, among)).toBe(meant)
})

it('one mistake in a word of six letters and more never hides it', () => {
  const letter = fc.constantFrom(...'abcdefghij')
  const word = fc.array(letter, { minLength: 6, maxLength: 20 })
  const kind = fc.constantFrom('added', 'dropped', 'changed', 'swapped')
  fc.assert(
    fc.property(word, fc.nat(), kind, letter, (letters, place, mistake, other) => {
      const at = place % letters.length
      const wrong = [...letters]
      if (mistake === 'added') wrong.splice(at, 0, other)
      if (mistake === 'dropped') wrong.splice(at, 1)
      if (mistake === 'changed') wrong[at] = other
      if (mistake === 'swapped') wrong.splice(at, 2, ...letters.slice(at, at + 2).reverse())
      expect(nearest(wrong.join(''), ['zzzzzzzzzzzzz', letters.join('')])).toBe(letters.join(''))
    }),
    { seed: 7, numRuns: 300 },
  )
})
