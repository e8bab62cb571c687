// What the team looks after: categories, the blog, products and people.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '../../../auth/accounts.ts'
import { openDesk, type Desk } from '../../support/desk.ts'
import { listingOf } from '../../support/owned.ts'
import { bearer, keyFor, openBrowser, signIn } from '../../support/people.ts'
import { callRest } from '../../support/service.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.service.close())

const submit = async (page: string, action: string, fields: Record<string, string>) =>
  desk.tove.submit(await desk.tove.get(page), action, fields)
const visitor = (path: string) => openBrowser(desk.service).get(path, { accept: 'text/html' })
const read = async (path: string) => (await desk.service.fetch(`/api/v1${path}`)).json() as Promise<any>

describe('a category', () => {
  const add = (fields: Record<string, string>) =>
    submit('/team/new-category', '/team/new-category', {
      ...{ slug: '', parent: '', description: '', attributes: '' },
      ...fields,
    })
  const change = (slug: string, fields: Record<string, string>) =>
    submit(`/team/categories/${slug}`, `/team/categories/${slug}`, {
      ...{ name: 'Money', slug: '', parent: '', description: '', attributes: '' },
      ...fields,
    })

  it('is added, with its description, questions and attributes', async () => {
    const done = await add({
      name: 'Money & <b>more</b>',
      slug: 'money',
      description: 'Where it comes from and goes.',
      attributes: 'open_source self_hosted',
      question_0: 'Is it safe?',
      answer_0: 'Mostly.',
    })
    expect(done.location).toBe('/team/categories/money?saved')
    expect(await read('/categories/money')).toMatchObject({
      name: 'Money & <b>more</b>',
      description: 'Where it comes from and goes.',
      faqs: [{ question: 'Is it safe?', answer: 'Mostly.' }],
    })
    const { text } = await desk.tove.get('/team/categories/money')
    expect(text).toContain('open_source\nself_hosted'.split('\n')[0])
    expect(text).not.toContain('<b>more</b>')
    const seen = await visitor('/categories/money')
    expect(seen.status).toBe(200)
    // Without a slug of its own it has one by its name.
    expect((await add({ name: 'Boats & Tides' })).location).toBe('/team/categories/boats-tides?saved')
  })

  it('is refused without a name, with a slug that is taken, and with keys that are none', async () => {
    expect((await add({ name: '' })).status).toBe(400)
    const taken = await add({ name: 'Money', slug: 'money' })
    expect([taken.status, taken.text.includes('Another category has this slug')]).toEqual([400, true])
    const wrong = await add({ name: 'Other', attributes: 'Open-Source' })
    expect([wrong.status, wrong.text.includes('>Open-Source</textarea>')]).toEqual([400, true])
  })

  it('takes its listings along when it moves, and the counts stay right', async () => {
    const counts = async () => {
      const all = await desk.service.storage.categories.counted(1)
      return Object.fromEntries(all.map(({ slug, live_listings }) => [slug, live_listings]))
    }
    // Tide stands in "invoicing", at the top.
    expect(await counts()).toMatchObject({ invoicing: 1, money: 0 })
    expect((await change('invoicing', { name: 'Invoicing', parent: 'money' })).status).toBe(303)
    expect(await counts()).toMatchObject({ invoicing: 1, money: 1 })
    expect((await read('/listings?category=money')).total).toBe(1)
    const circle = await change('money', { parent: 'invoicing' })
    expect([circle.status, circle.text.includes('cannot be inside itself')]).toEqual([400, true])
    expect((await change('invoicing', { name: 'Invoicing' })).status).toBe(303)
    expect(await counts()).toMatchObject({ invoicing: 1, money: 0 })
    expect((await read('/listings?category=money')).total).toBe(0)
  })

  it('is found by every slug it had, on the site and by programs', async () => {
    expect((await change('invoicing', { name: 'Bills', slug: 'bills' })).location).toContain('/bills?saved')
    expect((await change('bills', { name: 'Bills', slug: 'invoices' })).status).toBe(303)
    for (const old of ['invoicing', 'bills']) {
      const seen = await visitor(`/categories/${old}`)
      expect([old, seen.status, seen.location]).toEqual([old, 302, '/categories/invoices'])
      expect((await read(`/categories/${old}`)).slug).toBe('invoices')
      expect((await read(`/listings?category=${old}`)).total).toBe(1)
    }
    // Another cannot take what leads there, and it may take its own back.
    expect((await add({ name: 'Bills', slug: 'bills' })).status).toBe(400)
    expect((await change('invoices', { name: 'Bills', slug: 'bills' })).status).toBe(303)
    expect((await read('/categories/invoices')).slug).toBe('bills')
    expect((await read('/listings/tide')).category).toMatchObject({ slug: 'bills', name: 'Bills' })
    expect((await desk.tove.get('/team/record')).text).toContain('invoices leads to bills')
  })
})

