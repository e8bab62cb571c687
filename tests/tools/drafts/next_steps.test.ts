// What to do next with a draft, in every state that it can be in: whose values they are, what is missing, what was read.
import { describe, expect, it } from 'vitest'
import { draftedNames, type DraftedName } from '../../../facts.ts'
import type { Draft } from '../../../storage/drafts.ts'
import type { Drafted } from '../../../storage/tables/drafts.ts'
import type { Missing } from '../../../tools/drafts/completeness.ts'
import { emptyProfile, namedOf } from '../../../tools/drafts/fields.ts'
import { draftSteps } from '../../../tools/drafts/next_steps.ts'

const [id, url] = ['4f3c', 'https://tide.example/']
const given = (more: Partial<Draft>) =>
  ({ id, url, status: 'ready', profile: emptyProfile(), listing_id: null, notices: [], ...more }) as Draft
const lack = (item: string, required: boolean, problem: Missing['problem'] = 'blank') => ({
  ...{ item, required, problem, what_to_do: `Send ${item}.` },
})
const told = (...asked: Parameters<typeof draftSteps>) =>
  draftSteps(...asked).map(({ tool, arguments: call }) => [tool, call])
/** A draft in which the fields of these names are in this state. */
function having(states: Partial<Record<DraftedName, Partial<Drafted<unknown>>>>): Draft {
  const profile = emptyProfile()
  for (const [name, state] of Object.entries(states))
    Object.assign(namedOf(profile, name as DraftedName), state)
  return given({ profile })
}
const allAs = (names: readonly DraftedName[], state: Partial<Drafted<unknown>>) =>
  having(Object.fromEntries(names.map((name) => [name, state])))

const again = ['submit_listing', { url }]
const submit = ['submit_draft', { id }]
const say = ['update_draft', { id }]

describe('what to do next with a draft', () => {
  it('that failed, or is not ready yet, is to read it again or to wait', () => {
    expect(told(given({ status: 'failed' }), [], true)).toEqual([again, ['list_categories', {}], say])
    for (const status of ['queued', 'crawling', 'drafting'] as const)
      expect(told(given({ status } as Partial<Draft>), [], true)).toEqual([['get_draft', { id }]])
  })

  it.each<[string[], number | null, boolean]>([
    [[], null, false],
    [['no_model'], null, false],
    [['by_hand'], null, true],
    [['pages_unread https://tide.example/a'], null, true],
    [['no_model', 'pages_unread https://tide.example/a'], null, true],
    [['by_hand'], 7, false],
    [['pages_unread https://tide.example/a'], 7, false],
  ])('with the notices %j and the listing %j is to read the site again: %j', (notices, listing_id, reads) => {
    const steps = told(given({ notices, listing_id }), [], false)
    expect(steps).toEqual([...(reads ? [again] : []), ...(listing_id === null ? [submit] : [])])
  })

  it.each<[string, Missing[], number | null, 'draft' | 'live' | null, unknown[]]>([
    ['nothing', [], null, null, [submit]],
    ['nothing, of a listing', [], 7, 'live', []],
    [
      'nothing, of a listing without a plan',
      [],
      7,
      'draft',
      [
        ['choose_free_listing', { listing_id: 7 }],
        ['list_products', {}],
      ],
    ],
    ['a name', [lack('name', true)], null, null, [say]],
    ['a name, of a listing without a plan', [lack('name', true)], 7, 'draft', [say]],
    ['its category', [lack('categories', true)], null, null, [['list_categories', {}], say]],
    ['further categories', [lack('categories', false)], null, null, [submit, say]],
    ['what has to be paid', [lack('categories', false, 'paid_only')], null, null, [submit]],
    ['a city', [lack('city', false)], null, null, [submit, say]],
    ['a name and a city', [lack('name', true), lack('city', false)], null, null, [say, say]],
  ])('that lacks %s', (_, missing, listing_id, standing, steps) => {
    expect(told(given({ listing_id }), missing, false, standing)).toEqual(steps)
  })

  it('is to send the first four facts that the website lacks', () => {
    const five = ['city', 'country', 'stage', 'tags', 'usps'].map((item) => lack(item, false))
    const steps = draftSteps(given({}), [lack('name', true), ...five], false)
    expect(steps[0]!.why).toBe('Needed before it can be submitted. Send name.')
    expect(steps[1]!.why).toContain('(city, country, stage, tags)')
  })

  it.each(['edited', 'manual', 'override', 'deleted', 'ai', 'not_found'] as const)(
    'keeps values in the state %s, and takes the model’s again',
    (state) => {
      for (const count of [0, 1, 2, 21]) {
        const names = draftedNames.slice(0, count)
        const steps = told(allAs(names, { state }), [], false)
        const first = names.slice(0, 20)
        expect(steps).toEqual([
          submit,
          ...(count > 0 && ['edited', 'manual'].includes(state)
            ? [['update_draft', { id, lock_fields: first }]]
            : []),
          ...(count > 0 && state === 'edited' ? [['update_draft', { id, restore: first }]] : []),
        ])
      }
    },
  )

  it('is to look for the first five blank values once more, as long as it may', () => {
    const filled = (blanks: number) => allAs(draftedNames.slice(blanks), { state: 'ai' })
    for (const blanks of [0, 1, 5, 6]) {
      const regenerate = draftedNames.slice(0, Math.min(blanks, 5))
      const seek = blanks === 0 ? [] : [['update_draft', { id, regenerate }]]
      expect(told(filled(blanks), [], true)).toEqual([submit, ...seek])
      expect(told(filled(blanks), [], false)).toEqual([submit])
    }
    const sought = allAs(draftedNames, { state: 'not_found', sought_again: true })
    expect(told(sought, [], true)).toEqual([submit])
  })
})
