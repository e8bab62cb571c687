// Patterns of words, as longer patterns are made of them.
import { expect, it } from 'vitest'
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
