// Patterns of words, as longer patterns are made of them.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { amountIn } from '../../../jobs/drafting/facts/prices.ts'
import { neededWords } from '../../../jobs/drafting/words/needed_words.ts'
import { Wording } from '../../../jobs/drafting/words/wording.ts'
import { inAnyCase, wordsIn } from '../../../jobs/drafting/words/words_in.ts'

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

const word = (some: string): string => `(?<!\\p{L})(?:${some})(?!\\p{L})`
it.each([
  [word('founded|co-?founders?'), 'foun|co |cofo'],
  [word('of|fond[ée]e?s?'), 'of |fond'],
  [word('cré(?:ée?s?|ent)'), 'crée|créé'],
  [word('a[\\s-]*line'), 'line|alin'],
  [word('in[\\s-]*a'), 'in |ina '],
  [word('(?:paid|kept)[\\s-]*by'), 'paid|kept'],
  [word('free\\p{L}*'), 'free'],
  [`^${word('by')} \\p{Lu}`, 'by '],
  [`\\d+ ${word('days?')}`, 'day |days'],
  [`(?:${word('free')}|無料)`, 'free|無料'],
  [inAnyCase(word('by')), 'by '],
  ['©|\\(c\\)', '©|('],
  [word('né|İstanbul'), 'né |ista'],
])('%s needs one of these words: %s', (pattern, words) => {
  expect([...(neededWords(pattern) ?? [])].toSorted()).toEqual([...new Set(words.split('|'))].toSorted())
})

it.each([word('\\p{L}+ing'), `(?:${word('free')})?`, 'free', '.*', `${word('a')}|\\p{Lu}`])(
  '%s may be said without any word',
  (pattern) => expect(neededWords(pattern)).toBeNull(),
)

const said = JSON.parse(readFileSync(new URL('invented_pages.json', import.meta.url), 'utf8'))
  .flatMap(({ body }: { body: string }) => body.split(/<[^>]*>|(?<=[.!?])\s/))
  .filter((text: string) => text.length > 2)
it.each(readdirSync(folder).filter((name) => name.endsWith('.txt')))(
  'the wordings of %s find in any text what their patterns find',
  (name) => {
    const file = readFileSync(new URL(name, folder), 'utf8')
    const { anyOf } = wordsIn(name.replace('.txt', ''))
    const words = (text: string) =>
      text.split(/\s+/).map((one, at) => one.replaceAll('_', ['', ' ', '-'][at % 3]!))
    const some = <Text>(texts: Text[], each: number) => texts.filter((_, at) => at % each === 0)
    const anyTexts = [...some(words(file), 7), ...some(said, 50)] as string[]
    for (const list of file.split(/^(?=\w+:$)/m).slice(1)) {
      const one = anyOf(list.slice(0, list.indexOf(':')))
      for (const pattern of [one, `^${one} \\p{L}+`]) {
        const [wording, regexp] = [new Wording(pattern, 'iu'), new RegExp(pattern, 'iu')]
        for (const text of [...words(list), ...anyTexts])
          if (wording.test(text) !== regexp.test(text)) expect([pattern, text, regexp.test(text)]).toEqual([])
      }
    }
  },
)

it('finds a word that may go on also where it does not', () => {
  const posted = wordsIn('prices').saying('posted')
  expect(posted.test('zzgl. Versand')).toBe(true)
  expect(posted.test('zzgl. Versandkosten')).toBe(true)
})
