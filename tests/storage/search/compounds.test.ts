import { describe, expect, it } from 'vitest'
import { partsOf } from '../../../storage/search/compounds.ts'
import { directory, listing } from './support.ts'

const known = new Set([
  'passwort',
  'manager',
  'schul',
  'verwaltung',
  'bibliothek',
  'system',
  'time',
  'tracking',
])
const isMeant = (part: string) => known.has(part)

describe('a compound', () => {
  it.each([
    ['passwortmanager', ['passwort', 'manager']],
    ['schulverwaltung', ['schul', 'verwaltung']],
    ['bibliothekssystem', ['bibliothek', 'system']],
    ['timetracking', ['time', 'tracking']],
    ['passwortmanag', null],
    ['manager', null],
    ['kubernetes', null],
  ])('%s is %j', (word, parts) => {
    expect(partsOf(word, isMeant)).toEqual(parts)
  })

  const { ids, database } = directory([
    listing(1, { name: 'Lockbox', tagline: 'A password manager' }),
    listing(2, { name: 'Zeiten', tagline: 'Time tracking for teams' }),
    listing(3, { name: 'Gate', tagline: 'Passwords on paper' }),
  ])

  database.prepare("INSERT INTO categories(id, slug, name) VALUES (1, 'managers', 'Password Managers')").run()

  it('finds what its parts are called, all of them before some', () => {
    expect(ids('Passwortmanager')).toEqual([1, 3])
    expect(ids('Zeiterfassungssoftware')).toEqual([2])
  })
})

describe('a word that nobody uses', () => {
  const { ask } = directory([
    listing(1, { name: 'Leap', tagline: 'Jump to any file' }),
    listing(2, { name: 'Warm', tagline: 'Heating by electricity' }),
    listing(3, { name: 'Grid', tagline: 'Electricity monitoring' }),
  ])

  it('is taken as another where a listing has that beside the rest, else left out', () => {
    expect(ask('electricity monitorng').hints).toEqual({ did_you_mean: 'electricity monitoring' })
    expect(ask('electricity pump').hints).toEqual({ left_out: ['pump'] })
    expect(ask('jumo').hints).toEqual({ did_you_mean: 'jump' })
  })
})
