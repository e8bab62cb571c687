// Several sites on one deployment: the host of a request decides which one answers, and it answers of itself alone.
import { request, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClient } from '../support/oauth_client.ts'
import { bearer } from '../support/people.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { mcpHeaders, type Service, startService } from '../support/service.ts'
import { votedBy } from '../support/votes.ts'
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
    insert(database, 'awards', {
      site_id: 2,
      period: '2026-11-09',
      week: '2026-11-09',
      place: 1,
      listing_id: second,
      votes: 3,
    })
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
type Said = { status: number; link: string; text: string; headers: IncomingHttpHeaders }
function ask(path: string, asked: string, sent: { body?: string; headers?: object } = {}): Promise<Said> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(service.url)
    const headers = { host: asked, ...sent.headers }
    const method = sent.body === undefined ? 'GET' : 'POST'
    request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => void (text += part))
      response.on('end', () => {
        const { statusCode, headers } = response
        resolve({ status: statusCode!, link: String(headers.link), text, headers })
      })
    })
      .on('error', reject)
      .end(sent.body)
  })
}

/** The second site's own address: the main one's scheme and port. */
const address = () => `http://${host}:${new URL(service.url).port}`
const call = (name: string, asked: string, token?: string) =>
  ask('/mcp', asked, {
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }),
    headers: { ...mcpHeaders, ...(token !== undefined && bearer(token)) },
  })
const at = async (path: string, asked = new URL(service.url).host) => {
  const { status, link, text } = await ask(`/api/v1${path}`, asked)
  return { status, link, body: JSON.parse(text) as Record<string, any> }
}
const slugs = (items: { slug: string }[]) => items.map(({ slug }) => slug)

