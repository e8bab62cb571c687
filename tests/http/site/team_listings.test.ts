// What the team does with listings: looks at edits, puts them back, takes listings out of sight and lets them go on.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyProfile } from '../../../tools/drafts/fields.ts'
import { perform } from '../../../tools/action.ts'
import { suspendListing } from '../../../tools/team/standing.ts'
import { actionContext } from '../../support/actions.ts'
import { openDesk, type Desk } from '../../support/desk.ts'
import { listingOf, stored } from '../../support/owned.ts'
import { bearer, hiddenFields, keyFor, mailbox, openBrowser } from '../../support/people.ts'
import { callRest } from '../../support/service.ts'

let desk: Desk
let key: string
beforeAll(async () => {
  desk = await openDesk()
  ;({ key } = await keyFor(desk.service, 'ana@tide.example'))
})
afterAll(() => desk.service.close())

const edit = async (fields: Record<string, unknown>) => {
  const given = { listing_id: desk.tide, fields }
  expect((await callRest(desk.service, 'update_my_listing', given, bearer(key))).status).toBe(200)
  return (await desk.service.storage.owners.versions(desk.tide)).at(-1)!.id
}
const articleOf = async (id: number) =>
  (await desk.tove.get('/team/edits')).text.split(`id="edit-${id}"`)[1]?.split('</article>')[0] ?? ''
/** Sends the form that posts there with other hidden fields than those of the first such form on the page. */
const post = async (page: string, action: string, fields: Record<string, string>) => {
  const hidden = hiddenFields((await desk.tove.get(page)).text, action)
  return desk.tove.post(action, { ...fields, seal: hidden.find(([name]) => name === 'seal')![1] })
}
const lastMail = async () => (await mailbox(desk.service)).at(-1)!

