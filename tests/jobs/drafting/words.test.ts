// Patterns of words, as longer patterns are made of them.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { amountIn } from '../../../jobs/drafting/facts/prices.ts'
import { inAnyCase } from '../../../jobs/drafting/words/words_in.ts'

it.each([
  ['made|hand-?made', ['made', 'MADE', 'Hand-Made'], ['maid']],
  ['gegründet\\p{L}*', ['Gegründete', 'GEGRÜNDET'], ['gruendet']],
  ['w[ei]r\\sare', ['Wir are', 'WER ARE'], ['war are', 'wirsare']],
  ['j[\\s\\u00a0-]ai', ['J ai', 'j\u00a0AI', 'J-ai'], ['jxai', 'jai']],
])('%s is found in any case, and nothing else is', (pattern, found, other) => {
  const whole = new RegExp(`^(?:${inAnyCase(pattern)})$`, 'u')
  for (const text of found) expect(text).toMatch(whole)
  for (const text of other) expect(text).not.toMatch(whole)
})

const folder = new URL('../../../jobs/drafting/words/', import.meta.url)
it.each(readdirSync(folder).filter((name) => name.endsWith('.txt')))(
  '%s changes no case within a pattern',
  (name) => {
    expect(readFileSync(new URL(name, folder), 'utf8')).not.toMatch(/\(\?-?i/)
  },
)

it.each(readdirSync(folder).filter((name) => name.endsWith('.txt')))(
  '%s says no word twice in a list',
  (name) => {
    let list = ''
    const said = new Map<string, string[]>()
    for (const line of readFileSync(new URL(name, folder), 'utf8').split('\n'))
      if (line.startsWith(' ')) said.get(list)!.push(...line.trim().split(' '))
      else if (line !== '' && !line.startsWith('#')) said.set((list = line), [])
    const twice = [...said].flatMap(([of, words]) =>
      words.filter((word, at) => words.indexOf(word) !== at).map((word) => `${of} ${word}`),
    )
    expect(twice).toEqual([])
  },
)

it('a word that is a currency as well tells money only as it is written', () => {
  for (const text of ['It performs 3 DH computations, once.', 'Try 3 of them, once.', 'Get 20 le once.'])
    expect(amountIn(text)).toBeNull()
  for (const text of ['TRY 30, once.', '20 Dh, once.']) expect(amountIn(text)).toMatchObject({ kind: 'once' })
})
