// What a person does with what is theirs: an address becomes a draft, the draft a listing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDrafting } from '../../support/drafting.ts'
import { hiddenFields, openBrowser, signIn, type Browser } from '../../support/people.ts'
import type { Service } from '../../support/service.ts'

describe('the pages of an owner', () => {
  let service: Service
  let close: () => Promise<void>
  let ana: Browser
  let eve: Browser
  let draft: string

  beforeAll(async () => {
    ;({ service, close } = await openDrafting())
    ana = (await signIn(service, 'ana@example.com')).browser
    eve = (await signIn(service, 'eve@example.com')).browser
  })
  afterAll(() => close())

  /** The seal that every form about a field of the draft carries. */
  const seal = async () =>
    hiddenFields((await ana.get(draft)).text, `${draft}/field`).find(([name]) => name === 'seal')![1]

  it('send strangers to sign in first', async () => {
    const seen = await openBrowser(service).get('/submit?url=tide.test')
    expect([seen.status, seen.location]).toEqual([303, '/sign-in?return_to=%2Fsubmit%3Furl%3Dtide.test'])
  })

  it('say what is wrong with an address, and keep what was typed', async () => {
    const seen = await ana.submit(await ana.get('/submit'), '/submit', { url: 'not an "address"' })
    expect(seen.status).toBe(400)
    expect(seen.text).toContain('value="not an &#34;address&#34;"')
    expect(seen.text).toMatch(/id="url-fault">\s*Must be the address of a website/)
  })

  it('lead from an address to its draft, which looks again by itself while it is read', async () => {
    const made = await ana.submit(await ana.get('/submit'), '/submit', { url: 'tide.test' })
    expect(made.status).toBe(303)
    draft = made.location!
    const early = await ana.get(draft)
    expect(early.text).toContain('<h1>Reading your site</h1>')
    expect(early.text).toContain('<noscript><meta http-equiv="refresh"')
    await service.worker.idle()
    const ready = await ana.get(draft)
    expect(ready.text).toContain('<mark>Invoices that chase themselves</mark>')
    expect(ready.text).toContain('id="n-tagline">Tagline')
    expect((await ana.get('/account/drafts')).text).toContain(`href="${draft}"`)
  })

  it('lead to the draft that is there, when an address is given twice', async () => {
    const seen = await ana.submit(await ana.get('/submit'), '/submit', { url: 'https://tide.test/' })
    expect([seen.status, seen.text.includes(`href="${draft}"`)]).toEqual([400, true])
  })

  it('edit, lock, restore and remove a field of a draft', async () => {
    const post = async (fields: Record<string, string>) => {
      const done = await ana.post(`${draft}/field`, { field: 'tagline', ...fields, seal: await seal() })
      expect([done.status, done.location]).toEqual([303, `${draft}?saved=tagline#tagline`])
      const { text } = await ana.get(draft)
      return text.split('id="tagline"')[1]!.split('</section>')[0]!
    }
    const edited = await post({ do: 'edit', value: 'Invoices, chased' })
    expect(edited).toContain('<p class="value">Invoices, chased</p>')
    expect(edited).toContain('class="state edited"')
    expect(edited).toMatch(/The draft said: <b>Invoices that chase themselves<\/b>/)
    expect(await post({ do: 'lock' })).toContain('class="state override"')
    expect(await post({ do: 'restore' })).toContain('class="state ai"')
    expect(await post({ do: 'remove' })).toContain('class="state deleted"')
    expect(await post({ do: 'redraft' })).toContain('class="state ai"')
  })

  it('keep what was typed into a field that refuses it, and say why beside it', async () => {
    const given = { field: 'country', do: 'edit', value: 'Atlantis', seal: await seal() }
    const seen = await ana.post(`${draft}/field`, given)
    expect(seen.status).toBe(400)
    const country = seen.text.split('id="country"')[1]!.split('</section>')[0]!
    expect(country).toContain('value="Atlantis"')
    expect(country).toContain('Must be an ISO 3166 two-letter country code')
  })

  it('refuse a form without its seal', async () => {
    const seen = await ana.post(`${draft}/field`, { field: 'tagline', do: 'remove' })
    expect(seen.status).toBe(403)
    expect((await ana.get(draft)).text).not.toContain('class="state deleted"')
  })

  it('hide the draft of one person from another', async () => {
    expect((await eve.get(draft)).status).toBe(404)
    expect((await ana.get('/account/drafts/7')).status).toBe(404)
  })
})