describe('the second site', () => {
  it('says who it is and counts its own listings', async () => {
    const { body } = await at('/site', host)
    expect(body).toMatchObject({ name: 'Second & Co', url: address(), live_listings: 1 })
    expect(body).toMatchObject({ mcp_url: `${address()}/mcp`, api_url: `${address()}/api/v1` })
    expect((await at('/site')).body).toMatchObject({ name: 'Launch Directory', live_listings: 6 })
  })

  it('knows nothing of a vote for a listing of the same slug elsewhere', async () => {
    const { storage } = service
    const main = (await storage.listings.standing(1, 'tide'))!
    const [user_id] = (await votedBy(service, main.id, 1, '2026-11-16T08:00:00.000Z')) as [number]
    const of = async (site_id: number) =>
      (await storage.votes.standing({ site_id, user_id }, ['tide'])).get('tide')
    expect([(await of(1))!.vote, (await of(2))!.vote]).toMatchObject([{ weight: 1 }, null])
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
    expect(body.items[0].svg_url).toBe(`${address()}/badges/tide/listed-standard-auto-m.svg`)
    expect(body.items[0].html).toContain('Second &#38; Co')
    const image = await ask('/badges/tide/listed-standard-auto-m.svg', host)
    expect(image.text).toMatch(/Second &(amp|#38);/)
    expect((await at('/listings?per_page=1', host)).link).toContain(
      `<${address()}/api/v1/listings?per_page=1&page=1>`,
    )
  })

  it('is an audience of its own: a token for it opens it alone, at either door', async () => {
    const metadata = await ask('/.well-known/oauth-protected-resource/mcp', host)
    expect(JSON.parse(metadata.text)).toMatchObject({
      resource: `${address()}/mcp`,
      authorization_servers: [service.url],
      resource_name: 'Second & Co',
    })
    const client = await openClient(service)
    const tokens = await client.tokens({ resource: [`${address()}/mcp`, `${address()}/api/v1`] })
    const main = await client.tokens({ resource: [`${service.url}/mcp`, `${service.url}/api/v1`] })
    const opens = async (token: string, asked: string) => [
      (await ask('/api/v1/me', asked, { headers: bearer(token) })).status,
      (await call('get_account', asked, token)).status,
    ]
    const home = new URL(service.url).host
    expect(await opens(tokens.access_token, host)).toEqual([200, 200])
    expect(await opens(tokens.access_token, home)).toEqual([401, 401])
    expect(await opens(main.access_token, home)).toEqual([200, 200])
    expect(await opens(main.access_token, host)).toEqual([401, 401])
    // Who names no resource may use them all.
    const all = await client.tokens()
    expect(await opens(all.access_token, host)).toEqual([200, 200])
    const challenge = (await call('get_account', host)).headers['www-authenticate']
    expect(challenge).toContain(`resource_metadata="${address()}/.well-known/oauth-protected-resource/mcp"`)
  })

  it('says its own name over MCP and in what explains it', async () => {
    const { text, status } = await call('get_site_info', host)
    expect([status, text.includes('Second & Co'), text.includes(`${address()}/mcp`)]).toEqual([
      200,
      true,
      true,
    ])
    expect((await ask('/llms.txt', host)).text).toContain(`${address()}/mcp`)
    expect((await ask('/docs', host)).text).toContain(`${address()}/mcp`)
    expect((await ask('/docs', new URL(service.url).host)).text).not.toContain(host)
  })

  it('is the same in capitals, with a final dot and whatever the port', async () => {
    for (const asked of [host.toUpperCase(), `${host}.`, `${host}:80`, `${host}.:8080`])
      expect((await at('/site', asked)).body.name).toBe('Second & Co')
    expect((await call('get_site_info', `${host.toUpperCase()}.`)).status).toBe(200)
  })
})

describe('a host that nobody knows', () => {
  const strange = [
    'third.example',
    `${host}.evil.example`,
    `evil-${host}`,
    '10.0.0.1',
    'localhost.evil.example',
  ]

  it.each(strange)('is led to the main site or refused, and nothing of it is kept: %j', async (asked) => {
    for (const path of [
      '/api/v1/listings?q=a%20b',
      '/docs',
      '/badges/tide/x.svg',
      '/',
      '/.well-known/oauth-protected-resource/mcp',
    ]) {
      const { status, headers, text } = await ask(path, asked)
      expect([status, headers.location, headers['cache-control'], text]).toEqual([
        307,
        service.url + path,
        'no-store',
        '',
      ])
    }
    for (const path of ['/mcp', '/token', '/register', '/api/v1/drafts', '/sign-in']) {
      const { status, headers, text } = await ask(path, asked, {
        body: '{}',
        headers: { 'content-type': 'application/json' },
      })
      expect([status, headers['cache-control']]).toEqual([403, 'no-store'])
      expect(text).not.toMatch(/third|evil/)
    }
    expect((await ask('/mcp', asked)).status).toBe(403)
  })

  it('is no matter to those who watch over the service', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await ask(path, '10.0.0.1')).status).toBe(200)
  })

  it('is said in the log once, without its name', () => {
    const lines = service.log_lines.filter((line) => line.includes('an unknown host'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toMatch(/third|evil/)
  })
})

it('at home this machine may be called by any of its names, and each is an audience', async () => {
  const { port } = new URL(service.url)
  const client = await openClient(service)
  for (const name of ['127.0.0.1', '[::1]', 'localhost']) {
    const origin = `http://${name}:${port}`
    const metadata = await ask('/.well-known/oauth-protected-resource/mcp', `${name}:${port}`)
    expect(JSON.parse(metadata.text)).toMatchObject({ resource: `${origin}/mcp` })
    const { access_token } = await client.tokens({ resource: `${origin}/mcp` })
    expect((await call('get_account', `${name}:${port}`, access_token)).status).toBe(200)
    const page = await ask('/sign-in', `${name}:${port}`)
    expect(page.status).toBe(200)
    const form = {
      body: 'email=ana%40tide.example',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    }
    expect((await ask('/sign-in', `${name}:${port}`, form)).status).toBe(200)
  }
})

it('what is kept of an answer is told at no other address', async () => {
  const { port } = new URL(service.url)
  for (const name of ['127.0.0.1', '[::1]', 'localhost']) {
    const origin = `http://${name}:${port}`
    const listed = await ask('/api/v1/listings?per_page=1', `${name}:${port}`)
    expect(listed.link).toContain(`<${origin}/api/v1/listings`)
    expect((await call('get_site_info', `${name}:${port}`)).text).toContain(`${origin}/mcp`)
    expect((await ask('/docs', `${name}:${port}`)).text).toContain(`${origin}/mcp`)
  }
})

it('elsewhere it may not', async () => {
  const away = await startService({ settings: { PUBLIC_URL: 'https://launch.example' } })
  const asked = async (name: string) =>
    new Promise<number>((resolve, reject) =>
      request(
        { host: '127.0.0.1', port: new URL(away.url).port, path: '/api/v1/site', headers: { host: name } },
        (response) => {
          response.resume()
          resolve(response.statusCode!)
        },
      )
        .on('error', reject)
        .end(),
    )
  expect(await asked('launch.example')).toBe(200)
  for (const name of ['localhost', '127.0.0.1', '[::1]']) expect(await asked(name)).toBe(307)
  await away.close()
})
