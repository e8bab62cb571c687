// What a draft lacks, as its owner is told.
import { describe, expect, it } from 'vitest'
import { completenessOf, missingOf } from '../../../tools/drafts/completeness.ts'
import { emptyProfile } from '../../../tools/drafts/fields.ts'

const withFounders = (...value: { name: string; title?: string; bio?: string }[]) => {
  const profile = emptyProfile()
  profile.founders.value = value as never
  return profile
}
const withCategories = (...value: string[]) => {
  const profile = emptyProfile()
  profile.fields.categories.value = value
  return profile
}
const isCategory = (text: string) => text !== 'Nonsense'
const problems = (profile: ReturnType<typeof emptyProfile>, item: string, ...bought: 'extra_categories'[]) =>
  missingOf(profile, isCategory, bought).flatMap((one) => (one.item === item ? [one.problem] : []))

describe('the founders of a draft', () => {
  const whole = { name: 'Ana', title: 'Founder', bio: 'x'.repeat(80) }
  it.each([
    ['nobody', [], ['blank']],
    ['a name alone', [{ name: 'Ana' }], ['incomplete']],
    ['no title', [{ ...whole, title: '' }], ['incomplete']],
    ['a bio of 79 characters', [{ ...whole, bio: 'x'.repeat(79) }], ['incomplete']],
    ['a bio of 80 characters', [whole], []],
    ['a second one without', [whole, { name: 'Ben' }], []],
  ])('%s', (_, founders, told) => {
    expect(problems(withFounders(...founders), 'founders')).toEqual(told)
  })
})

describe('the categories of a draft', () => {
  it.each([
    [[], [], ['blank']],
    [['Work'], [], []],
    [['Work', 'Play'], [], ['paid_only']],
    [['Work', 'Nonsense'], [], []],
    [['Work', 'Play'], ['extra_categories'], []],
    [['Nonsense'], [], ['unknown_category']],
  ] as const)('%j with %j bought: %j', (categories, bought, told) => {
    expect(problems(withCategories(...categories), 'categories', ...bought)).toEqual(told)
  })

  it('beyond the first are counted as the public would see them, three at most', () => {
    const told = (count: number) =>
      missingOf(withCategories(...Array.from({ length: count }, (_, n) => `C${n}`)), isCategory).find(
        ({ problem }) => problem === 'paid_only',
      )!.what_to_do
    expect([2, 4, 5].map((count) => /sees (\d+) more/.exec(told(count))![1])).toEqual(['1', '3', '3'])
  })
})

it('what is filled in counts by its weight, and what is begun does not', () => {
  const empty = completenessOf(emptyProfile())
  const begun = completenessOf(withFounders({ name: 'Ana' }))
  const filled = completenessOf(withFounders({ name: 'Ana', title: 'Founder', bio: 'x'.repeat(80) }))
  expect([empty, begun]).toEqual([0, 0])
  expect(filled).toBeGreaterThan(0)
})
