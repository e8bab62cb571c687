import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter, type Caller } from '../../support/callers.ts'
import { openBrowser } from '../../support/people.ts'
import { openPostbox, type Postbox } from '../../support/postbox.ts'
import { callRest, startService, thursday, type Service } from '../../support/service.ts'
import { fillTown } from '../../support/town.ts'

const now = thursday.toISOString()

describe('followers of a listing', () => {
  let service: Service
  let postbox: Postbox
  let owner: Caller
  beforeAll(async () => {
    postbox = await openPostbox()
    service = await startService({ fill: fillTown, settings: { MAIL_URL: postbox.url } })
    owner = await enter(service, 'rest', 'owner@mail.test')
  })
  afterAll(async () => {
    await owner.end()
    await service.close()
    await postbox.close()
  })

  const person = async (email: string) =>
    (await service.storage.write(({ users }) => users.ensure(email, now))).id
  const listing = async (slug: string) => (await service.storage.listings.profile(1, slug))!.listing
  async function follow(slug: string, email: string): Promise<number> {
    const { id } = await listing(slug)
    const user_id = await person(email)
    await service.storage.write(({ follows }) => follows.add({ listing_id: id }, user_id, now))
    return user_id
  }
  /** Posts an update as the listing's owner, through the operation; returns how many are told. */
  async function tell(slug: string, update: { title: string; body: string }, key?: string): Promise<number> {
    const { id } = await listing(slug)
    await service.storage.write(({ owners }) => owners.add(id, owner.user_id, now))
    const input = { listing_id: id, ...update }
    const headers = { ...owner.headers, ...(key !== undefined && { 'idempotency-key': key }) }
    const { status, body } = await callRest(service, 'post_listing_update', input, headers)
    expect(status, JSON.stringify(body)).toBe(201)
    return body.followers_told as number
  }
  async function received(subject: string) {
    await service.worker.idle()
    return postbox.mails.filter((mail) => mail.subject === subject)
  }

  it('get one mail each, as text and as HTML, with one click to end them; its writer gets none', async () => {
    for (const email of ['ana@mail.test', 'ben@mail.test', 'owner@mail.test']) await follow('tide', email)
    const count = await tell('tide', { title: 'Faster', body: 'First.\n\nSecond <b>&' })
    expect(count).toBe(2)
    const mails = await received('Tide: Faster')
    expect(mails.map(({ to }) => to![0]!.address).sort()).toEqual(['ana@mail.test', 'ben@mail.test'])
    const [mail] = mails
    const header = (name: string) => mail!.headers.find(({ key }) => key === name)?.value
    const link = /<(.*)>/.exec(header('list-unsubscribe')!)![1]!
    expect(link).toMatch(new RegExp(`^${service.url}/unsubscribe/[0-9a-f]{32}$`))
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail!.text).toContain('First.\n\nSecond <b>&')
    expect(mail!.text).toContain(link)
    expect(mail!.html).toContain('Second &#60;b&#62;&#38;</p>')
    expect(mail!.html).toContain(`href="${link}"`)
    expect(mail!.text + mail!.html!).not.toContain('{{')
    expect(new Set(mails.map((one) => one.messageId)).size).toBe(2)
  })

  it('whose account the team has closed get none', async () => {
    const closed = await follow('almanac', 'ring@mail.test')
    await service.storage.write(({ users }) => users.close(closed, now))
    await follow('almanac', 'cleo@mail.test')
    expect(await tell('almanac', { title: 'Open', body: 'x' })).toBe(1)
    const mails = await received('Almanac: Open')
    expect(mails.map(({ to }) => to![0]!.address)).toEqual(['cleo@mail.test'])
  })

  it('are told of one update once, whoever asks again', async () => {
    await follow('almanac', 'cleo@mail.test')
    expect(await tell('almanac', { title: 'Once', body: 'x' }, 'the same call')).toBe(1)
    expect(await tell('almanac', { title: 'Once', body: 'x' }, 'the same call')).toBe(1)
    expect(await received('Almanac: Once')).toHaveLength(1)
  })

  it('end the mails with one click from anywhere, without a session, and stay followers', async () => {
    const user_id = await follow('rota', 'dan@mail.test')
    await tell('rota', { title: 'One', body: 'x' })
    const [mail] = await received('Rota: One')
    const link = new URL(
      /<(.*)>/.exec(mail!.headers.find(({ key }) => key === 'list-unsubscribe')!.value)![1]!,
    )
    const page = await openBrowser(service).get(link.pathname)
    expect(page.text).toContain('No more emails about Rota?')
    expect(
      (await service.storage.follows.of({ listing_id: (await listing('rota')).id }, user_id))!.told,
    ).toBe(true)
    // As mail programs send it (RFC 8058 section 3.2), in either encoding, and without an origin.
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    for (const body of [form, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })]) {
      const response = await fetch(link, { method: 'POST', body, redirect: 'manual' })
      expect(response.status).toBe(200)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await response.text()).toContain('You will get no more emails about Rota')
    }
    expect(
      await service.storage.follows.of({ listing_id: (await listing('rota')).id }, user_id),
    ).toMatchObject({
      told: false,
    })
    expect(await tell('rota', { title: 'Two', body: 'x' })).toBe(0)
    const unknown = await fetch(new URL('/unsubscribe/0123', service.url), { method: 'POST' })
    expect(await unknown.text()).toContain('You are not getting these emails')
  })

  it('cannot be led astray by what an owner writes', async () => {
    await follow('ledgerline', 'eve@mail.test')
    const title = 'Hello\nBcc: all@evil.test {{unsubscribe_url}}'
    await tell('ledgerline', { title, body: '{{unsubscribe_url}} <a href="x">y</a>' })
    const [mail] = await received('Ledgerline: Hello Bcc: all@evil.test {{unsubscribe_url}}')
    expect(mail!.bcc).toBeUndefined()
    expect(mail!.to).toEqual([{ name: '', address: 'eve@mail.test' }])
    expect(mail!.text!.match(/\/unsubscribe\//g)).toHaveLength(1)
    expect(mail!.html).not.toContain('<a href="x">')
  })

  it('are told together with the update, or not at all', async () => {
    const before = (await service.storage.jobs.open()).length
    const { id } = await listing('tide')
    await expect(
      service.storage.write(async ({ mail }) => {
        const letter = { subject: 's', body: 'b', html: 'h', public_url: service.url }
        const times = { created_at: now, expires_at: '2027-01-01T00:00:00.000Z' }
        expect(
          await mail.toFollowers({
            to: { listing_id: id },
            sender_id: 0,
            occasion: 'none',
            ...letter,
            ...times,
          }),
        ).toBeGreaterThan(0)
        throw new Error('crash')
      }),
    ).rejects.toThrow('crash')
    expect((await service.storage.jobs.open()).length).toBe(before)
  })

  it('are asked again when the server puts a mail off, and not when one may have left', async () => {
    await follow('pennywise', 'fay@mail.test')
    postbox.refuse.with = 451
    await tell('pennywise', { title: 'Later', body: 'x' })
    await service.worker.idle()
    delete postbox.refuse.with
    service.clock.now = new Date(thursday.getTime() + 60_000)
    expect(await received('Pennywise: Later')).toHaveLength(1)
    await follow('pennywise', 'gus@mail.test')
    await service.worker.stop(0)
    await tell('pennywise', { title: 'Lost', body: 'x' })
    const open = await service.storage.jobs.open()
    const ids = open.map(({ payload }) => payload.mail_id as number)
    await service.storage.write(async ({ mail }) => {
      for (const id of ids) await mail.handOver(id, now)
    })
    const { sendMail } = await import('../../../jobs/send_mail.ts')
    for (const mail_id of ids) {
      const context = { storage: service.storage, now: thursday } as never
      const outcome = await sendMail.run({ mail_id }, context)
      await service.storage.write(async (inside) => outcome?.(inside))
      expect(await service.storage.mail.byId(mail_id)).toMatchObject({ failure: 'perhaps sent', body: null })
    }
    service.clock.now = new Date(thursday)
  })
})
