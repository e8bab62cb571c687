// Several sites on one deployment: the host of a request decides which one answers, and it answers of itself alone.
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenStorage } from '../../storage/storage.ts'
import { startService, type Service } from '../support/service.ts'
import { besides, fillTown, insert, product } from '../support/town.ts'

const host = 'launch.second.example'
let service: Service

async function fill(storage: OpenStorage, now: Date, file: string): Promise<void> {
  const { categories, ids } = await fillTown(storage, now, file)
  const founder_id = (await storage.catalogue.foundersOf(ids.tide!))[0]!.founder_id
  besides(file, (database) => {
    const created_at = now.toISOString()
    insert(database, 'sites', {
      id: 2,
      key: 'second',
      name: 'Second & Co',
      host,
      purpose: 'Another.',
      created_at,
    })
    insert(database, 'posts', {
      site_id: 2,
      slug: 'hello',
      title: 'Hello from the second site',
      excerpt: '',
      body_markdown: 'Hello',
      author: 'Somebody',
      published_at: '2026-11-01T00:00:00.000Z',
      updated_at: created_at,
    })
  })
  const second = await storage.write(async ({ listings }) => {
    const launched = {
      launch_week: '2026-11-16',
      live_at: '2026-11-19T01:00:00.000Z',
      week_votes: 3,
      votes: 3,
    }
    const paid = { billboard_cents: 100, domain_rating: 5, revenue_cents: 7 }
    const common = { site_id: 2, ...launched, ...paid, company_key: 'tide.example' }
    const given = {
      slug: 'tide',
      name: 'Tide over there',
      tagline: 'Invoices elsewhere',
      domain: 'tide.example',
    }
    const founders = [{ founder_id, title: null }]
    const id = await listings.save({
      ...product([categories.invoicing!], { ...common, ...given, url: 'https://tide.example/' }),
      founders,
    })
    await listings.save(
      product([categories.shifts!], {
        site_id: 2,
        slug: 'later',
        status: 'scheduled',
        launch_week: '2026-11-23',
      }),
    )
    return id
  })
  besides(file, (database) => {
    insert(database, 'awards', { site_id: 2, week: '2026-11-09', place: 1, listing_id: second, votes: 3 })
    insert(database, 'alternatives', {
      listing_id: second,
      alternative_id: ids.rota,
      approved_at: now.toISOString(),
    })
  })
}

beforeAll(async () => void (service = await startService({ fill })))
afterAll(() => service.close())

/** Asks as a client that was given this host; fetch does not let one say it. */
function ask(path: string, asked: string): Promise<{ status: number; link: string; text: string }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(service.url)
    request({ host: '127.0.0.1', port, path, headers: { host: asked } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => void (text += part))
      response.on('end', () => {
        resolve({ status: response.statusCode!, link: String(response.headers.link), text })
      })
    })
      .on('error', reject)
      .end()
  })
}

const at = async (path: string, asked = new URL(service.url).host) => {
  const { status, link, text } = await ask(`/api/v1${path}`, asked)
  return { status, link, body: JSON.parse(text) as Record<string, any> }
}
const slugs = (items: { slug: string }[]) => items.map(({ slug }) => slug)

describe('the second site', () => {
  it('says who it is and counts its own listings', async () => {
    const { body } = await at('/site', host)
    expect(body).toMatchObject({ name: 'Second & Co', url: `http://${host}`, live_listings: 1 })
    expect((await at('/site')).body).toMatchObject({ name: 'Launch Directory', live_listings: 6 })
  })

  it.each([
    '/listings',
    '/listings?q=invoices',
    '/listings?q=tide&sort=votes',
    '/listings?category=money',
    '/listings?domain=tide.example',
    '/categories/invoicing',
    '/launches',
    '/launches?section=today',
    '/launches?section=trending',
    '/launches/weeks/this',
  ])('shows its own listing alone at %s', async (path) => {
    const { body } = await at(path, host)
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['Tide over there'])
    const { body: main } = await at(path)
    expect(main.items.length).toBeGreaterThan(0)
    expect(JSON.stringify(main)).not.toContain('over there')
  })

  it.each(['community-weekly', 'community-all-time', 'billboard', 'domain-rating', 'revenue'])(
    'keeps its own board %s',
    async (board) => {
      const { body } = await at(`/leaderboards/${board}`, host)
      expect(body.items.map((item: { listing: { name: string } }) => item.listing.name)).toEqual([
        'Tide over there',
      ])
      expect(JSON.stringify((await at(`/leaderboards/${board}`)).body)).not.toContain('over there')
    },
  )

  it('gives the same slug to another listing', async () => {
    expect((await at('/listings/tide', host)).body.name).toBe('Tide over there')
    expect((await at('/listings/tide')).body.name).toBe('Tide')
    expect((await at('/listings/rota', host)).status).toBe(404)
    expect((await at('/listings/later')).status).toBe(404)
    expect(slugs((await at('/launches?section=upcoming', host)).body.items)).toEqual(['later'])
    expect(slugs((await at('/launches?section=upcoming')).body.items)).toEqual(['dawn', 'dusk'])
  })

  it('names no alternative of another site, approved or not', async () => {
    expect((await at('/listings/tide/alternatives', host)).body.items).toEqual([])
  })

  it('counts its own listings in the categories', async () => {
    const { body } = await at('/categories?include_empty=false', host)
    expect(body.items).toEqual([
      {
        slug: 'money',
        name: 'Money',
        live_listings: 1,
        subcategories: [{ slug: 'invoicing', name: 'Invoicing', live_listings: 1 }],
      },
    ])
  })

  it('has its own founders, awards and posts', async () => {
    expect((await at('/founders', host)).body.items).toEqual([
      expect.objectContaining({ slug: 'ana-lima', companies: 1 }),
    ])
    expect(slugs((await at('/founders/ana-lima', host)).body.companies)).toEqual(['tide'])
    expect((await at('/founders/chiara-rossi', host)).status).toBe(404)
    const { body } = await at('/awards', host)
    expect(body.items.map((item: { listing: { name: string } }) => item.listing.name)).toEqual([
      'Tide over there',
    ])
    expect((await at('/awards')).body.total).toBe(3)
    expect(slugs((await at('/blog', host)).body.items)).toEqual(['hello'])
    expect((await at('/blog/hello')).status).toBe(404)
    expect(slugs((await at('/blog?q=hello', host)).body.items)).toEqual(['hello'])
    expect((await at('/blog?q=hello')).body.items).toEqual([])
  })

  it('names itself in links and badges, escaped', async () => {
    const { body } = await at('/listings/tide/badges', host)
    expect(body.items[0].svg_url).toBe(`http://${host}/badges/tide/listed-standard-auto-m.svg`)
    expect(body.items[0].html).toContain('Second &#38; Co')
    const image = await ask('/badges/tide/listed-standard-auto-m.svg', host)
    expect(image.text).toMatch(/Second &(amp|#38);/)
    expect((await at('/listings?per_page=1', host)).link).toContain(
      `<http://${host}/api/v1/listings?per_page=1&page=1>`,
    )
  })

  it('is not reached by a host nobody knows', async () => {
    expect((await at('/site', 'third.example')).body.name).toBe('Launch Directory')
  })
})