describe('an edit', () => {
  it('is shown before and after, word by word, with who made it through what', async () => {
    const id = await edit({ tagline: 'Invoices that write themselves' })
    const text = (await articleOf(id)).replace(/<span class="unseen">[^<]*<\/span>/g, '')
    expect(text).toMatch(/Invoices that <del>chase <\/del> <ins>write <\/ins> themselves/)
    expect(text).toContain('ana@tide.example')
    expect(text).toContain('with “Tests”, an API key (update_my_listing)')
  })

  it('says to those who listen what was taken out and put in', async () => {
    const id = (await desk.service.storage.owners.versions(desk.tide)).at(-1)!.id
    expect(await articleOf(id)).toMatch(/<del><span class="unseen">Taken out: <\/span>chase/)
  })

  it('is inert, whatever stands in it', async () => {
    const id = await edit({ summary: '"><script>alert(1)</script><img src=x onerror=alert(1)>\u202E</ins>' })
    const text = await articleOf(id)
    expect(text).not.toMatch(/<script>|<img/)
    expect(text).toContain('&#60;script&#62;alert(1)&#60;/script&#62;')
  })

  it('is marked as seen by who looked first, and then waits no more', async () => {
    const { tove, tove_id, service, tide } = desk
    const ids = (await service.storage.owners.versions(tide)).map(({ id }) => id)
    const done = await tove.submit(await tove.get('/team/edits'), '/team/edits/seen', [
      ['id', String(ids[1])],
    ])
    expect(done.location).toBe('/team/edits')
    const [first, second] = await service.storage.owners.versions(tide)
    expect([first!.seen_by, second!.seen_by]).toEqual([tove_id, tove_id])
    expect((await tove.get('/team/edits')).text).toContain('Every edit was seen.')
    expect((await tove.get('/team/edits?show=seen')).text).toContain(`id="edit-${ids[0]}"`)
  })

  it('is put back in a version of its own, which the owner reads with the reason', async () => {
    const { ana, service, tide } = desk
    const id = await edit({ tagline: 'Buy pills', city: 'Turku' })
    const before = await stored(service, tide)
    const reason = 'No advertising <b>for pills</b>.'
    const done = await post('/team/edits', '/team/edits/revert', { id: String(id), reason })
    expect(done.status).toBe(303)
    expect(before.tagline).toBe('Buy pills')
    expect(await stored(service, tide)).toMatchObject({
      tagline: 'Invoices that write themselves',
      city: null,
    })
    const version = (await service.storage.owners.versions(tide)).at(-1)!
    expect(version).toMatchObject({
      operation: 'revert_edit',
      reason: 'No advertising <b>for pills</b>.',
      before: { tagline: 'Buy pills', city: 'Turku' },
      after: { tagline: 'Invoices that write themselves', city: null },
    })
    const mail = await lastMail()
    expect([mail.to![0]!.address, mail.subject]).toEqual(['ana@tide.example', 'An edit of Tide was undone'])
    expect(mail.html).toContain('No advertising &#60;b&#62;for pills')
    const history = (await ana.get(`/account/listings/${tide}`)).text
    expect(history).toContain('The site team wrote: No advertising &#60;b&#62;for pills')
    expect((await service.fetch('/listings/tide', { headers: { accept: 'text/html' } })).status).toBe(200)
  })

  it('is put back only where no later edit stands on it, and refused where one stands on all of it', async () => {
    const { service, tide } = desk
    const early = await edit({ country: 'SE', city: 'Malmö' })
    const late = await edit({ city: 'Lund' })
    expect(await articleOf(early)).toContain('Later edits changed city again.')
    const reason = 'Not in Sweden'
    const revert = (id: number) => post('/team/edits', '/team/edits/revert', { id: String(id), reason })
    expect((await revert(early)).status).toBe(303)
    expect(await stored(service, tide)).toMatchObject({ country: null, city: 'Lund' })
    const again = await revert(early)
    expect([again.status, again.text.includes('Later edits have changed everything')]).toEqual([400, true])
    expect((await revert(late)).status).toBe(303)
    expect((await stored(service, tide)).city).toBe('Malmö')
    await edit({ city: '' })
  })

  it('of the name brings the slug back, and the other goes on leading there', async () => {
    const { service, ana_id, tide } = desk
    const before = await stored(service, tide)
    const categories = await service.storage.catalogue.categoriesOf(tide)
    const { company_id: _1, category_id, name_key: _2, ...kept } = before
    const renamed = { name: 'Cheap Pills', slug: 'cheap-pills' }
    // As an edit of the draft renames its listing.
    await service.storage.write(async ({ listings, owners }) => {
      await listings.save({ ...kept, ...renamed, company_key: 'tide.example', category_ids: [category_id] })
      await owners.addVersion({
        ...{ listing_id: tide, user_id: ana_id, via: 'session', operation: 'update_draft' },
        before: { name: before.name, slug: before.slug, founders: null },
        after: { ...renamed, founders: [{ name: 'Ana' }] },
        created_at: service.clock.now.toISOString(),
      })
    })
    const { id } = (await service.storage.owners.versions(tide)).at(-1)!
    const reason = 'The product is called Tide'
    expect((await post('/team/edits', '/team/edits/revert', { id: String(id), reason })).status).toBe(303)
    expect(await stored(service, tide)).toMatchObject({
      name: 'Tide',
      slug: 'tide',
      name_key: before.name_key,
    })
    expect(await service.storage.catalogue.categoriesOf(tide)).toEqual(categories)
    const body = async (path: string) => (await service.fetch(`/api/v1${path}`)).json() as Promise<any>
    expect((await body('/listings/cheap-pills')).slug).toBe('tide')
    expect((await body('/listings?q=tide')).items.map(({ slug }: { slug: string }) => slug)).toEqual(['tide'])
    expect((await desk.tove.get('/team/record')).text).toContain('name put back; founders left')
  })

  it('is not put back once others went away from it and came back', async () => {
    const first = await edit({ headline: 'Here' })
    await edit({ headline: 'There' })
    await edit({ headline: 'Here' })
    const sent = await post('/team/edits', '/team/edits/revert', { id: String(first), reason: 'Not here' })
    expect([sent.status, (await stored(desk.service, desk.tide)).headline]).toEqual([400, 'Here'])
  })

  it('of milestones puts them back as they were', async () => {
    const { service, tide } = desk
    const add = (title: string) => {
      const given = { listing_id: tide, date: '2026-03-01', title }
      return callRest(service, 'add_milestone', given, bearer(key))
    }
    await add('Hundredth customer')
    await add('Buy pills')
    const [first, second] = (await service.storage.owners.versions(tide)).slice(-2)
    // Another edit stands on the first one.
    const early = { id: String(first!.id), reason: 'No advertising' }
    expect((await post('/team/edits', '/team/edits/revert', early)).status).toBe(400)
    const { id } = second!
    const sent = await post('/team/edits', '/team/edits/revert', { id: String(id), reason: 'No advertising' })
    expect(sent.status).toBe(303)
    const titles = (await service.storage.updates.milestones(tide)).map(({ title }) => title)
    expect(titles).toEqual(['Hundredth customer'])
    expect((await service.storage.owners.versions(tide)).at(-1)).toMatchObject({ operation: 'revert_edit' })
  })

  it('is not put back without a reason, and what was typed stays', async () => {
    const id = await edit({ seo_title: 'Tide' })
    const seen = await post('/team/edits', '/team/edits/revert', { id: String(id), reason: ' ' })
    expect([seen.status, seen.text.includes('Must have at least 3 characters.')]).toEqual([400, true])
    expect((await stored(desk.service, desk.tide)).seo_title).toBe('Tide')
  })
})

