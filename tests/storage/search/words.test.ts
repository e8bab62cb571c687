import { describe, expect, it } from 'vitest'
import {
  facetToken,
  camelParts,
  joinedForms,
  nameKey,
  wordsOf,
  wordsSought,
} from '../../../storage/search/words.ts'

describe('words', () => {
  it('fold case, accents and letters that have a plain spelling', () => {
    expect(wordsOf('Ünïcode ŁÓDŹ Straße Pønskelisten')).toEqual([
      'unicode',
      'lodz',
      'strasse',
      'ponskelisten',
    ])
    expect(wordsOf('Cafe\u0301')).toEqual(['cafe'])
  })

  it('give C++ and C# words of their own', () => {
    expect(wordsSought('C++ C# F#')).toEqual(['cplusplus', 'csharp', 'fsharp'])
    expect(wordsOf('Notepad++')).toEqual(['notepad', 'notepadplusplus'])
    expect(wordsOf('a+b')).toEqual(['a', 'b'])
  })

  it('are pairs of characters where a script has no spaces', () => {
    expect(wordsSought('東京タワー')).toEqual(['東京', '京タ', 'タワ', 'ワー'])
    expect(wordsSought('東')).toEqual(['東'])
    expect(wordsOf('東京')).toEqual(['東', '京', '東京'])
    expect(wordsOf('ガ')).not.toEqual(wordsOf('カ'))
  })

  it('never hold anything that FTS5 or a facet could be mistaken for', () => {
    const hostile = 'a" OR "b* NEAR(c) {d}:e ^f -g \uE000ca1 \uE001name \0 \ud800 \udc00x'
    for (const word of [
      ...wordsOf(hostile),
      ...wordsSought(hostile),
      ...camelParts(hostile),
      ...joinedForms(wordsOf(hostile)),
    ]) {
      expect(word).not.toMatch(/[\x00-\x2f\x3a-\x60\x7b-\x7f\uE000-\uF8FF]/)
      expect(word.isWellFormed()).toBe(true)
    }
  })

  it('are cut where they are absurdly long, the same when indexed and when sought', () => {
    const long = 'x'.repeat(200)
    expect(wordsOf(long)).toEqual(['x'.repeat(40)])
    expect(wordsSought(long)).toEqual(wordsOf(long))
  })
})

describe('a name', () => {
  it('has one key however it is spaced, cased and accented', () => {
    expect(new Set(['Open AI', 'open-ai', 'OpenAI', 'Öpen  Ai', 'Open.AI🪄'].map(nameKey))).toEqual(
      new Set(['openai']),
    )
    expect(nameKey('🪄')).toBe('🪄')
  })

  it('can be written joined, and apart where its case shows the parts', () => {
    expect(joinedForms(['guild', 'wars', '2'])).toEqual(['guildwars2', 'guildwars', 'wars2'])
    expect(camelParts('QuestDB')).toEqual(['quest', 'db'])
    expect(camelParts('Fabric8 IO')).toEqual(['fabric'])
  })
})

describe('a facet', () => {
  it('is one token, whatever its value', () => {
    const token = facetToken('pricing', 'Pay "what" you want, 50% \n*')
    expect(token).not.toMatch(/[\s"*,%]/)
    expect(facetToken('pricing', 'FREE ')).toBe(facetToken('pricing', 'free'))
    expect(facetToken('stage', 'pre-seed')).not.toBe(facetToken('stage', 'pre_seed'))
  })
})
