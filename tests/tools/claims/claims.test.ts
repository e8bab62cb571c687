// The four ways to prove a domain, against a real name server, real pages and a real mail server, through both doors.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorDecision } from '../../../tools/claims/operator.ts'
import { operatorRecord } from '../../../tools/team/audit.ts'
import { digest } from '../../../auth/secrets.ts'
import { readConfig } from '../../../config.ts'
import { perform } from '../../../tools/action.ts'
import { confirmClaim } from '../../../tools/claims/confirm_claim.ts'
import { deleteOwnAccount } from '../../../tools/account/access.ts'
import { operatorTransfer } from '../../../tools/team/operator.ts'
import { closeAccount, reopenAccount } from '../../../tools/team/people.ts'
import { actionContext } from '../../support/actions.ts'
import { enter, type Caller } from '../../support/callers.ts'
import { openNameServer, type NameServer } from '../../support/name_server.ts'
import { openOutside, pages, type Outside } from '../../support/outside.ts'
import { keyFor } from '../../support/people.ts'
import { openPostbox, type Postbox } from '../../support/postbox.ts'
import { doors, startService, thursday, type Service } from '../../support/service.ts'
import { fillTown, product } from '../../support/town.ts'

describe.each(doors)('claims over %s', (door) => {
  let names: NameServer
  let outside: Outside
  let postbox: Postbox
  let service: Service
  let ana: Caller
  let ben: Caller
  beforeAll(async () => {
    names = await openNameServer()
    outside = await openOutside()
    postbox = await openPostbox()
    service = await startService({
      fill: fillTown,
      outside: { ...outside.options, name_servers: [names.address] },
      settings: { MAIL_URL: postbox.url, CONTACT_EMAIL: 'team@launch.test' },
    })
    ana = await enter(service, door, 'ana@tide.example')
    ben = await enter(service, door, 'ben@ledgerline.example')
  })
  afterAll(async () => {
    await Promise.all([ana.end(), ben.end()])
    await service.close()
    await Promise.all([names.close(), outside.close(), postbox.close()])
  })

  /** A live listing that nobody has claimed yet. */
  async function listed(slug: string, url = `https://${slug}.test/`): Promise<number> {
    return service.storage.write(async (inside) => {
      const category = (await inside.categories.bySlug('work'))!.id
      const domain = new URL(url).hostname
      return inside.listings.save(product([category], { slug, url, domain, company_key: slug }))
    })
  }
  const follow = async (caller: Caller, { next_steps: [step] }: Record<string, any>) =>
    caller.get(step.tool, step.arguments)
  const verified = async (slug: string) =>
    (await ana.get('get_listing', { slug })).verified as { method: string } | null
  const ownersOf = async (listing_id: number) =>
    (await service.storage.owners.people(listing_id)).map(({ user_id }) => user_id)

  it('by DNS say what to publish, wait for it, and make an owner of whoever did', async () => {
    const id = await listed('by-name', 'https://www.by-name.test/')
    const { status, body: claim } = await ana.call('claim_listing', { slug: 'by-name', method: 'dns' })
    expect(status).toBe(201)
    expect(claim).toMatchObject({
      slug: 'by-name',
      listing_id: id,
      status: 'pending',
      publish: {
        at: '_launch-claim.by-name.test',
        content: expect.stringMatching(/^launch-claim=[0-9a-f]{36}$/),
      },
      expires_at: '2026-11-26T12:00:00.000Z',
    })
    expect(claim.instructions).toContain(
      `Type:  TXT\nName:  _launch-claim.by-name.test\nValue: ${claim.publish.content}`,
    )
    const early = await follow(ana, claim)
    expect(early).toMatchObject({
      status: 'pending',
      checked_at: thursday.toISOString(),
      finding: expect.stringContaining(
        'No launch-claim record was found at _launch-claim.by-name.test or at by-name.test.',
      ),
    })
    const value: string = claim.publish.content
    names.records.set('_launch-claim.by-name.test', [['unrelated'], [value.slice(0, 20), value.slice(20)]])
    const done = await follow(ana, early)
    expect(done).toMatchObject({ status: 'verified', finding: 'The TXT record was found.', publish: null })
    expect(await ownersOf(id)).toEqual([ana.user_id])
    expect(await verified('by-name')).toMatchObject({ method: 'dns' })
    const badges = await follow(ana, done)
    expect(badges.items.map(({ key }: { key: string }) => key)).toContain('verified')
    expect((await ana.get('verify_claim', { claim_id: claim.claim_id })).status).toBe('verified')
  })

  it('by DNS take the record at the domain itself, and say when it is another one or none can be had', async () => {
    await listed('at-apex')
    const claim = await ana.get('claim_listing', { slug: 'at-apex', method: 'dns' })
    names.records.set('at-apex.test', [['launch-claim=somebody-else']])
    expect((await follow(ana, claim)).finding).toContain('but not with the value of this claim')
    names.records.set('_launch-claim.at-apex.test', 'fail')
    expect((await follow(ana, claim)).finding).toContain('The name servers gave no answer')
    names.records.set('at-apex.test', [['v=spf1 -all'], [`"${claim.publish.content}"`]])
    expect((await follow(ana, claim)).status).toBe('verified')
  })

  it('by a tag want it in the head of the homepage', async () => {
    await listed('by-tag')
    const claim = await ana.get('claim_listing', { slug: 'by-tag', method: 'meta' })
    expect(claim.publish).toEqual({
      at: 'https://by-tag.test/',
      content: expect.stringMatching(/^<meta name="launch-claim" content="[0-9a-f]{36}">$/),
    })
    expect((await follow(ana, claim)).finding).toBe(
      'https://by-tag.test/ could not be read. The host does not accept a connection.',
    )
    const tag = claim.publish.content as string
    for (const [page, words] of [
      [{ status: 503, body: tag }, 'answered with the status 503'],
      ['<html><head></head><body></body>', 'its head does not contain the tag of this claim'],
      [`<html><head></head><body>${tag}</body>`, 'not as a meta tag in the head'],
    ] as const) {
      outside.hosts.set('by-tag.test', pages({ '/': page }))
      const { status, finding } = await follow(ana, claim)
      expect([status, finding]).toEqual(['pending', expect.stringContaining(words)])
    }
    outside.hosts.set('by-tag.test', () => ({
      status: 301,
      headers: { location: 'https://www.by-tag.test/' },
    }))
    outside.hosts.set(
      'www.by-tag.test',
      pages({ '/': `<!doctype html><head><title>By Tag</title>${tag}</head>` }),
    )
    expect((await follow(ana, claim)).status).toBe('verified')
  })

  it('by a file read a line of it, and follow no redirect to somebody else', async () => {
    await listed('by-file')
    const claim = await ana.get('claim_listing', { slug: 'by-file', method: 'file' })
    const { at, content } = claim.publish as { at: string; content: string }
    expect(at).toBe('https://by-file.test/.well-known/launch-claim.txt')
    outside.hosts.set('evil.test', () => ({ body: content }))
    outside.hosts.set('by-file.test', () => ({ status: 302, headers: { location: 'https://evil.test/x' } }))
    expect((await follow(ana, claim)).finding).toBe(
      `${at} leads elsewhere. It must be served by by-file.test itself.`,
    )
    expect(outside.asked.filter((url) => url.includes('evil.test'))).toEqual([])
    let accepted: string | undefined
    outside.hosts.set('by-file.test', (_, { headers }) => {
      accepted = headers.accept
      return { body: `<p>${content}</p>` }
    })
    expect((await follow(ana, claim)).finding).toContain('it does not contain the line of this claim')
    expect(accepted).toBe('text/plain,*/*;q=0.5')
    outside.hosts.set('by-file.test', pages({ '/.well-known/launch-claim.txt': { body: `${content}\n` } }))
    expect((await follow(ana, claim)).status).toBe('verified')
  })

  it('by mail refuse to be verified by a call, and say what to do instead', async () => {
    await listed('by-mail')
    outside.hosts.set('by-mail.test', pages({ '/': '<a href="mailto:Owner@by-mail.test">Write to us</a>' }))
    const input = { slug: 'by-mail', method: 'email', email: 'owner@by-mail.test' }
    const claim = await ana.get('claim_listing', input)
    expect(claim).toMatchObject({ status: 'pending', publish: null })
    expect(claim.instructions).toContain('Open the link that was mailed to owner@by-mail.test')
    const { status, body } = await ana.call('verify_claim', { claim_id: claim.claim_id })
    expect([status, body.code]).toEqual([400, 'verified_by_mail'])
    expect(body.next_steps[0]).toMatchObject({ tool: 'claim_listing', arguments: input })
    expect((await follow(ana, body)).claim_id).toBe(claim.claim_id)
    await service.worker.idle()
    const mails = postbox.mails.filter(({ to }) => to?.[0]?.address === 'owner@by-mail.test')
    expect(mails).toHaveLength(2)
    for (const mail of mails) {
      expect(mail.text).toContain('ana@tide.example asks to look after the listing of by-mail.test')
      expect(mail.html).toContain('ana@tide.example asks to look after the listing of by-mail.test')
    }
  })

  it('by mail take no address outside the company, and none that anybody can have', async () => {
    await listed('strict')
    const shown = ['', '+1', '+2', '+3', '+4'].map((tag) => `info${tag}@strict.test`).join(' ')
    outside.hosts.set('strict.test', pages({ '/': `<p>${shown}</p><!-- hidden@strict.test -->` }))
    for (const [email, code, words] of [
      [undefined, 'required', 'Required for the method email.'],
      ['ana@gmail.com', 'not_of_the_company', 'Must be an address at strict.test'],
      ['ana@strict.test.evil.test', 'not_of_the_company', 'Must be an address at strict.test'],
      ['ana@strict.test', 'not_of_the_company', 'Must be one that its website shows, or admin@'],
      ['hidden@strict.test', 'not_of_the_company', 'Must be one that its website shows, or admin@'],
      ['ana@strict.test', 'not_of_the_company', 'write to the site team at team@launch.test'],
    ] as const) {
      const { status, body } = await ana.call('claim_listing', { slug: 'strict', method: 'email', email })
      expect(status).toBe(400)
      expect(body.errors).toEqual([
        expect.objectContaining({ pointer: '/email', code, message: expect.stringContaining(words) }),
      ])
    }
    await listed('shut')
    const shut = { slug: 'shut', method: 'email', email: 'ana@shut.test' }
    expect((await ana.call('claim_listing', shut)).body.detail).toContain(
      'We could not look for this address on the website of shut.test: https://shut.test/ could not be read. The host does not accept a connection.',
    )
    const input = { slug: 'strict', method: 'email' }
    for (let sent = 0; sent < 5; sent += 1)
      await ana.get('claim_listing', { ...input, email: `info${sent === 0 ? '' : `+${sent}`}@strict.test` })
    const { body } = await ben.call('claim_listing', { ...input, email: 'info@strict.test' })
    expect(body.code).toBe('too_many_mails')
  })

  it('asked for again leave what was published good', async () => {
    await listed('twice')
    const first = await ana.get('claim_listing', { slug: 'twice', method: 'dns' })
    service.clock.now = new Date(thursday.getTime() + 86_400_000)
    const second = await ana.get('claim_listing', { slug: 'twice', method: 'dns' })
    service.clock.now = new Date(thursday)
    expect(second).toMatchObject({ claim_id: first.claim_id, publish: first.publish })
    expect(second.expires_at > first.expires_at).toBe(true)
    const other = await ben.get('claim_listing', { slug: 'twice', method: 'dns' })
    expect(other.publish.content).not.toBe(first.publish.content)
    names.records.set('_launch-claim.twice.test', [[first.publish.content]])
    expect((await follow(ben, other)).status).toBe('pending')
  })

  it('expire after seven days, and then lead to new ones', async () => {
    await listed('too-late')
    const claim = await ana.get('claim_listing', { slug: 'too-late', method: 'dns' })
    names.records.set('_launch-claim.too-late.test', [[claim.publish.content]])
    service.clock.now = new Date(thursday.getTime() + 7 * 86_400_000)
    const { status, body } = await ana.call('verify_claim', { claim_id: claim.claim_id })
    expect([status, body.code]).toEqual([400, 'claim_expired'])
    const { items } = await ana.get('list_my_claims', { per_page: 100 })
    const old = items.find(({ claim_id }: { claim_id: number }) => claim_id === claim.claim_id)
    expect(old).toMatchObject({ status: 'expired', publish: null })
    const renewed = await follow(ana, body)
    expect(renewed.claim_id).not.toBe(claim.claim_id)
    expect(renewed.publish.content).not.toBe(claim.publish.content)
    service.clock.now = new Date(thursday)
  })

  it('take the place of an owner who has proved nothing, and are disputed with one who has', async () => {
    const id = await listed('contested')
    const cleo = await enter(service, door, 'cleo@contested.example')
    await service.storage.write(async ({ owners, listings }) => {
      await owners.add(id, cleo.user_id, thursday.toISOString())
      const version = {
        listing_id: id,
        user_id: cleo.user_id,
        via: 'session',
        before: {},
        after: { tagline: 'Hers' },
      }
      const seen = {
        seen_by: ben.user_id,
        seen_at: thursday.toISOString(),
        created_at: thursday.toISOString(),
      }
      await owners.addVersion({ ...version, ...seen } as never)
      const waiting = { plan: 'free', status: 'scheduled', live_at: null, launch_week: '2026-11-30' } as const
      await listings.change(id, waiting)
    })
    const prove = async (caller: Caller) => {
      const claim = await caller.get('claim_listing', { slug: 'contested', method: 'dns' })
      names.records.set('_launch-claim.contested.test', [[claim.publish.content]])
      return follow(caller, claim)
    }
    expect((await prove(ben)).status).toBe('verified')
    expect(await ownersOf(id)).toEqual([ben.user_id])
    expect((await cleo.call('update_my_listing', { listing_id: id, fields: { tagline: 'x' } })).status).toBe(
      404,
    )
    const versions = await service.storage.owners.versions(id)
    expect(versions.some(({ seen_at, user_id }) => seen_at === null && user_id === cleo.user_id)).toBe(true)
    await service.worker.idle()
    const told = postbox.mails.findLast(({ to }) => to?.[0]?.address === 'cleo@contested.example')
    expect(told?.text).toContain('Somebody else has proved that Contested is theirs')
    // Whoever owned it had heard of the claim, and the new owner's profile and badge are not there yet.
    const warned = postbox.mails.find(({ subject }) => subject === 'Somebody claims the listing of Contested')
    expect(warned?.to?.[0]?.address).toBe('cleo@contested.example')
    expect(warned?.text).toMatch(/\/listings\/contested\/report/)
    expect((await service.storage.listings.byId(id))!.status).toBe('awaiting_badge')
    const done = await prove(ana)
    expect(done).toMatchObject({ status: 'disputed', finding: 'The TXT record was found.' })
    expect(await ownersOf(id)).toEqual([ben.user_id])
    await service.worker.idle()
    const disputed = postbox.mails.findLast(({ subject }) => subject === 'Somebody else claims Contested')
    expect(disputed?.to?.[0]?.address).toBe('ben@ledgerline.example')
    const { body } = await ben.call('claim_listing', { slug: 'contested', method: 'meta' })
    expect(body.code).toBe('already_verified')
    await cleo.end()
    const { storage, url } = service
    const place = { now: service.clock.now, public_url: url, seller: readConfig({}).SELLER }
    const given = { id: String(done.claim_id), decision: 'accept', reason: 'They are colleagues.' }
    await expect(operatorDecision(storage, { ...given, id: '999' }, place)).rejects.toThrow('No claim of')
    expect(await operatorDecision(storage, given, place)).toMatch(/claimant owns it too/)
    expect(await ownersOf(id)).toEqual(expect.arrayContaining([ana.user_id, ben.user_id]))
    expect(await operatorRecord(storage)).toMatch(
      /\toperator\tdecide_dispute\tlisting .*\tThey are colleagues\.$/m,
    )
  })

  it('leave to the team what the team gave to somebody, who may prove it too', async () => {
    const id = await listed('given')
    const claim = await ana.get('claim_listing', { slug: 'given', method: 'dns' })
    names.records.set('_launch-claim.given.test', [[claim.publish.content]])
    expect((await follow(ana, claim)).status).toBe('verified')
    const place = { now: thursday, public_url: service.url, seller: readConfig({}).SELLER }
    const given = { slug: 'given', email: 'ben@ledgerline.example', reason: 'It was sold.' }
    await operatorTransfer(service.storage, given, place)
    expect(await ownersOf(id)).toEqual([ben.user_id])
    expect(await verified('given')).toBeNull()
    const { items } = await ana.get('list_my_claims', { per_page: 100 })
    const old = items.find(({ claim_id }: { claim_id: number }) => claim_id === claim.claim_id)
    expect(old.instructions).toContain('has another owner by now')
    expect(old.next_steps[0].tool).toBe('list_my_claims')
    // The proof of the owner before is none of the new one's.
    expect((await ben.call('claim_listing', { slug: 'given', method: 'meta' })).status).toBe(201)
    const again = await ana.get('claim_listing', { slug: 'given', method: 'dns' })
    names.records.set('_launch-claim.given.test', [[again.publish.content]])
    expect((await follow(ana, again)).status).toBe('disputed')
    expect(await ownersOf(id)).toEqual([ben.user_id])
  })

  it('end with the account of the claimant, whoever opens the link', async () => {
    const id = await listed('by-closed')
    const { user_id } = await keyFor(service, 'mallory@elsewhere.example')
    const hash = digest('lo_closed')
    const days = { created_at: thursday.toISOString(), expires_at: '2026-11-26T12:00:00.000Z' }
    const whose = { user_id, listing_id: id, method: 'email', email: 'info@by-closed.test' } as const
    await service.storage.write(async ({ claims, users }) => {
      await claims.add({ ...whose, ...days, token: 't', link_hash: hash, status: 'pending' })
      await users.close(user_id, thursday.toISOString())
    })
    const confirm = () => perform(confirmClaim, { token: 'lo_closed' }, actionContext(service, null))
    expect(await confirm()).toBeNull()
    expect(await ownersOf(id)).toEqual([])
    await service.storage.write(({ users }) => users.close(user_id, null))
    expect(await confirm()).toMatchObject({ settled: 'verified' })
  })

  it('prove who the owner is until the account is closed or deleted, wherever that is said', async () => {
    const id = await listed('left-behind')
    const cleo = await enter(service, door, 'cleo@left-behind.test')
    const claim = await cleo.get('claim_listing', { slug: 'left-behind', method: 'dns' })
    names.records.set('_launch-claim.left-behind.test', [[claim.publish.content]])
    expect((await follow(cleo, claim)).status).toBe('verified')
    const page = async () =>
      (await service.fetch('/listings/left-behind', { headers: { accept: 'text/html' } })).text()
    const isSaid = async () => {
      const { items } = await ana.get('search_listings', { q: 'left behind', verified: true })
      const badges = (await ana.get('get_badges', { slug: 'left-behind' })).items
      const said = [
        (await verified('left-behind')) !== null,
        items.some(({ slug }: { slug: string }) => slug === 'left-behind'),
        badges.some(({ key }: { key: string }) => key === 'verified'),
        /Verified owner/.test(await page()),
        !(await page()).includes('Claim it'),
      ]
      expect(new Set(said).size, JSON.stringify(said)).toBe(1)
      return said[0]
    }
    expect(await isSaid()).toBe(true)
    await service.storage.write(({ users }) => users.setRole('ana@tide.example', 'team'))
    const team = actionContext(service, { user_id: ana.user_id, via: 'session', role: 'team' })
    const given = { id: cleo.user_id, reason: 'They asked for it.' }
    await perform(closeAccount, given, team)
    expect(await isSaid()).toBe(false)
    // Her other listing is not proved by this one, nor does a second owner who has proved nothing keep the mark.
    const unproved = await listed('left-alone')
    await service.storage.write(async ({ owners }) => {
      await owners.add(unproved, cleo.user_id, service.clock.now.toISOString())
      await owners.add(id, ana.user_id, service.clock.now.toISOString())
    })
    await perform(reopenAccount, given, team)
    expect([await isSaid(), await verified('left-alone')]).toEqual([true, null])
    await perform(closeAccount, given, team)
    expect(await isSaid()).toBe(false)
    await perform(reopenAccount, given, team)
    await service.storage.write(({ owners }) => owners.remove(id, ana.user_id))
    const own = { user_id: cleo.user_id, via: 'session', email: 'cleo@left-behind.test' } as const
    await perform(deleteOwnAccount, { confirm: own.email }, actionContext(service, own))
    expect(await isSaid()).toBe(false)
    expect(await ownersOf(id)).toEqual([])
    await service.storage.write(({ users }) => users.setRole('ana@tide.example', 'member'))
    await cleo.end()
  })

  it('of a repository want a file in its default branch', async () => {
    await listed('in-a-repository', 'https://github.com/ana/tide/tree/main/docs')
    for (const method of ['dns', 'meta', 'email'])
      expect((await ana.call('claim_listing', { slug: 'in-a-repository', method })).status).toBe(400)
    const claim = await ana.get('claim_listing', { slug: 'in-a-repository', method: 'file' })
    const at = 'https://raw.githubusercontent.com/ana/tide/HEAD/launch-claim.txt'
    expect(claim.publish.at).toBe(at)
    expect(claim.instructions).toContain('at the top of the default branch')
    const content = claim.publish.content as string
    const host = (path: string) =>
      outside.hosts.set('raw.githubusercontent.com', pages({ [path]: { body: content } }))
    host('/eve/tide/HEAD/launch-claim.txt')
    expect((await follow(ana, claim)).status).toBe('pending')
    outside.hosts.set('raw.githubusercontent.com', () => ({
      status: 302,
      headers: { location: 'https://raw.githubusercontent.com/eve/tide/HEAD/launch-claim.txt' },
    }))
    expect((await follow(ana, claim)).finding).toContain('leads elsewhere')
    host('/ana/tide/HEAD/launch-claim.txt')
    expect((await follow(ana, claim)).status).toBe('verified')
  })

  it('of an app want proof of the website that its store names, as long as it names it', async () => {
    const store = 'https://apps.apple.com/us/app/tide/id1'
    await listed('in-a-store', store)
    const naming = (website: string | null) =>
      outside.hosts.set(
        'apps.apple.com',
        pages({
          '/us/app/tide/id1': `<p>Get it at <a href="https://eve.test/">my website</a></p>${website === null ? '' : `<a href="${website}">Developer Website</a>`}`,
        }),
      )
    naming(null)
    const { body } = await ana.call('claim_listing', { slug: 'in-a-store', method: 'file' })
    expect([body.code, body.detail]).toEqual([
      'cannot_be_claimed',
      expect.stringContaining('team@launch.test'),
    ])
    naming('https://app-maker.test/')
    const claim = await ana.get('claim_listing', { slug: 'in-a-store', method: 'file' })
    expect(claim.publish.at).toBe('https://app-maker.test/.well-known/launch-claim.txt')
    outside.hosts.set(
      'app-maker.test',
      pages({ '/.well-known/launch-claim.txt': { body: claim.publish.content as string } }),
    )
    naming('https://somebody-else.test/')
    expect((await follow(ana, claim)).finding).toContain('does not name https://app-maker.test/')
    naming('https://app-maker.test/')
    expect((await follow(ana, claim)).status).toBe('verified')
  })

  it('are nobody else’s business', async () => {
    await listed('private')
    const { claim_id } = await ana.get('claim_listing', { slug: 'private', method: 'dns' })
    const { status, body } = await ben.call('verify_claim', { claim_id })
    expect([status, body.next_steps[0].tool]).toEqual([404, 'list_my_claims'])
    const { items } = await ben.get('list_my_claims')
    expect(items.map((one: { slug: string }) => one.slug)).not.toContain('private')
  })

  it('are listed newest first, in pages', async () => {
    const { items, total, has_more } = await ana.get('list_my_claims', { per_page: 2 })
    expect(items).toHaveLength(2)
    expect(items[0].claim_id).toBeGreaterThan(items[1].claim_id)
    expect(has_more).toBe(total > 2)
  })

  it('free an address that somebody else was first with, though their listing is not public', async () => {
    const id = await listed('squatted')
    await service.storage.write(async ({ listings, owners }) => {
      await listings.change(id, { status: 'draft', live_at: null })
      await owners.add(id, ben.user_id, thursday.toISOString())
    })
    const { body } = await ana.call('submit_listing', { url: 'https://squatted.test/' })
    expect(body.code).toBe('already_listed')
    const claim = await follow(ana, body)
    names.records.set('_launch-claim.squatted.test', [[claim.publish.content]])
    expect((await follow(ana, claim)).status).toBe('verified')
    expect(await ownersOf(id)).toEqual([ana.user_id])
    expect((await ben.call('get_my_listing', { listing_id: id })).status).toBe(404)
  })

  it('are refused where nobody could prove anything, or nothing is listed', async () => {
    await listed('on-a-path', 'https://sourceforge.net/projects/on-a-path')
    expect((await ana.call('claim_listing', { slug: 'on-a-path', method: 'meta' })).body.code).toBe(
      'cannot_be_claimed',
    )
    expect((await ana.call('claim_listing', { slug: 'nobody', method: 'dns' })).status).toBe(404)
    expect((await ana.call('claim_listing', { slug: 'hidden-withdrawn', method: 'dns' })).status).toBe(404)
    const { body } = await ana.call('claim_listing', { slug: 'tide', method: 'phone' })
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '/method', code: 'invalid_value' })])
  })

  it('can be open twenty at a time', async () => {
    const cleo = await enter(service, door, 'cleo@tide.example')
    for (let number = 1; number <= 21; number += 1) {
      await listed(`open-${number}`)
      const { status, body } = await cleo.call('claim_listing', { slug: `open-${number}`, method: 'dns' })
      expect(status, body.detail).toBe(number === 21 ? 400 : 201)
    }
    await cleo.end()
  })
})
