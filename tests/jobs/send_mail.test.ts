// Mail through a real SMTP server on loopback, read back by a parser nobody here wrote.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { openDelivery } from '../../jobs/delivery.ts'
import { operatorJobs } from '../../jobs/queue/operator.ts'
import { startWorker, type WorkerOptions } from '../../jobs/queue/worker.ts'
import { sendMail } from '../../jobs/send_mail.ts'
import { keptLimits } from '../../auth/kept_limits.ts'
import { mailLink } from '../../auth/sign_in.ts'
import { mailbox, openBrowser } from '../support/people.ts'
import { openPostbox, type Postbox } from '../support/postbox.ts'
import { startService, thursday, type Service } from '../support/service.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

async function open(settings: Record<string, string> = {}): Promise<{ service: Service; postbox: Postbox }> {
  const postbox = await openPostbox()
  opened.push(postbox)
  const service = await startService({ settings: { MAIL_URL: postbox.url, ...settings } })
  opened.push(service)
  return { service, postbox }
}
const ask = async (service: Service, email = 'ana@tide.example') => {
  const { text } = await openBrowser(service).post('/sign-in', { email })
  await service.worker.idle()
  return text
}

describe('mail', () => {
  it('arrives as one plain letter with one link, and is erased from the outbox', async () => {
    const { service, postbox } = await open({ MAIL_FROM: 'Tide <hello@tide.example>' })
    expect(await ask(service)).toContain('Check your email')
    const mail = postbox.mails[0]!
    expect(mail.from).toMatchObject({ name: 'Tide', address: 'hello@tide.example' })
    expect(mail.to).toEqual([{ name: '', address: 'ana@tide.example' }])
    expect(mail.subject).toBe('Sign in to Launch Directory')
    expect(mail.text!.match(/https?:\/\/\S+/g)).toEqual([
      expect.stringMatching(new RegExp(`^${service.url}/sign-in/link\\?token=ll_[\\w-]{43}$`)),
    ])
    expect(mail.html).toContain('Sign in to Launch Directory')
    expect(mail.html!.match(/href="[^"]*"/g)).toEqual([`href="${/https?:\/\/\S+/.exec(mail.text!)![0]}"`])
    expect(mail.attachments).toEqual([])
    const stored = await service.storage.mail.byId(1)
    expect(stored).toMatchObject({ body: null, sent_at: thursday.toISOString() })
    expect(service.log_lines.join('')).not.toContain('ll_')
  })

  it('comes from the sender of its site, and from MAIL_FROM where that has none', async () => {
    const { service, postbox } = await open({ MAIL_FROM: 'Tide <hello@tide.example>' })
    const [main] = await service.storage.sites.all()
    const { id, ...like } = main!
    await service.storage.write(({ sites }) =>
      sites.add({
        ...{ ...like, key: 'schools', host: 'schools.example', name: 'Schools' },
        mail_from: 'Schools <hello@schools.example>',
      }),
    )
    const mail = { recipient: 'ana@tide.example', subject: 'Hello', body: 'Hello' }
    const created_at = thursday.toISOString()
    await service.storage.write(async (inside) => {
      for (const host of ['schools.example', new URL(service.url).hostname, 'gone.example'])
        await inside.mail.add({ ...mail, message_id: `1@${host}`, created_at })
    })
    await service.worker.idle()
    await service.storage.write(({ sites }) => sites.change(id, { mail_from: 'team@main.example' }))
    await ask(service)
    const from = postbox.mails.map(({ messageId, from }) => [messageId!.split('@')[1], from!.address])
    expect(from.toSorted()).toEqual([
      ['gone.example>', 'hello@tide.example'],
      [`${new URL(service.url).hostname}>`, 'hello@tide.example'],
      [`${new URL(service.url).hostname}>`, 'team@main.example'],
      ['schools.example>', 'hello@schools.example'],
    ])
  })

  it('keeps its Message-ID and date when it is sent again because the server took it and its answer was lost', async () => {
    const { service, postbox } = await open()
    postbox.refuse.afterwards = true
    await ask(service)
    postbox.refuse.afterwards = false
    service.clock.now = new Date(thursday.getTime() + 30_000)
    await service.worker.idle()
    const { message_id } = (await service.storage.mail.byId(1))!
    expect(postbox.mails.map(({ messageId, date }) => [messageId, new Date(date!)])).toEqual([
      [`<${message_id}>`, thursday],
      [`<${message_id}>`, thursday],
    ])
  })

  it('is not sent again when its job is', async () => {
    const { service, postbox } = await open()
    await ask(service)
    const at = thursday.toISOString()
    await service.storage.write(({ jobs }) =>
      jobs.enqueue({ kind: 'send_mail', payload: { mail_id: 1 }, run_at: at, created_at: at }),
    )
    await service.worker.idle()
    expect(postbox.mails).toHaveLength(1)
  })

  it('is sent once by a server that answers only after the attempt was given up', async () => {
    const { service, postbox } = await open()
    await service.worker.stop(0)
    const { storage, clock } = service
    const log = { info() {}, warn() {}, error() {} } as never
    const place = { mail_url: postbox.url, mail_from: 'a@b.example', folder: '', log_links: false }
    const delivery = openDelivery({ ...place, log })
    const context = { storage, delivery, clock: () => clock.now, log, public_url: service.url }
    const works = (timeout_ms: number) => {
      const worker = startWorker({
        jobs: [{ ...sendMail, timeout_ms }],
        context: context as unknown as WorkerOptions['context'],
        tick_ms: 20,
      })
      opened.push({ close: () => worker.stop() })
      return worker
    }
    const hasty = works(300)
    const answers = Promise.withResolvers<void>()
    postbox.refuse.until = answers.promise
    await openBrowser(service).post('/sign-in', { email: 'ana@tide.example' })
    await hasty.idle()
    expect(await storage.jobs.open()).toMatchObject([{ kind: 'send_mail', failures: 1 }])
    await hasty.stop()
    delete postbox.refuse.until
    answers.resolve()
    await sleep(500)
    clock.now = new Date(thursday.getTime() + 30_000)
    await works(sendMail.timeout_ms).idle()
    expect(postbox.mails).toHaveLength(1)
  })

  it('that the server puts off is tried again later, and not sooner', async () => {
    const { service, postbox } = await open()
    postbox.refuse.with = 451
    await ask(service)
    const [job] = await service.storage.jobs.open()
    expect(job).toMatchObject({ kind: 'send_mail', failures: 1, failure: 'Error: EENVELOPE 451' })
    expect(job!.run_at > thursday.toISOString()).toBe(true)
    delete postbox.refuse.with
    await service.worker.idle()
    expect(postbox.mails).toHaveLength(0)
    service.clock.now = new Date(thursday.getTime() + 30_000)
    await service.worker.idle()
    expect(postbox.mails).toHaveLength(1)
  })

  it('that the server refuses for good is given up, with the reason and without the link', async () => {
    const { service, postbox } = await open()
    postbox.refuse.with = 550
    await ask(service)
    expect(await service.storage.mail.byId(1)).toMatchObject({
      failure: 'EENVELOPE 550',
      body: null,
    })
    expect(await operatorJobs(service.storage, thursday)).toBe(
      `refused mail\t1\t${thursday.toISOString()}\tana@tide.example\tEENVELOPE 550`,
    )
    expect(service.log_lines.join('')).toContain('"reason":"EENVELOPE 550","msg":"mail refused for good"')
  })

  it('that would come too late is not sent', async () => {
    const { service, postbox } = await open()
    postbox.refuse.with = 451
    await ask(service)
    delete postbox.refuse.with
    service.clock.now = new Date(thursday.getTime() + 16 * 60_000)
    await service.worker.idle()
    expect(postbox.mails).toHaveLength(0)
    expect(await service.storage.mail.byId(1)).toMatchObject({ failure: 'expired', body: null })
    // Nobody can do anything about it any more.
    expect((await service.storage.team.waiting()).mails).toBe(0)
  })

  it('is asked for in one transaction with its link: both, or neither', async () => {
    const { service } = await open()
    const request = {
      email: 'ana@tide.example',
      return_to: '/',
      asked_by: 'lb_x',
      public_url: service.url,
      site_name: 'X',
      now: thursday,
    }
    const asker = { limits: keptLimits({} as never), address: '192.0.2.7', network: '192.0.2.0/24' }
    await expect(
      service.storage.write(async (inside) => {
        await mailLink(inside, request, asker)
        throw new Error('crash')
      }),
    ).rejects.toThrow('crash')
    expect(await service.storage.mail.byId(1)).toBeUndefined()
    expect(await service.storage.jobs.open()).toEqual([])
  })

  it('without a mail server becomes a file that mail programs read, and at home its link is in the log', async () => {
    const service = await startService()
    opened.push(service)
    expect(await ask(service)).toMatch(
      new RegExp(`the newest file in\\s+<code>${service.folder}/mail</code>`),
    )
    const [mail] = await mailbox(service)
    expect(mail!.to).toEqual([{ name: '', address: 'ana@tide.example' }])
    const link = /https?:\/\/\S+/.exec(mail!.text!)![0]
    expect(service.log_lines.map((line) => (JSON.parse(line) as { link?: string }).link)).toContain(link)
  })

  it('stands in its file as it is, so that a long link can be copied out of it', async () => {
    const service = await startService()
    opened.push(service)
    const body = `Grüße, 50 % = half:\n\nhttps://tide.example/in?token=${'x'.repeat(120)}&to=/a\n\n.\n--\nDüne = Tide\n`
    await service.storage.write(({ mail }) =>
      mail.add({
        message_id: 'x@y',
        recipient: 'ana@tide.example',
        subject: 's',
        body,
        html: `<p>Grüße, <a href="https://tide.example/in?token=${'x'.repeat(120)}">in</a></p>`,
        created_at: thursday.toISOString(),
      }),
    )
    await service.worker.idle()
    const [file] = readdirSync(join(service.folder, 'mail'))
    const text = readFileSync(join(service.folder, 'mail', file!), 'utf8')
    expect(text.replaceAll('\r\n', '\n')).toContain(body.trimEnd())
    const [read] = await mailbox(service)
    expect(read!.text!.trimEnd()).toBe(body.trimEnd())
    expect(read!.html).toContain(`Grüße, <a href="https://tide.example/in?token=${'x'.repeat(120)}">`)
  })

  it('that is never taken is given up in the end; its words stay, for the site team to send them again', async () => {
    const { service, postbox } = await open()
    postbox.refuse.with = 451
    const id = await service.storage.write(({ mail }) =>
      mail.add({
        message_id: 'x@y',
        recipient: 'a@b.example',
        subject: 's',
        body: 'b',
        created_at: thursday.toISOString(),
      }),
    )
    for (let tries = 0; tries < 30; tries += 1) {
      await service.worker.idle()
      service.clock.now = new Date(service.clock.now.getTime() + 601_000)
    }
    expect(await service.storage.mail.byId(id)).toMatchObject({
      body: 'b',
      failure: 'gave up',
      sent_at: null,
    })
  })
})
