import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '../../../auth/accounts.ts'
import type { Caller } from '../../support/callers.ts'
import { openReadyDraft } from '../../support/drafting.ts'
import { listingOf, stored } from '../../support/owned.ts'
import { mailbox, openBrowser } from '../../support/people.ts'
import { doors } from '../../support/service.ts'

/** What a browser sends of the fields that are left blank. */
const blank = { title: '', bio: '', city: '', country: '', website: '', linkedin: '', x: '', github: '' }

describe.each(doors)('invite_cofounder over %s', (door) => {
  let world: Awaited<ReturnType<typeof openReadyDraft>>
  let ana: Caller
  let id: string
  beforeAll(async () => {
    world = await openReadyDraft(door)
    ;({ ana, id } = world)
  })
  afterAll(() => world.close())
  async function mailed(email: string) {
    return (await mailbox(world.service)).filter((mail) => mail.to?.[0]?.address === email)
  }

  it('mails one link to a page, and says how many are left', async () => {
    const { status, body } = await ana.call('invite_cofounder', { id, email: 'ben@tide.test' })
    expect(status).toBe(201)
    expect(body).toEqual({
      draft_id: id,
      email: 'ben@tide.test',
      status: 'pending',
      expires_at: '2026-12-03T12:00:00.000Z',
      invites_left: 9,
    })
    const [mail, ...more] = await mailed('ben@tide.test')
    expect(more).toEqual([])
    expect(mail!.subject).toBe('Add your founder profile on Launch Directory')
    expect(mail!.text).toContain('ana@tide.test is listing tide.test')
  })

  it('goes to each address once, and never to oneself or to what is none', async () => {
    for (const [email, code] of [
      ['BEN@tide.test', 'already_invited'],
      ['Ana@tide.test', 'invalid_input'],
      ['nobody', 'invalid_input'],
      [`${'x'.repeat(250)}@a.test`, 'invalid_input'],
    ]) {
      const { status, body } = await ana.call('invite_cofounder', { id, email })
      expect([status, body.code]).toEqual([400, code])
    }
    expect(await mailed('ben@tide.test')).toHaveLength(1)
  })

  it('cannot flood an address, from however many drafts and people', async () => {
    const { storage, clock } = world.service
    const at = clock.now.toISOString()
    const mallory = await storage.write(async (inside) => {
      const { id: user_id } = await inside.users.ensure('mallory@evil.test', at)
      for (let n = 0; n < 5; n += 1) {
        const draft = (await inside.drafts.byId(id))!
        const draft_id = randomUUID()
        await inside.drafts.add({ ...draft, id: draft_id, user_id, url_key: `evil-${n}.test` })
        const email = `victim+${n}@elsewhere.test`
        await inside.drafts.invite({ draft_id, email, hash: draft_id, created_at: at, expires_at: at })
        const mail = { message_id: `invite-${draft_id}`, recipient: email, subject: 'x', body: 'x' }
        await inside.mail.add({ ...mail, created_at: at })
      }
      return user_id
    })
    // Their account is gone, and with it drafts and invitations; the mails were sent all the same.
    await storage.write((inside) => deleteAccount(inside, mallory, clock.now))
    const { status, body } = await ana.call('invite_cofounder', { id, email: 'Victim@elsewhere.test' })
    expect([status, body.code]).toEqual([400, 'too_many_invites'])
    expect(await mailed('Victim@elsewhere.test')).toEqual([])
    // What stands behind a plus leads to the same mailbox, and what looks like a pattern is none.
    const tagged = await ana.call('invite_cofounder', { id, email: 'victim+9@elsewhere.test' })
    expect([tagged.status, tagged.body.code]).toEqual([400, 'too_many_invites'])
    expect(await storage.mail.countTo('v_ctim@elsewhere.test', 'invite', '')).toBe(0)
  })

  it('opens a page where the co-founder adds their own profile, which joins the listing', async () => {
    const [mail] = await mailed('ben@tide.test')
    const link = new URL(/http\S+/.exec(mail!.text!)![0])
    const browser = openBrowser(world.service)
    const page = await browser.get(link.pathname)
    expect(page.status).toBe(200)
    expect(page.text).toContain('ben@tide.test')
    // Looking spends nothing: mail scanners open every link.
    await browser.get(link.pathname)
    const faulty = await browser.submit(page, link.pathname, { ...blank, name: '', x: 'javascript:alert(1)' })
    expect(faulty.status).toBe(400)
    const strange = await browser.post(link.pathname, { name: 'Mallory' }, { origin: 'https://evil.test' })
    expect(strange.status).toBe(403)
    const done = await browser.submit(page, link.pathname, {
      ...blank,
      name: 'Ben Ode',
      title: 'Co-founder',
      bio: 'b'.repeat(90),
      country: 'fi',
      x: 'https://x.com/benode',
    })
    expect(done.status).toBe(200)
    expect((await browser.get(link.pathname)).status).toBe(400)
    expect((await browser.submit(page, link.pathname, { ...blank, name: 'Again' })).status).toBe(400)
    const draft = await ana.get('get_draft', { id })
    expect(draft.invites).toMatchObject([{ email: 'ben@tide.test', status: 'accepted' }])
    const ben = (await world.service.storage.users.byEmail('ben@tide.test'))!
    expect(await world.service.storage.users.profile(ben.id)).toMatchObject({
      name: 'Ben Ode',
      country: 'FI',
    })
    await ana.get('update_draft', { id, fields: { categories: ['invoicing'] } })
    const { listing_id } = await ana.get('submit_draft', { id })
    const names = async () =>
      (await world.service.storage.founders.ofListing(listing_id)).map(({ name }) => name)
    expect(await names()).toEqual(['Ana Keto', 'Ben Ode'])
    // One who accepts after the submission joins at once.
    await ana.get('invite_cofounder', { id, email: 'cleo@tide.test' })
    const [late] = await mailed('cleo@tide.test')
    const path = new URL(/http\S+/.exec(late!.text!)![0]).pathname
    await browser.submit(await browser.get(path), path, { ...blank, name: 'Cleo Rask' })
    expect(await names()).toEqual(['Ana Keto', 'Ben Ode', 'Cleo Rask'])
    // One who stands there already stays where they are.
    await world.service.storage.write(async ({ founders }) =>
      founders.join(listing_id, (await founders.ofUser(ben.id))!.id, null),
    )
    expect(await names()).toEqual(['Ana Keto', 'Ben Ode', 'Cleo Rask'])
  })

  it('schedules a launch of the co-founder that lacked only their profile', async () => {
    const { service } = world
    const at = service.clock.now.toISOString()
    const { id: user_id } = await service.storage.write(({ users }) => users.ensure('finn@tide.test', at))
    const own = await listingOf(service, user_id, {
      ...{ slug: 'finns', status: 'awaiting_badge', plan: 'free', launch_week: '2026-12-28' },
    })
    await service.storage.write(async ({ badge_checks }) => {
      await badge_checks.begin(own, at)
      await badge_checks.change(own, { seen_at: at, fault: null })
    })
    await ana.get('invite_cofounder', { id, email: 'finn@tide.test' })
    const [mail] = await mailed('finn@tide.test')
    const path = new URL(/http\S+/.exec(mail!.text!)![0]).pathname
    const browser = openBrowser(service)
    const profile = { ...blank, name: 'Finn Aho', title: 'Founder', bio: 'f'.repeat(90) }
    await browser.submit(await browser.get(path), path, { ...profile, x: 'https://x.com/finnaho' })
    expect((await stored(service, own)).status).toBe('scheduled')
  })

  it('ends with the ownership of whoever invites', async () => {
    const { storage } = world.service
    await ana.get('invite_cofounder', { id, email: 'dana@tide.test' })
    const [mail] = await mailed('dana@tide.test')
    const path = new URL(/http\S+/.exec(mail!.text!)![0]).pathname
    const browser = openBrowser(world.service)
    const page = await browser.get(path)
    expect(page.status).toBe(200)
    const { listing_id } = await ana.get('submit_draft', { id })
    const user_id = (await storage.users.byEmail('ana@tide.test'))!.id
    await storage.write(({ owners }) => owners.remove(listing_id, user_id))
    const { status, body } = await ana.call('invite_cofounder', { id, email: 'evil@tide.test' })
    expect([status, body.code]).toEqual([403, 'forbidden'])
    expect(await mailed('evil@tide.test')).toEqual([])
    expect((await browser.get(path)).status).toBe(400)
    expect((await browser.submit(page, path, { ...blank, name: 'Dana' })).status).toBe(400)
    expect(await storage.users.byEmail('dana@tide.test')).toBeUndefined()
    await storage.write(({ owners }) =>
      owners.add(listing_id, user_id, world.service.clock.now.toISOString()),
    )
    expect((await browser.get(path)).status).toBe(200)
    // Nor is it a way back in for somebody whom the team keeps out, under another spelling.
    await storage.write(async ({ users }) => {
      const at = world.service.clock.now.toISOString()
      await users.close((await users.ensure('dana+old@tide.test', at)).id, at)
    })
    expect((await browser.get(path)).status).toBe(400)
    expect((await browser.submit(page, path, { ...blank, name: 'Dana' })).status).toBe(400)
    expect(await storage.users.byEmail('dana@tide.test')).toBeUndefined()
  })

  it('works for 14 days, and ten times for each draft', async () => {
    await ana.get('invite_cofounder', { id, email: 'late@tide.test' })
    const [mail] = await mailed('late@tide.test')
    const path = new URL(/http\S+/.exec(mail!.text!)![0]).pathname
    for (let n = 0; n < 5; n += 1) await ana.get('invite_cofounder', { id, email: `n${n}@tide.test` })
    const { status, body } = await ana.call('invite_cofounder', { id, email: 'eleventh@tide.test' })
    expect([status, body.code]).toEqual([400, 'too_many_invites'])
    expect(await mailed('eleventh@tide.test')).toEqual([])
    world.service.clock.now = new Date(world.service.clock.now.getTime() + 14 * 86_400_000)
    expect((await openBrowser(world.service).get(path)).status).toBe(400)
    expect((await openBrowser(world.service).get('/invites/li_nonsense')).status).toBe(400)
  })
})
