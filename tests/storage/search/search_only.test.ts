// What a listing is found by that its texts do not say: below all that says it, and shown nowhere.
import { expect, it } from 'vitest'
import { directory, listing } from './support.ts'

const charts = listing(1, {
  name: 'Gauge',
  tagline: 'Inundation charts',
  votes: 900,
  needs: ['does my street flood when it rains', 'charts of floods'],
})
const others = [
  listing(2, { name: 'Levee', tagline: 'Water levels', description: 'Tells people of a flood' }),
  listing(3, { name: 'Sandbag', tagline: 'Flood barriers' }),
  listing(4, { name: 'Herd', tagline: 'Team chat' }),
]

it('ranks below a tagline and a description, whatever its votes, and in every form of a word', () => {
  const { ids } = directory([charts, ...others])
  expect(ids('flood')).toEqual([3, 2, 1])
  expect(ids('floods')).toEqual([3, 2, 1])
  expect(ids('flooding street')[0]).toBe(1)
  expect(ids('inundation')).toEqual([1])
})

it('is no word that a correction or a suggestion could show', () => {
  const { ask, suggest } = directory([charts, others[2]!])
  const answer = ask('flodo')
  expect(answer.hints?.did_you_mean).toBeUndefined()
  expect(JSON.stringify([answer, suggest(1, 'flo', 8), suggest(1, 'str', 8)])).not.toMatch(/flood|street/)
  expect(ask('inundatoin').hints?.did_you_mean).toBe('inundation')
})

it('comes and goes like other texts, and without it the index is as it was', () => {
  const bare = { ...charts, needs: [] }
  const { index, ids, check } = directory([bare, ...others])
  expect(ids('flood')).toEqual([3, 2])
  index.put(bare, charts)
  expect(check([charts, ...others])).toEqual([])
  expect(ids('flood')).toEqual([3, 2, 1])
  index.put(charts, bare)
  expect(check([bare, ...others])).toEqual([])
})
