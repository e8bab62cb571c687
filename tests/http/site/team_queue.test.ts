// Jobs that failed, mails that were not sent, and the decision of disputes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parts } from '../../../http/site/team/health.ts'
import { jobs } from '../../../jobs/catalog.ts'
import type { JobKind } from '../../../storage/jobs.ts'
import { openDesk, type Desk } from '../../support/desk.ts'
import { keyFor } from '../../support/people.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
  // What waits must not be done meanwhile, nor what is tried again.
  await desk.service.worker.idle()
  await desk.service.worker.stop(0)
})
afterAll(() => desk.service.close())

const secret = `ll_${'s'.repeat(43)}`

describe('a job that failed', () => {
  /** Buries a job as the worker does. */
  async function bury(kind: JobKind, payload: object, failure: string, key?: string) {
    const { storage, clock } = desk.service
    const at = clock.now.toISOString()
    return storage.write(async ({ jobs }) => {
      // The longest due is taken first.
      await jobs.enqueue({
        kind,
        payload: payload as never,
        key,
        run_at: '2000-01-01T00:00:00.000Z',
        created_at: at,
      })
      const taken = (await jobs.claim(at, at))!
      await jobs.bury(taken, failure)
      return taken.id
    })
  }

  it('is shown with its reason, without what would let somebody in', async () => {
    await bury(
      'crawl_site',
      { draft_id: 'd1' },
      `Error: fetch of https://a.example/in?token=${secret} failed`,
    )
    await bury('send_mail', { mail_id: 77, link: secret }, `Error: ${secret}`)
    const { text } = await desk.tove.get('/team/health')
    expect(text).toContain('2 things are stuck or wrong.')
    expect(text).toContain('Error: fetch of https://a.example/in?')
    expect(text).toContain('draft d1')
    expect(text).toContain('mail 77')
    expect(text).not.toContain(secret)
    // Whom it hurts, and how the parts are; each page of the desk counts what waits on the others.
    expect(text).toContain('Makers wait for the drafts of their websites.')
    expect(text).toMatch(/Mail\s*<\/td>\s*<td[^>]*>\s*<span class="state deleted">1 failed for good/)
    expect(text).toMatch(/Week\s*<\/td>\s*<td[^>]*>\s*<span class="state manual">Fine/)
    expect((await desk.tove.get('/team/people')).text).toMatch(/Health 2<span class="unseen"> waiting/)
  })

  it('is beside what else is wrong, and counted once', async () => {
    const { storage, clock } = desk.service
    const began_at = clock.now.toISOString()
    await storage.write(async ({ alerts }) => {
      await alerts.begin({ key: 'dead jobs', what: 'Jobs have failed.', remedy: 'Look.', began_at })
      await alerts.begin({ key: 'disk', what: 'The disk is full.', remedy: 'Make room.', began_at })
    })
    const { text } = await desk.tove.get('/team/health')
    expect(text).toContain('3 things are stuck or wrong.')
    expect(text).toMatch(/The disk is full\.[\s\S]*Make room\./)
    expect(text).not.toContain('Jobs have failed.')
    await storage.write(({ alerts }) => alerts.end('disk'))
  })

  it('is tried again, or let go', async () => {
    const { service, tove } = desk
    const [first, second] = await service.storage.jobs.dead()
    const before = await tove.get('/team/health')
    expect((await tove.submit(before, '/team/health/retry')).status).toBe(303)
    expect(await service.storage.jobs.deadOne(first!.id)).toBeUndefined()
    const after = await tove.get('/team/health')
    expect((await tove.submit(after, '/team/health/dismiss')).status).toBe(303)
    expect(await service.storage.jobs.deadOne(second!.id)).toBeUndefined()
    expect((await tove.submit(before, '/team/health/retry')).status).toBe(404)
  })

  it('is not tried again where a newer one of the same stands', async () => {
    const { service, tove } = desk
    const { storage, clock } = service
    const dead = await bury('turn_weeks', {}, 'Error: the disk was full', 'turn_weeks')
    const [run_at, created_at] = ['2027-01-01T00:00:00.000Z', clock.now.toISOString()]
    await storage.write(({ jobs }) =>
      jobs.enqueue({ kind: 'turn_weeks', payload: {}, key: 'turn_weeks', run_at, created_at }),
    )
    const seen = await tove.submit(await tove.get('/team/health'), '/team/health/retry')
    expect([seen.status, seen.text.includes('A newer job of the same kind waits')]).toEqual([400, true])
    expect(await storage.jobs.deadOne(dead)).toBeDefined()
  })
})

it('is of a part of the service that the page of its health names, whatever its kind', () => {
  const shown = Object.values(parts).flatMap(({ kinds }) => kinds)
  expect(jobs.filter(({ kind }) => !shown.includes(kind))).toEqual([])
})

