// What a page will link to is an address that no browser runs and that carries no credentials.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountAddress } from '../../../tools/accounts.ts'
import { isWebLink } from '../../../tools/inputs.ts'
import type { Caller } from '../../support/callers.ts'
import { openDrafting, openReadyDraft } from '../../support/drafting.ts'
import { openBrowser, signIn } from '../../support/people.ts'
import { doors } from '../../support/service.ts'

const hostile = [
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://tide.test/logo.png',
  'https://ana:secret@tide.test/',
  'https://tide.test@evil.test/',
  'http://localhost:7103/',
  'https://127.0.0.1/mcp',
  'http://[::ffff:127.0.0.1]/',
  'http://169.254.169.254/latest',
  'https://2130706433/',
  'https://wiki.intranet/',
  'https://router.home.arpa./',
]

describe.each(doors)('update_draft over %s', (door) => {
  let world: Awaited<ReturnType<typeof openReadyDraft>>
  let ana: Caller
  let id: string
  beforeAll(async () => {
    world = await openReadyDraft(door)
    ;({ ana, id } = world)
  })
  afterAll(() => world.close())
  const milestone = (url: string) => [{ date: '2024-01-01', title: 'First hundred', url }]
  const places: [string, (text: string) => object][] = [
    ['/fields/logo_url', (text) => ({ fields: { logo_url: text } })],
    ['/fields/demo_video_url', (text) => ({ fields: { demo_video_url: text } })],
    ['/company_socials/custom', (text) => ({ company_socials: { custom: text } })],
    ['/founder_socials/website', (text) => ({ founder_socials: { website: text } })],
    ['/milestones/0/url', (text) => ({ milestones: milestone(text) })],
    ['/competitor_url', (text) => ({ competitor_url: text })],
  ]

  it.each(places)('takes no hostile address for %s', async (pointer, edit) => {
    for (const text of hostile) {
      const { status, body } = await ana.call('update_draft', { id, ...edit(text) })
      expect([text, status, body.errors?.[0]?.pointer]).toEqual([text, 400, pointer])
      expect(body.detail).not.toContain('alert')
    }
  })

  it('says what an address must be, and takes one that is', async () => {
    const { body } = await ana.call('update_draft', { id, fields: { logo_url: 'logo.png' } })
    expect(body.errors).toMatchObject([{ message: expect.stringMatching(/http or https address/) }])
    const saved = await ana.get('update_draft', {
      id,
      fields: { logo_url: 'https://tide.test/logo.png', demo_video_url: '' },
      company_socials: { x: '@tide', custom: ' https://tide.test/club ', github: '' },
      milestones: milestone('http://tide.test/first'),
    })
    expect(saved.fields.logo_url.value).toBe('https://tide.test/logo.png')
    expect(saved.company_socials).toMatchObject({ x: 'https://x.com/tide', custom: 'https://tide.test/club' })
    expect(saved.milestones).toMatchObject([{ url: 'http://tide.test/first' }])
  })
})

it('keeps credentials out of the links of a profile', async () => {
  const { service, close } = await openDrafting()
  const { browser } = await signIn(service, 'ana@tide.test', { browser: openBrowser(service) })
  const blank = { title: '', bio: '', city: '', country: '', linkedin: '', x: '', github: '' }
  const save = async (website: string) => {
    const page = await browser.get('/account/profile')
    return (await browser.submit(page, '/account/profile', { ...blank, name: 'Ana Keto', website })).status
  }
  for (const text of hostile) expect([text, await save(text)]).toEqual([text, 400])
  expect(await save('https://ana.test/')).toBe(303)
  await close()
})

it('knows a hostile text for no account', () => {
  expect(
    [...hostile, 'https://tide.test/\r\nBcc:'].filter(
      (text) => isWebLink(text) || accountAddress('custom', text) !== null,
    ),
  ).toEqual([])
})
