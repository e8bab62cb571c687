import { expect, it } from 'vitest'
import { freeSlug } from '../../storage/free_slug.ts'
import { slug } from '../../tools/inputs.ts'
import { slugOf } from '../../tools/slug.ts'

it.each([
  ['José García', 'jose-garcia'],
  ['José García'.normalize('NFD'), 'jose-garcia'],
  ['Łukasz Żółć', 'lukasz-zolc'],
  ['Straßer & Söhne', 'strasser-sohne'],
  ['Ærø Ørsted', 'aero-orsted'],
  ['STRAẞE', 'strasse'],
  ['İstanbul', 'istanbul'],
  ["O'Brien’s Tool", 'obriens-tool'],
  ['  --Tide 2.0--  ', 'tide-2-0'],
  ['ﬁne № 5', 'fine-no-5'],
])('%j has the slug %s', (name, expected) => {
  expect(slugOf(name)).toBe(expected)
})

it.each(['', '  ', '株式会社', 'Иван', '!!!'])('%j has none', (name) => {
  expect(slugOf(name)).toBeNull()
})

it('is at most 200 characters long, ends in no hyphen, and is what every input takes', () => {
  const long = slugOf(`${'a'.repeat(199)} b`)!
  expect(long).toBe('a'.repeat(199))
  expect(slug.safeParse(long).success).toBe(true)
})

it('gets the first number that is free, and stays a slug', () => {
  expect(freeSlug('tide', new Set())).toBe('tide')
  expect(freeSlug('tide', new Set(['tide', 'tide-2', 'tide-4']))).toBe('tide-3')
  const long = 'a'.repeat(220)
  expect(slug.safeParse(freeSlug(long, new Set([long]))).success).toBe(true)
})