describe('a post', () => {
  const words = {
    title: 'On <i>waiting</i>',
    excerpt: 'A launch is a week.',
    author: 'Tove',
    body_markdown: '# Patience\n\nSome **words**. <script>alert(1)</script> [in](javascript:alert(1))',
    ...{ tags: 'launching, patience', slug: '', published_at: '' },
  }
  let path: string

  it('is a draft until it has a day, and nobody sees it', async () => {
    const done = await submit('/team/posts/new', '/team/posts/new', { ...words, do: 'save' })
    path = done.location!.replace('?saved', '')
    expect(path).toMatch(/^\/team\/posts\/\d+$/)
    expect((await desk.tove.get(path)).text).toContain('Draft.')
    expect((await desk.tove.get('/team/posts')).text).toContain('On &#60;i&#62;waiting')
    expect((await read('/blog')).total).toBe(0)
    expect((await visitor('/blog/on-i-waiting-i')).status).toBe(404)
  })

  it('is looked at before it is saved, its markup inert', async () => {
    const seen = await submit(path, path, { ...words, excerpt: 'Only looked at', do: 'preview' })
    expect(seen.text).toContain('Nothing is saved yet')
    expect(seen.text).toContain('<strong>words</strong>')
    expect(seen.text).not.toMatch(/<script>alert|href="javascript/)
    expect((await desk.tove.get(path)).text).not.toContain('Only looked at')
  })

  it('is public when its day has come, and not before', async () => {
    const day = '2026-11-20T09:30'
    await submit(path, path, { ...words, slug: 'on-waiting', published_at: day, do: 'save' })
    expect((await read('/blog')).total).toBe(0)
    expect((await visitor('/blog/on-waiting')).status).toBe(404)
    const before = desk.service.clock.now
    desk.service.clock.now = new Date('2026-11-20T09:30:00.000Z')
    expect((await read('/blog/on-waiting')).published_at).toBe('2026-11-20T09:30:00.000Z')
    expect((await visitor('/blog/on-waiting')).text).toContain('<strong>words</strong>')
    desk.service.clock.now = before
  })

  it('is published at once, changed, and keeps its slug from then on', async () => {
    const published = await submit(path, path, { ...words, slug: 'on-waiting', do: 'publish' })
    expect(published.status).toBe(303)
    expect((await read('/blog/on-waiting')).tags).toEqual(['launching', 'patience'])
    const published_at = desk.service.clock.now.toISOString().slice(0, 16)
    const kept = { ...words, slug: 'on-waiting', published_at, title: 'On patience', do: 'save' }
    expect((await submit(path, path, kept)).status).toBe(303)
    expect((await read('/blog/on-waiting')).title).toBe('On patience')
    const moved = await submit(path, path, { ...kept, slug: 'elsewhere' })
    expect([moved.status, moved.text.includes('Its slug stays as it is')]).toEqual([400, true])
    expect(moved.text).toContain('value="elsewhere"')
  })

  it('of another site is not found at this one', async () => {
    const of = await desk.service.storage.write(async ({ sites, posts }) => {
      const [main] = await sites.all()
      const { id: _, ...own } = main!
      const site_id = await sites.add({ ...own, key: 'schools', host: 'schools.example', name: 'Schools' })
      const { id, ...post } = (await posts.byId(Number(path.split('/').at(-1))))!
      return posts.add({ ...post, site_id })
    })
    expect((await desk.tove.get(`/team/posts/${of}`)).status).toBe(404)
  })

  it('has a title and a text, and takes so much of each field and no more', async () => {
    const save = async (fields: Record<string, string>) =>
      (await submit('/team/posts/new', '/team/posts/new', { ...words, ...fields, do: 'save' })).status
    const longest = { title: 200, excerpt: 400, author: 120, tags: 60, body_markdown: 60_000 }
    const faq = { question_0: 'a'.repeat(300), answer_0: 'a'.repeat(1500) }
    const full = Object.entries(longest).map(([name, most]) => [name, 'a'.repeat(most)])
    expect(await save({ ...Object.fromEntries(full), ...faq, slug: 'longest' })).toBe(303)
    for (const [name, value] of [...full, ...Object.entries(faq)] as [string, string][])
      expect([name, await save({ question_0: 'a', answer_0: 'a', [name]: `${value}a` })]).toEqual([name, 400])
    expect([await save({ title: '' }), await save({ body_markdown: ' ' })]).toEqual([400, 400])
  })
})

describe('a product', () => {
  it('has another price for orders from now on, and the old one for an order that stands', async () => {
    const { service, ana_id } = desk
    const { key } = await keyFor(service, 'ana@tide.example')
    const listing_id = await listingOf(service, ana_id, { slug: 'ebb', url: 'https://ebb.example/' })
    const order = async () => {
      const items = [{ product: 'launch', listing_id }]
      return callRest(service, 'create_checkout', { items, country: 'FI' }, bearer(key))
    }
    const standing = (await order()).body
    expect(standing.net_cents).toBe(9900)
    const set = (price: string) => submit('/team/products', '/team/products/price', { price })
    expect((await set('129,50')).status).toBe(303)
    const products = (await read('/products')).items as { key: string; amount_cents: number }[]
    expect(products.find(({ key: one }) => one === 'launch')!.amount_cents).toBe(12_950)
    const same = await callRest(service, 'get_order', { number: standing.number }, bearer(key))
    expect(same.body.net_cents).toBe(9900)
    expect((await desk.tove.get('/team/products')).text).toContain('1 order waits to be paid')
    for (const wrong of ['', '-1', '0', '1e3', 'free', '99.999'])
      expect([wrong, (await set(wrong)).status]).toEqual([wrong, 400])
    expect((await desk.tove.get('/team/record')).text).toContain('EUR 99.00 → EUR 129.50')
  })

  it('is not sold while it is switched off', async () => {
    const flip = () => submit('/team/products', '/team/products/switch', {})
    const keys = async () => (await read('/products')).items.map(({ key }: { key: string }) => key)
    expect((await flip()).status).toBe(303)
    expect(await keys()).not.toContain('launch')
    expect((await desk.tove.get('/team/products')).text).toContain('Sell it again')
    await flip()
    expect(await keys()).toContain('launch')
  })
})

const nobody = { title: null, bio: null, country: null, city: null, socials: {} }

describe('a person', () => {
  it('is found by address or name; without words the team is shown', async () => {
    expect((await desk.tove.get('/team/people')).text).toContain('tove@team.example')
    expect((await desk.tove.get('/team/people')).text).not.toContain('eve@else.example')
    expect((await desk.tove.get('/team/people?q=EVE@')).text).toContain('eve@else.example')
    expect((await desk.tove.get('/team/people?q=%25')).text).toContain('Nobody has this')
  })

  it('is taken into the team and off it again, and the last one stays', async () => {
    const { service, tove, tove_id, eve } = desk
    const { user_id } = await keyFor(service, 'eve@else.example')
    const path = `/team/people/${user_id}`
    expect((await submit(path, `${path}/role`, {})).status).toBe(303)
    expect((await eve.get('/team')).status).toBe(200)
    expect((await submit(path, `${path}/role`, {})).status).toBe(303)
    expect((await eve.get('/team')).status).toBe(404)
    const own = `/team/people/${tove_id}`
    const last = await submit(own, `${own}/role`, {})
    expect([last.status, last.text.includes('Nobody else is on the team')]).toEqual([400, true])
    expect((await tove.get('/team')).status).toBe(200)
  })

  it('comes in with nothing any more once their access is ended', async () => {
    const { service } = desk
    const { browser } = await signIn(service, 'eve@else.example')
    const { user_id } = await keyFor(service, 'eve@else.example')
    const path = `/team/people/${user_id}`
    expect((await submit(path, `${path}/access`, {})).status).toBe(303)
    expect((await browser.get('/account')).location).toContain('/sign-in')
    expect((await desk.tove.get(path)).text).toContain('sessions, API keys and applications ended')
    // Who leaves takes their name out of the record too.
    await service.storage.write(async (inside) => {
      await inside.users.saveProfile(
        user_id,
        { ...nobody, name: 'Eve Aalto' },
        'eve',
        '2026-11-19T12:00:00.000Z',
      )
    })
    for (const _ of ['team', 'member']) await submit(path, `${path}/role`, {})
    expect((await desk.tove.get('/team/record')).text).toContain('Eve Aalto')
    await service.storage.write((inside) => deleteAccount(inside, user_id, service.clock.now))
    expect((await desk.tove.get('/team/record')).text).not.toContain('Eve')
  })
})
