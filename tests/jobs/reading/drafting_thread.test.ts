// Reading and drafting in their thread: the same as anywhere, and bounded. The bounds are met with pages that are really
// too heavy for them.
import { afterEach, describe, expect, it } from 'vitest'
import { bounds, openDraftingThread, type DraftingThread } from '../../../jobs/reading/drafting_thread.ts'
import { openDrafter } from '../../../jobs/drafter.ts'
import { tasks } from '../../../jobs/reading/tasks.ts'
import { pack } from '../../../storage/packing.ts'
import { isNotOnSite } from '../../../tools/drafts/fields.ts'
import { TooHeavy, type Drafter } from '../../../tools/drafts/drafter.ts'
import { enter } from '../../support/callers.ts'
import { categories, openDrafting, readyDraft } from '../../support/drafting.ts'
import { hasData, pages, snapshotHost, someSnapshots, type Host } from '../../support/outside.ts'
import type { ServiceOptions } from '../../support/service.ts'
import { rival, tide } from '../../support/tide.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
function open(within: Partial<typeof bounds> = {}): DraftingThread {
  const thread = openDraftingThread({ ...bounds, ...within })
  ends.push(() => thread.close())
  return thread
}
async function serve(hosts: Record<string, Host>, options: ServiceOptions) {
  const world = await openDrafting(hosts, options)
  ends.push(() => world.close())
  return { ...world, ana: await enter(world.service, 'rest', 'ana@tide.test') }
}
/** A quarter of a million elements: more than a small heap holds. */
const heavy = `<title>Heavy</title><h1>Heavy</h1>${'<b>x</b>'.repeat(250_000)}`

describe.skipIf(!hasData)('in the thread', () => {
  it('real pages are read and real sites drafted as in process', async () => {
    const thread = open()
    for (const { host, files } of someSnapshots(6)) {
      const start_url = `https://${host}/`
      const fetched = files
        .filter((file) => file.endsWith('.html'))
        .slice(0, 6)
        .map((path) => {
          const { body } = snapshotHost(host)(path, {} as never) as { body: Buffer }
          return {
            url: `https://${host}${path}`,
            body: new Uint8Array(body),
            content_type: 'text/html',
            start_url,
          }
        })
      const read = await Promise.all(fetched.map((page) => thread.run('page', page)))
      expect(read).toEqual(fetched.map((page) => tasks.page(page)))
      const site = { start_url, categories }
      const input = {
        pages: read.map(({ html }, n) => ({ url: fetched[n]!.url, html, fetched_at: '' })),
        site,
      }
      expect(await thread.run('draft', input)).toEqual(tasks.draft(input))
    }
  })
})

