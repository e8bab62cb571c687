import { expect, it } from 'vitest'
import { openDictionary } from '../../../storage/search/dictionary.ts'
import { directory } from './support.ts'

it('takes words in a part at a time, and all of them where somebody waits', () => {
  const { database } = directory()
  const insert = database.prepare('INSERT INTO search_words(word, kind, uses) VALUES (?, 1, 1)')
  database.transaction(() => {
    for (let i = 0; i < 15_000; i += 1) insert.run(`abcdef${i.toString(36)}`)
    insert.run('montgolfier')
  })()

  const parts = openDictionary(database)
  expect(parts.takeIn()).toBe(true)
  expect(parts.nearNames('montgolfeir', 9)).toEqual([])
  expect(parts.takeIn()).toBe(false)
  expect(parts.nearNames('montgolfeir', 9)).toMatchObject([{ word: 'montgolfier' }])

  const whole = openDictionary(database)
  whole.catchUp()
  expect(whole.takeIn()).toBe(false)
  expect(whole.nearNames('montgolfeir', 9)).toHaveLength(1)
})

it('finds words near a misspelt one in any letters', () => {
  const { database } = directory()
  const insert = database.prepare('INSERT INTO search_words(word, kind, uses) VALUES (?, 1, 1)')
  for (const word of ['клавиатура', 'keyboard', 'keybоard']) insert.run(word)
  const { nearNames, catchUp } = openDictionary(database)
  catchUp()
  const near = (word: string) => nearNames(word, 9).map((other) => other.word)
  expect(near('клавиатуро')).toEqual(['клавиатура'])
  expect(near('keybaord')).toEqual(['keyboard'])
  expect(near('kеyboard')).toEqual(['keyboard', 'keybоard'])
})
