import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { weekMeant } from '../../tools/launches/week.ts'
import { callRest, startService, type Service } from '../support/service.ts'

it.each([
  ['next week', 'next'],
  ['This_Week', 'this'],
  ['the previous week', 'last'],
  ['2026-W48', '2026-11-23'],
  ['2026w01', '2025-12-29'],
  ['2026-W53', '2026-12-28'],
  ['2025-W53', null],
  ['2026-W00', null],
  ['2026-W99', null],
  ['weekly', null],
  ['2026-11-23', null],
])('the week %s means %s', (text, meant) => expect(weekMeant(text)).toBe(meant))

describe('over REST, where nothing is taken but what is documented', () => {
  let service: Service
  beforeAll(async () => void (service = await startService()))
  afterAll(() => service.close())

  it.each([
    ['get_launch_week', { week: 'next week' }, { week: 'next' }],
    ['get_launch_week', { week: '2026-W48' }, { week: '2026-11-23' }],
    [
      'get_leaderboard',
      { board: 'community-weekly', week: 'last week' },
      { board: 'community-weekly', week: 'last' },
    ],
    ['search_listings', { country: 'Germany', per_page: 2 }, { country: 'DE', per_page: 2 }],
  ])('%s %j is refused with what was meant', async (tool, sent, meant) => {
    const { status, body } = await callRest(service, tool, sent)
    expect(status).toBe(400)
    expect(body.errors[0].message).toContain(`Did you mean ${body.errors[0].nearest}?`)
    expect(body.next_steps[0]).toMatchObject({ tool, arguments: meant })
  })

  it('nothing that the form does not admit is proposed', async () => {
    const { body } = await callRest(service, 'get_leaderboard', {
      board: 'community-weekly',
      week: 'next week',
    })
    expect(body.errors[0]).not.toHaveProperty('nearest')
  })
})