describe('a website that is too heavy', () => {
  it('from its start page fails the draft at once, and no other', async () => {
    const { service, ana } = await serve(
      { 'heavy.test': pages({ '/': heavy }), 'tide.test': tide },
      { thread: open({ heap_mb: 80 }) },
    )
    const ids = []
    for (const url of ['heavy.test', 'tide.test']) ids.push((await ana.get('submit_listing', { url })).id)
    await service.worker.idle()
    expect(await ana.get('get_draft', { id: ids[0] })).toMatchObject({
      status: 'failed',
      failure: { reason: 'too_heavy', what_to_do: expect.stringContaining('submit_listing') },
    })
    expect(await ana.get('get_draft', { id: ids[1] })).toMatchObject({ status: 'ready', name: 'Tide' })
    expect([await service.storage.jobs.open(), await service.storage.jobs.dead()]).toEqual([[], []])
  })

  it('in one of its pages is drafted from those read before, and asked for no more', async () => {
    const links = ['/pricing', '/about', '/faq'].map((path) => `<a href="${path}">${path}</a>`).join(' ')
    const there = {
      '/': `<title>Tide</title><h1>Tide</h1>${links}`,
      '/pricing': '<h1>Pricing</h1>',
      '/about': heavy,
      '/faq': '<h1>Questions</h1>',
    }
    const { service, outside, ana } = await serve(
      { 'part.test': pages(there) },
      { thread: open({ heap_mb: 48 }) },
    )
    const draft = await readyDraft(service, ana, 'part.test')
    expect(draft.status).toBe('ready')
    expect(draft.pages.map(({ url }: { url: string }) => url)).toEqual([
      'https://part.test/',
      'https://part.test/pricing',
    ])
    expect(outside.asked.at(-1)).toBe('https://part.test/about')

    // Nobody says of what may stand there that it does not, and it can be read again.
    const message =
      'Not every page could be read, so what they say is missing here: https://part.test/about, https://part.test/faq.'
    expect(draft.notices).toEqual([{ code: 'pages_unread', message }])
    const { profile } = (await service.storage.drafts.byId(draft.id))!
    expect([isNotOnSite(profile.fields.founded_year), isNotOnSite(profile.faqs)]).toEqual([false, false])
    expect(draft.next_steps[0]).toMatchObject({ tool: 'submit_listing', arguments: { url: draft.url } })
    there['/about'] = '<h1>About</h1><p>Tide was founded in 2016.</p>'
    const again = await readyDraft(service, ana, 'part.test')
    expect([again.id, again.notices, again.fields.founded_year.value]).toEqual([draft.id, [], '2016'])
    const read = (await service.storage.drafts.byId(draft.id))!.profile
    expect([isNotOnSite(read.fields.city), isNotOnSite(read.faqs)]).toEqual([true, true])
    const once_more = await ana.call('submit_listing', { url: 'part.test' })
    expect(once_more.body.code).toBe('draft_exists')
  })

  it('as a whole fails the draft at once', async () => {
    const thread = open({ limits_ms: { ...bounds.limits_ms, draft: 1 } })
    const { service, ana } = await serve({ 'tide.test': tide }, { thread })
    expect(await readyDraft(service, ana)).toMatchObject({
      status: 'failed',
      progress: { step: 'done', pages_read: 4 },
      failure: { reason: 'too_heavy' },
    })
    expect([await service.storage.jobs.open(), await service.storage.jobs.dead()]).toEqual([[], []])
  })

  it.each(['from its start page', 'as a whole'])('is as honest about a competitor, %s', async (how) => {
    const thread = open(how === 'as a whole' ? {} : { heap_mb: 48 })
    const rules = openDrafter(null, undefined, thread)
    const drafts: Drafter = {
      async draft(site, options) {
        if (options.start_url.includes('ebb.test')) throw new TooHeavy('time')
        return rules.draft(site, options)
      },
    }
    const ebb = how === 'as a whole' ? rival : pages({ '/': heavy })
    const { service, ana } = await serve({ 'tide.test': tide, 'ebb.test': ebb }, { thread, drafts })
    const { id } = await readyDraft(service, ana)
    await ana.get('update_draft', { id, competitor_url: 'ebb.test' })
    await service.worker.idle()
    const { comparison } = await ana.get('get_draft', { id })
    expect(comparison).toMatchObject({ status: 'failed', reason: 'too_heavy' })
    expect([await service.storage.jobs.open(), await service.storage.jobs.dead()]).toEqual([[], []])
  })

  it('refuses to be redrafted, changes nothing and says what to do', async () => {
    const thread = open()
    const rules = openDrafter(null, undefined, thread)
    let isHeavy = false
    const drafts: Drafter = {
      async draft(site, options) {
        if (isHeavy) throw new TooHeavy('time')
        return rules.draft(site, options)
      },
    }
    const { service, ana } = await serve({ 'tide.test': tide }, { thread, drafts })
    const { id, fields } = await readyDraft(service, ana)
    isHeavy = true
    const edit = { id, regenerate: ['tagline'], fields: { name: 'Ebb' } }
    const { status, body } = await ana.call('update_draft', edit)
    expect([status, body.code]).toEqual([400, 'redraft_failed'])
    expect(body.next_steps).toMatchObject([{ tool: 'get_draft', arguments: { id } }])
    expect((await ana.get('get_draft', { id })).fields).toEqual(fields)
  })
})

it('a service that stops while its pages are read leaves the job to be taken again', async () => {
  const thread = open()
  const { service, ana } = await serve({ 'tide.test': tide }, { thread })
  const held = Array.from({ length: 20 }, () =>
    thread
      .run('page', {
        url: 'https://heavy.test/',
        body: new TextEncoder().encode(heavy),
        content_type: 'text/html',
        start_url: null,
      })
      .catch((error: Error) => error.message),
  )
  await ana.get('submit_listing', { url: 'tide.test' })
  while ((await service.storage.jobs.open())[0]?.state !== 'running') await new Promise(setImmediate)
  await service.worker.stop(0)
  expect(await service.storage.jobs.open()).toMatchObject([
    { kind: 'crawl_site', state: 'waiting', failures: 0, attempt: 1 },
  ])
  await thread.close()
  expect((await Promise.all(held)).at(-1)).toBe('The thread is closed.')
})

it('what is kept of a page is what was fetched, packed', async () => {
  const thread = open()
  const body = new TextEncoder().encode('<title>Tide</title><h1>Grüße</h1>')
  const page = await thread.run('page', {
    url: 'https://tide.test/',
    body,
    content_type: 'text/html; charset=utf-8',
    start_url: null,
  })
  expect(page.html).toEqual(pack('<title>Tide</title><h1>Grüße</h1>'))
})