describe('the outbox', () => {
  const put = (subject: string, expires_at?: string) =>
    desk.service.storage.write(({ mail }) =>
      mail.add({
        message_id: `${subject}@here.example`,
        recipient: 'ana@tide.example',
        subject,
        body: `Open https://here.example/sign-in/link?token=${secret}`,
        html: `<a href="https://here.example/x?token=${secret}">in</a>`,
        created_at: desk.service.clock.now.toISOString(),
        ...(expires_at !== undefined && { expires_at }),
      }),
    )
  const list = async (show: string) => (await desk.tove.get(`/team/mail?show=${show}`)).text

  it('shows what waits, was sent and was not, never what a mail says', async () => {
    await put('Waiting here')
    const failed = await put('Refused there')
    await desk.service.storage.write(({ mail }) => mail.fail(failed, 'EENVELOPE 550'))
    expect(await list('waiting')).toContain('Waiting here')
    expect(await list('failed')).toMatch(/Refused there[\s\S]*EENVELOPE 550/)
    expect(await list('sent')).toContain('ana@tide.example')
    for (const show of ['waiting', 'failed', 'sent']) expect(await list(show)).not.toContain('token=')
  })

  it('sends a failed mail again, and none that has grown too old', async () => {
    const { service, tove } = desk
    const { storage } = service
    const old = await put('Your link', '2027-01-01T00:00:00.000Z')
    await storage.write(({ mail }) => mail.fail(old, 'gave up'))
    const page = await tove.get('/team/mail')
    expect(page.text.match(/Send it again/g)).toHaveLength(1)
    expect((await tove.submit(page, '/team/mail/retry')).status).toBe(303)
    expect(await list('waiting')).toContain('Refused there')
    expect((await tove.submit(page, '/team/mail/retry')).status).toBe(404)
    const seal = page.text.match(/name="seal" value="([^"]+)"/)![1]!
    const late = await tove.post('/team/mail/retry', { id: String(old), seal })
    expect([late.status, late.text.includes('would come too late')]).toEqual([400, true])
  })
})

describe('a disputed claim', () => {
  let claimant: number
  const dispute = async () => {
    const at = desk.service.clock.now.toISOString()
    return desk.service.storage.write(async ({ claims }) => {
      const made = {
        listing_id: desk.tide,
        user_id: claimant,
        method: 'dns',
        token: 't',
        email: null,
      } as const
      const open = { link_hash: null, status: 'disputed', created_at: at, expires_at: at } as const
      const { id } = await claims.add({ ...made, ...open })
      return (await claims.change(id, { finding: 'The TXT record was found.', settled_at: at })).id
    })
  }
  const decide = async (decision: string, reason = 'The register says so') =>
    desk.tove.submit(await desk.tove.get('/team/disputes'), '/team/disputes/decide', { decision, reason })
  const owners = async () =>
    (await desk.service.storage.owners.people(desk.tide)).map(({ user_id }) => user_id)
  /** Subjects by recipient of the mails that wait; the worker was stopped. */
  const told = async () => {
    const { items } = await desk.service.storage.mail.outbox('waiting', { limit: 2, offset: 0 })
    return Object.fromEntries(items.map(({ recipient, subject }) => [recipient, subject]))
  }
  beforeAll(async () => {
    ;({ user_id: claimant } = await keyFor(desk.service, 'eve@else.example'))
  })

  it('is shown with the evidence of both sides', async () => {
    await dispute()
    const { text } = await desk.tove.get('/team/disputes')
    for (const said of [
      'eve@else.example',
      'The TXT record was found.',
      'ana@tide.example',
      'None on record',
    ])
      expect(text).toContain(said)
  })

  it('is not decided without a decision and a reason', async () => {
    const blank = await decide('', '')
    expect([blank.status, blank.text.includes('Choose whose it is')]).toEqual([400, false])
    expect(blank.text).toContain('Must be one of beside, alone, refused.')
    expect(await owners()).toEqual([desk.ana_id])
  })

  it('leaves the listing with its owner, and tells both', async () => {
    expect((await decide('refused')).status).toBe(303)
    expect(await owners()).toEqual([desk.ana_id])
    expect(await told()).toEqual({
      'eve@else.example': 'Your claim to Tide',
      'ana@tide.example': 'Tide stays yours',
    })
    expect((await desk.tove.get('/team/disputes')).text).toContain('Nobody disputes a listing.')
  })

  it('makes the claimant an owner beside the present one, or in their place', async () => {
    await dispute()
    await decide('beside')
    expect((await owners()).sort()).toEqual([desk.ana_id, claimant].sort())
    await desk.service.storage.write(({ owners: all }) => all.remove(desk.tide, claimant))
    await dispute()
    await decide('alone')
    expect(await owners()).toEqual([claimant])
    expect(await told()).toEqual({
      'eve@else.example': 'You own the listing of Tide',
      'ana@tide.example': 'Who owns the listing of Tide',
    })
    const { text } = await desk.tove.get('/team/record')
    expect(text).toContain('the claimant owns it alone')
  })
})