describe('a listing', () => {
  const page = () => desk.tove.get(`/team/listings/${desk.tide}`)
  const step = async (name: string, reason: string) =>
    desk.tove.submit(await page(), `/team/listings/${desk.tide}/${name}`, { reason })

  it('is found by its name, slug or domain', async () => {
    for (const q of ['tid', 'TIDE', 'tide.example'])
      expect((await desk.tove.get(`/team/listings?q=${q}`)).text).toContain(`/team/listings/${desk.tide}"`)
    expect((await desk.tove.get('/team/listings?q=%25')).text).toContain('No listing has this')
  })

  it('leaves the public’s sight when it is suspended, and its owner reads why, on the site and by mail', async () => {
    const { service, ana, tide } = desk
    const before = await stored(service, tide)
    expect((await step('suspend', 'Copies another product')).status).toBe(303)
    expect((await service.fetch('/api/v1/listings/tide')).status).toBe(404)
    expect(await stored(service, tide)).toMatchObject({
      status: 'suspended',
      status_reason: 'Copies another product',
      votes: before.votes,
      launch_week: before.launch_week,
    })
    const mail = await lastMail()
    expect([mail.subject, mail.text!.includes('Copies another product')]).toEqual(['Tide is suspended', true])
    const own = (await ana.get(`/account/listings/${tide}`)).text
    expect(own).toContain('They wrote: Copies another product')
    expect(own).toContain('The site team')
    const seen = await callRest(service, 'get_my_listing', { listing_id: tide }, bearer(key))
    expect(seen.body).toMatchObject({ status: 'suspended', status_reason: 'Copies another product' })
  })

  it('is not suspended twice', async () => {
    const { service, tove_id, tide } = desk
    const context = actionContext(service, { user_id: tove_id, role: 'team', via: 'session' })
    const again = perform(suspendListing, { listing_id: tide, reason: 'Once more' }, context)
    await expect(again).rejects.toMatchObject({ code: 'suspended' })
  })

  it('goes on as it was when it is reinstated', async () => {
    expect((await step('reinstate', 'It was theirs after all')).status).toBe(303)
    expect(await stored(desk.service, desk.tide)).toMatchObject({ status: 'live', status_reason: null })
    expect((await desk.service.fetch('/api/v1/listings/tide')).status).toBe(200)
    expect((await lastMail()).subject).toBe('Tide is no longer suspended')
  })

  it('is reported by visitors, once by each person, and settled with what came of it', async () => {
    const { service, eve, tove, tide } = desk
    expect((await eve.get('/listings/tide')).text).toContain('href="/listings/tide/report"')
    const form = await eve.get('/listings/tide/report')
    const given = { reason: 'spam', body: '<script>alert(1)</script> It is a fraud.' }
    const sent = await eve.submit(form, '/listings/tide/report', given)
    expect(sent.location).toBe('/listings/tide/report?sent=1')
    expect((await eve.get(sent.location!)).text).toContain('Thank you.')
    const twice = await eve.submit(form, '/listings/tide/report', given)
    expect([twice.status, twice.text.includes('reported this listing already')]).toEqual([400, true])
    const list = await tove.get('/team/reports')
    expect(list.text).toContain('It is spam or a fraud')
    expect(list.text).toContain('&#60;script&#62;alert(1)')
    expect(list.text).not.toContain('<script>alert')
    const settle = (outcome: string) =>
      tove.submit(list, '/team/reports/settle', { outcome, note: 'Looked at it' })
    const false_claim = await settle('taken_down')
    expect([false_claim.status, false_claim.text.includes('Suspend it first')]).toEqual([400, true])
    expect((await settle('nothing_wrong')).status).toBe(303)
    expect((await settle('nothing_wrong')).status).toBe(400)
    expect((await tove.get('/team/reports?show=settled')).text).toContain('Looked at it')
    expect((await tove.get(`/team/listings/${tide}`)).text).toContain('nothing wrong')
    expect((await service.storage.team.waiting()).reports).toBe(0)
  })

  it('is withdrawn for its owner, and its address is free', async () => {
    const at = desk.service.clock.now.toISOString()
    await desk.service.storage.write(({ drafts }) =>
      drafts.add({
        ...{
          id: 'd1',
          site_id: 1,
          user_id: desk.ana_id,
          url: 'https://tide.example/',
          url_key: 'tide.example',
        },
        ...{ status: 'ready', profile: emptyProfile(), created_at: at, updated_at: at },
        progress: { step: 'done', pages_read: 1, reading: null },
      }),
    )
    await desk.service.storage.write(({ drafts }) =>
      drafts.change('d1', { listing_id: desk.tide, submitted_at: at }),
    )
    expect((await step('withdraw', 'The owner wrote to us')).status).toBe(303)
    expect((await stored(desk.service, desk.tide)).status).toBe('withdrawn')
    expect((await lastMail()).subject).toBe('Tide is withdrawn')
    expect((await desk.service.storage.drafts.byId('d1'))!.listing_id).toBeNull()
    expect((await page()).text).not.toContain('Withdraw it')
  })

  it('that is withdrawn is not suspended, and nobody is told that it was', async () => {
    const { service, tove_id, tide } = desk
    const context = actionContext(service, { user_id: tove_id, role: 'team', via: 'session' })
    const late = perform(suspendListing, { listing_id: tide, reason: 'Too late' }, context)
    await expect(late).rejects.toMatchObject({ code: 'withdrawn' })
    expect((await stored(service, tide)).status).toBe('withdrawn')
    expect((await lastMail()).subject).toBe('Tide is withdrawn')
  })

  it('stands in the record with everything that was done about it, by whom and why', async () => {
    const { text } = await desk.tove.get('/team/record')
    for (const said of ['Suspend listing', 'Reinstate listing', 'Withdraw listing', 'Revert edit'])
      expect(text).toContain(said)
    expect(text).toContain('“Copies another product”')
    expect(text).toContain('tove@team.example')
    expect(text).toContain('live → suspended')
  })
})

