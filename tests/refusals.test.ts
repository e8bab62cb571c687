// Every refusal says what to do next, in the same words through both doors.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tooMany } from '../tools/too_many.ts'
import { enter, type Caller } from './support/callers.ts'
import { bearer, keyFor } from './support/people.ts'
import { callRest, doors, startService, type Service } from './support/service.ts'
import { fillTown } from './support/town.ts'

describe.each(doors)('a refusal over %s', (door) => {
  let service: Service
  let ana: Caller
  let id: string
  beforeAll(async () => {
    service = await startService({ fill: fillTown })
    ana = await enter(service, door, 'ana@tide.example')
    id = (await ana.get('submit_listing', { url: 'mine.example' })).id
  })
  afterAll(async () => {
    await ana.end()
    await service.close()
  })

  it.each([
    [{ fields: { titel: 'x' } }, 'fields/titel: Unknown key. Use one of name, tagline, '],
    [{ company_socials: { twitter: 'x' } }, 'Use one of linkedin, x, facebook, '],
    [
      { founders: [{ name: 'Ana', mail: 'x' }] },
      'founders/0/mail: Unknown key. Use one of name, title, bio.',
    ],
    [{ seo: { description: 'x' } }, 'seo/description: Unknown key. Use one of title, meta.'],
    [{ fields: { categories: ['nope'] } }, 'Use slugs from list_categories.'],
    [{ competitor_url: 'www.mine.example' }, 'Give that of another one.'],
    [{ regenerate: ['name'] }, 'get_draft says how far it is'],
  ])('of update_draft names what there is: %j', async (edits, words) => {
    const { status, body } = await ana.call('update_draft', { id, ...edits })
    expect([status, body.detail]).toEqual([400, expect.stringContaining(words)])
  })

  it.each([
    ['search_listings', { page: 'two' }, 'page: Must be a whole number.'],
    ['search_listings', { country: 'Atlantis' }, 'two-letter country code, for example FI.'],
    ['submit_listing', { url: 'mine.example' }, 'Continue with that one.'],
    ['submit_listing', { url: 'mailto:ana@tide.example' }, 'url: Must begin with https:// or http://.'],
  ])('of %s says how it is meant: %j', async (tool, input, words) => {
    const { status, body } = await ana.call(tool, input)
    expect([status, body.detail]).toEqual([400, expect.stringContaining(words)])
  })

  it('of an invitation says what to do instead', async () => {
    await ana.get('invite_cofounder', { id, email: 'ben@tide.example' })
    for (const [email, words] of [
      ['ben@tide.example', 'Ask them to check their inbox'],
      ['ana@tide.example', 'email: This is your own address. Write your own profile at /account/profile.'],
    ]) {
      const { status, body } = await ana.call('invite_cofounder', { id, email })
      expect([status, body.detail]).toEqual([400, expect.stringContaining(words!)])
    }
  })
})

describe('a refusal of credentials says where to get better ones', () => {
  let service: Service
  beforeAll(async () => void (service = await startService()))
  afterAll(() => service.close())

  it('when there are none, wrong ones, or too narrow ones', async () => {
    const { key } = await keyFor(service, 'ana@tide.example', ['account:read'])
    const answers = await Promise.all([
      callRest(service, 'get_account'),
      callRest(service, 'get_account', {}, bearer('lk_unknown')),
      callRest(service, 'submit_listing', { url: 'mine.example' }, bearer(key)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 403])
    for (const { body } of answers) expect(body.detail).toContain('/account/keys')
  })
})

it.each([
  [60, 1, 'allows 20 a minute. Try again in a second.'],
  [300, 9, 'allows 20 in 5 minutes. Try again in 9 seconds.'],
  [3600, 60, 'allows 20 an hour. Try again in 60 seconds.'],
  [3600, 121, 'allows 20 an hour. Try again in 3 minutes.'],
  [86_400, 78_382, 'allows 20 a day. Try again in 22 hours.'],
])('too many calls in %i seconds are told in the words of that time', (window_s, reset_s, words) => {
  const { message } = tooMany({ policy: 'sign_in', allowed: false, calls: 20, window_s, left: 0, reset_s })
  expect(message).toContain(words)
})
