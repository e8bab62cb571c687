import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter, type Caller } from '../../support/callers.ts'
import { mailbox, mailedLink, openBrowser, type Seen } from '../../support/people.ts'
import { startService, thursday, type Service } from '../../support/service.ts'
import { fillTown, product } from '../../support/town.ts'

describe('the link of a claim by mail', () => {
  let service: Service
  let ana: Caller
  beforeAll(async () => {
    service = await startService({ fill: fillTown })
    ana = await enter(service, 'rest', 'ana@agency.example')
  })
  afterAll(async () => {
    await ana.end()
    await service.close()
  })

  async function claimed(slug: string): Promise<{ id: number; email: string; path: string }> {
    const id = await service.storage.write(async (inside) => {
      const category = (await inside.categories.bySlug('work'))!.id
      return inside.listings.save(product([category], { slug }))
    })
    const email = `admin@${slug}.example`
    await ana.get('claim_listing', { slug, method: 'email', email })
    return { id, email, path: (await mailedLink(service, email)).pathname }
  }
  const statusOf = async (slug: string) =>
    (await ana.get('list_my_claims')).items.find((one: { slug: string }) => one.slug === slug)
      .status as string
  const press = (page: Seen, path: string) => openBrowser(service).submit(page, path)

  it('opens a page that names who asks, changes nothing by itself, and makes them an owner once', async () => {
    const { id, email, path } = await claimed('confirmed')
    await ana.get('claim_listing', { slug: 'confirmed', method: 'dns' })
    const page = await openBrowser(service).get(path)
    expect(page.status).toBe(200)
    expect(page.text).toContain('ana@agency.example')
    expect(page.text).toContain(email)
    expect(await statusOf('confirmed')).toBe('pending')
    expect(await service.storage.owners.people(id)).toEqual([])
    expect((await press(page, path)).status).toBe(200)
    expect(await statusOf('confirmed')).toBe('verified')
    expect((await service.storage.owners.people(id)).map(({ user_id }) => user_id)).toEqual([ana.user_id])
    expect((await ana.get('get_listing', { slug: 'confirmed' })).verified).not.toBeNull()
    expect((await press(page, path)).status).toBe(400)
    // Whoever claimed it hears of it, and what they began beside it waits no more.
    const told = (await mailbox(service)).findLast(({ to }) => to?.[0]?.address === 'ana@agency.example')!
    expect(told.subject).toBe('You own the listing of Confirmed')
    expect(told.text).toContain(`Your claim to Confirmed was confirmed from ${email}.`)
    const { items } = await ana.get('list_my_claims')
    expect(items.map(({ status }: { status: string }) => status)).toEqual(['verified'])
  })

  it('leaves the decision to the site team where another owner has proved theirs', async () => {
    const { id, path } = await claimed('owned')
    await service.storage.write(async ({ owners, users, claims }) => {
      const { id: user_id } = await users.ensure('ben@owned.example', thursday.toISOString())
      const at = thursday.toISOString()
      await owners.add(id, user_id, at)
      const proved = { token: 't', email: null, link_hash: null, method: 'dns', status: 'verified' } as const
      await claims.add({ ...proved, listing_id: id, user_id, created_at: at, expires_at: at })
    })
    const done = await press(await openBrowser(service).get(path), path)
    expect(done.text).toContain('The site team decides')
    expect(await statusOf('owned')).toBe('disputed')
    const told = (await mailbox(service)).findLast(({ to }) => to?.[0]?.address === 'ana@agency.example')!
    expect(told.text).toContain('It has another owner, so the site team decides')
  })

  it('does not work from another page, after seven days, once a newer one was mailed, or when the listing has moved', async () => {
    const { id, path } = await claimed('careful')
    const page = await openBrowser(service).get(path)
    expect((await openBrowser(service).post(path, {}, { origin: 'https://evil.test' })).status).toBe(403)
    await ana.get('claim_listing', { slug: 'careful', method: 'email', email: 'admin@careful.example' })
    expect((await press(page, path)).status).toBe(400)
    const newer = (await mailedLink(service, 'admin@careful.example')).pathname
    expect((await openBrowser(service).get(newer)).status).toBe(200)
    service.clock.now = new Date(thursday.getTime() + 7 * 86_400_000)
    expect((await openBrowser(service).get(newer)).status).toBe(400)
    service.clock.now = new Date(thursday)
    await service.storage.write(async (inside) => {
      const category = (await inside.categories.bySlug('work'))!.id
      await inside.listings.save(product([category], { id, slug: 'careful', url: 'https://moved.example/' }))
    })
    expect((await openBrowser(service).get(newer)).status).toBe(400)
    expect(await service.storage.owners.people(id)).toEqual([])
    expect((await openBrowser(service).get('/claims/lo_unknown')).status).toBe(400)
  })
})