describe('an alternative', () => {
  it('is approved for a listing, shown first to everybody, and removed', async () => {
    const { service, ana_id, tove } = desk
    const like = { status: 'live', plan: 'launch', live_at: '2026-11-16T08:00:00.000Z' } as const
    const dune = await listingOf(service, ana_id, { slug: 'dune', url: 'https://dune.example/', ...like })
    await listingOf(service, ana_id, { slug: 'cliff', url: 'https://cliff.example/', ...like })
    const path = `/team/listings/${dune}/alternatives`
    const approved = async () => {
      const { body } = await callRest(service, 'get_alternatives', { slug: 'dune' })
      return (body.items as { slug: string; approved: boolean }[])
        .filter((one) => one.approved)
        .map(({ slug }) => slug)
    }
    expect((await tove.get(path)).text).toContain('None yet.')
    expect((await tove.submit(await tove.get(path), path)).status).toBe(303)
    expect(await approved()).toEqual(['cliff'])
    expect((await tove.submit(await tove.get(path), `${path}/remove`)).status).toBe(303)
    expect(await approved()).toEqual([])
    expect((await post(path, path, { slug: `${service.url}/listings/cliff` })).status).toBe(303)
    expect(await approved()).toEqual(['cliff'])
    // As every change of a listing, in a version that the owner reads.
    expect((await service.storage.owners.versions(dune)).at(-1)).toMatchObject({
      ...{ operation: 'team_approve_alternative', seen_by: desk.tove_id },
      ...{ before: { alternatives: [] }, after: { alternatives: ['cliff'] } },
    })
    expect((await desk.ana.get(`/account/listings/${dune}`)).text).toContain('The site team')
    for (const slug of ['dune', 'nowhere', 'tide']) {
      const seen = await post(path, path, { slug })
      expect([slug, seen.status, seen.text.includes(`value="${slug}"`)]).toEqual([slug, 400, true])
    }
  })
})

describe('an owner', () => {
  it('takes a listing back by themselves, but not one that is suspended', async () => {
    const { service, ana, ana_id, eve } = desk
    const fen = await listingOf(service, ana_id, {
      slug: 'fen',
      url: 'https://fen.example/',
      status: 'suspended',
    })
    const path = `/account/listings/${fen}/withdraw`
    const refused = await ana.submit(await ana.get(path), path)
    expect([refused.status, refused.text.includes('The site team has suspended')]).toEqual([400, true])
    await service.storage.write(({ listings }) => listings.change(fen, { status: 'draft' }))
    expect((await eve.get(path)).status).toBe(404)
    expect((await ana.post(path, {})).status).toBe(403)
    expect((await ana.get(`/account/listings/${fen}`)).text).toContain(`href="${path}"`)
    expect((await ana.submit(await ana.get(path), path)).status).toBe(303)
    expect((await stored(service, fen)).status).toBe('withdrawn')
    expect((await service.storage.owners.versions(fen)).at(-1)).toMatchObject({
      operation: 'withdraw_own_listing',
      user_id: ana_id,
    })
    expect((await lastMail()).text).toContain('One of its owners has withdrawn')
    expect((await ana.get(`/account/listings/${fen}`)).text).not.toContain(`href="${path}"`)
  })
})

describe('a report by somebody who is not signed in', () => {
  it('is taken from our own page only, says what is missing, and a flood of them is stopped', async () => {
    const { service } = desk
    const { user_id } = await keyFor(service, 'ana@tide.example')
    await listingOf(service, user_id, {
      slug: 'ebb',
      url: 'https://ebb.example/',
      status: 'live',
      plan: 'launch',
    })
    const visitor = openBrowser(service)
    const path = '/listings/ebb/report'
    expect((await visitor.get(path)).text).toContain('Nobody but the team reads it')
    for (const headers of [{ origin: 'https://evil.example' }, { origin: null }])
      expect((await visitor.post(path, { reason: 'spam', body: '' }, headers)).status).toBe(403)
    const empty = await visitor.post(path, { reason: 'other', body: '' })
    expect([empty.status, empty.text.includes('Say what is wrong.')]).toEqual([400, true])
    expect((await visitor.post(path, { body: 'x' })).status).toBe(400)
    expect((await visitor.post('/listings/none/report', { reason: 'spam', body: '' })).status).toBe(404)
    const statuses = []
    for (let n = 0; n < 31; n += 1)
      statuses.push((await visitor.post(path, { reason: 'spam', body: `${n}` })).status)
    expect([statuses.slice(0, 30).every((status) => status === 303), statuses[30]]).toEqual([true, 400])
  })
})

describe('what only a command did before', () => {
  it('gives a listing to somebody else, who types their address and why', async () => {
    const page = `/team/listings/${desk.tide}`
    const give = (email: string) => post(page, `${page}/transfer`, { email, reason: 'The company was sold.' })
    const { status, text } = await give('no@one.example')
    expect([status, text]).toEqual([400, expect.stringContaining('Nobody has an open account')])
    const { user_id } = await keyFor(desk.service, 'nina@tide.example')
    expect((await give('nina@tide.example')).status).toBe(303)
    const owners = await desk.service.storage.owners.people(desk.tide)
    expect(owners.map((one) => one.user_id)).toEqual([user_id])
  })

  it('deletes a person whose address is typed, and nobody of the team', async () => {
    const { storage } = desk.service
    const { user_id } = await keyFor(desk.service, 'omar@tide.example')
    const page = `/team/people/${user_id}`
    const drop = (confirm: string) =>
      post(page, `${page}/delete`, { confirm, reason: 'They asked by letter.' })
    const { status, text } = await drop('somebody@else.example')
    expect([status, text]).toEqual([400, expect.stringContaining('Nothing was deleted')])
    expect((await storage.users.byId(user_id))!.email).toBe('omar@tide.example')
    expect((await drop('Omar@tide.example')).status).toBe(303)
    expect(await storage.users.byEmail('omar@tide.example')).toBeUndefined()
    expect((await desk.tove.get(`/team/people/${desk.tove_id}`)).text).not.toContain('/delete')
  })
})
