// The public pages as people and crawlers meet them: over the demo, with a hostile listing among it, and the votes they take.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textsBelow } from '../../../http/site/texts_below.ts'
import { keyFor, openBrowser, signIn, unescaped, type Browser } from '../../support/people.ts'
import { startService, type Service } from '../../support/service.ts'
import { product } from '../../support/town.ts'
import { faultOfXml } from '../../support/xml.ts'

const accept = 'text/html'
const nasty = `"><script>alert(1)</script><img src=x onerror=alert(1)>\u202E${'w'.repeat(2000)}`
const operators =
  '# Our own terms\n\n# A heading\n\n<script>alert(1)</script> [here](javascript:alert(1)) ![far](https://far.example/a.png)\n'
let service: Service
let hostile: number
let ana: Browser
let ana_id: number

beforeAll(async () => {
  service = await startService({
    demo: true,
    fill: async (storage, _now, file) => {
      mkdirSync(join(dirname(file), 'pages'))
      writeFileSync(join(dirname(file), 'pages', 'terms.md'), operators)
      hostile = await storage.write(async (inside) => {
        const { id } = (await inside.categories.bySlug('invoicing-and-accounting'))!
        return inside.listings.save(
          product([id], {
            slug: 'hostile',
            name: `Hostile ${nasty}`,
            tagline: nasty,
            description: nasty,
            features: [nasty, nasty, nasty],
            socials: { website: 'javascript:alert(1)' },
          }),
        )
      })
    },
  })
  ana = (await signIn(service, 'ana@voter.example')).browser
  ana_id = (await service.storage.write(({ users }) => users.ensure('ana@voter.example', ''))).id
  // Accounts vote from their second hour on.
  service.clock.now = new Date(service.clock.now.getTime() + 2 * 3_600_000)
})
afterAll(() => service.close())

/** Of a document that begins as XML does. */
const faultOf = (xml: string): string | null =>
  faultOfXml(xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, ''))

const linksIn = (text: string): string[] =>
  [...text.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map((match) => unescaped(match[1]!).split('#')[0]!)

describe('the site', () => {
  it('has no dead link: a crawl from the first page and the site map meets one h1 a page, and no refusal', async () => {
    const seen = new Set([
      '/',
      '/search?q=invocing',
      '/search?q=zzqqxx&country=PT',
      '/compare?a=patient-heron&b=calm-harbour',
    ])
    const index = await (await service.fetch('/sitemap.xml')).text()
    const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1]!).pathname)
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) {
      const text = await (await service.fetch(file)).text()
      expect(faultOf(text)).toBe(null)
      for (const [, address] of text.matchAll(/<loc>([^<]+)<\/loc>/g))
        seen.add(new URL(unescaped(address!)).pathname)
    }
    const wrong: string[] = []
    for (const path of seen) {
      const response = await service.fetch(path, { headers: { accept } })
      const text = await response.text()
      const isPage = response.headers.get('content-type')!.startsWith(accept)
      const heads = text.match(/<h1[\s>]/g)?.length ?? 0
      if (response.status !== 200 || (isPage && heads !== 1) || /\sstyle=/.test(text))
        wrong.push(`${path}: ${response.status}, ${heads} h1`)
      if (!isPage) continue
      for (const link of linksIn(text))
        // Weeks go back without end, lists in every order are the same lists, and the way out leads to other machines.
        if (/^\/(?!weeks\/|out\/|search\?|sign-in|account|submit)/.test(link)) seen.add(link)
    }
    expect(wrong).toEqual([])
    expect(seen.size).toBeGreaterThan(150)
  })

  it('shows what a hostile listing says as words, on every page and in every feed', async () => {
    const places = ['/listings/hostile', '/search?q=hostile', '/categories/invoicing-and-accounting?page=1']
    const feeds = ['/feeds/launches.xml', '/feeds/categories/invoicing-and-accounting.xml']
    for (const path of [
      ...places,
      ...feeds,
      '/compare?a=hostile&b=patient-heron',
      '/listings/hostile/badges',
    ]) {
      const text = await (await service.fetch(path)).text()
      expect(text, path).toContain('Hostile')
      expect(text, path).not.toMatch(/<script>|<img src=x|href="javascript:/)
      if (path.endsWith('.xml')) expect(faultOf(text), path).toBe(null)
    }
  })

  it('tells what is new as RSS and as JSON Feed', async () => {
    for (const name of ['launches', 'updates', 'blog', 'awards', 'categories/invoicing-and-accounting']) {
      const [xml, json] = await Promise.all([
        service.fetch(`/feeds/${name}.xml`).then((response) => response.text()),
        service.fetch(`/feeds/${name}.json`).then((response) => response.json() as Promise<any>),
      ])
      expect(faultOf(xml), name).toBe(null)
      expect(json.items.length, name).toBeGreaterThan(0)
      expect(xml.match(/<item>/g)).toHaveLength(json.items.length)
      const ids = json.items.map(({ id }: { id: string }) => id)
      expect(new Set(ids).size, name).toBe(ids.length)
    }
    expect((await service.fetch('/feeds/nothing.xml')).status).toBe(404)
  })

  it('shows the text of the operator in place of ours, and nothing in it runs or is fetched', async () => {
    const text = await (await service.fetch('/terms')).text()
    expect(text).toMatch(/<h1>Our own terms<\/h1>/)
    expect(text).toContain('<h2>A heading</h2>')
    expect(text).not.toMatch(/<script>|href="javascript:|<img[^>]*far\.example/)
    expect(await (await service.fetch('/privacy')).text()).toContain('<h1>Privacy</h1>')
  })

  it('shows the billboard as paid, without a vote', async () => {
    const text = await (await service.fetch('/boards/billboard')).text()
    expect(text).toContain('<body class="is-paid"')
    expect(text).not.toContain('class="vote')
  })
})

describe('a vote', () => {
  const path = '/listings/patient-heron/vote'
  const listing = () => service.storage.listings.standing(1, 'patient-heron')
  const votes = async () => (await service.storage.listings.profile(1, 'patient-heron'))!.listing.votes
  const own = async () => service.storage.votes.of((await listing())!.id, ana_id)

  it('counts once, however often one person sends it, and can be taken back', async () => {
    const before = await votes()
    const page = await ana.get('/listings/patient-heron')
    // More at once than a system lets wait at a door would be turned away there.
    for (let round = 0; round < 10; round += 1) {
      const sent = await Promise.all(Array.from({ length: 100 }, () => ana.submit(page, path)))
      expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([303]))
    }
    expect(await votes()).toBe(before + 1)
    const voted = await ana.get('/listings/patient-heron')
    expect(voted.text).toMatch(/aria-pressed="true"/)
    await ana.submit(voted, path)
    expect([await votes(), await own()]).toEqual([before, undefined])
  })

  it('is not given from elsewhere, without a seal, or by nobody', async () => {
    const page = await ana.get('/listings/patient-heron')
    const seal = /name="seal" value="([^"]+)"/.exec(page.text)![1]!
    const elsewhere = await ana.post(path, { vote: 'cast', seal }, { origin: 'https://evil.example' })
    const unsealed = await ana.post(path, { vote: 'cast' })
    const stranger = await openBrowser(service).post(path, { vote: 'cast', seal })
    expect([elsewhere.status, unsealed.status]).toEqual([403, 403])
    expect(stranger.location).toMatch(/^\/sign-in/)
    expect(await own()).toBeUndefined()
  })

  it('is not given by what was caught before: another’s seal, an older sign-in, a script, a frame', async () => {
    const ben = (await signIn(service, 'ben@voter.example')).browser
    service.clock.now = new Date(service.clock.now.getTime() + 2 * 3_600_000)
    const seal = /name="seal" value="([^"]+)"/.exec((await ben.get('/listings/patient-heron')).text)![1]!
    const before = await votes()
    // Another person's seal, and this person's own for another listing.
    expect((await ana.post(path, { vote: 'cast', seal })).status).toBe(403)
    expect((await ben.post('/listings/calm-harbour/vote', { vote: 'cast', seal })).status).toBe(403)
    // What a script of another site can send: no Origin, one that is none, JSON, or a form by GET.
    expect((await ben.post(path, { vote: 'cast', seal }, { origin: null })).status).toBe(403)
    expect((await ben.post(path, { vote: 'cast', seal }, { origin: 'null' })).status).toBe(403)
    expect((await ben.post(path, { vote: 'cast', seal }, { 'sec-fetch-site': 'cross-site' })).status).toBe(
      403,
    )
    const json = { 'content-type': 'application/json' }
    expect((await ben.post(path, { vote: 'cast', seal }, json)).status).toBe(415)
    expect((await ben.get(`${path}?vote=cast&seal=${encodeURIComponent(seal)}`)).status).toBe(405)
    // A key of theirs is not their browser.
    const { key } = await keyFor(service, 'ben@voter.example')
    const body = new URLSearchParams({ vote: 'cast', seal })
    const by_key = { origin: service.url, authorization: `Bearer ${key}` }
    const sent = await service.fetch(path, { method: 'POST', body, headers: by_key, redirect: 'manual' })
    expect(sent.headers.get('location')).toMatch(/^\/sign-in/)
    // The page that holds the button is framed by nobody, and the cookie is not sent from elsewhere.
    const { headers } = await ben.get('/listings/patient-heron')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    // What was caught is worth nothing once they have signed out.
    const stolen = new Map(ben.cookies)
    await ben.submit(await ben.get('/account'), '/sign-out')
    for (const [name, value] of stolen) ben.cookies.set(name, value)
    expect((await ben.post(path, { vote: 'cast', seal })).location).toMatch(/^\/sign-in/)
    expect(await votes()).toBe(before)
  })

  it('for one’s own product is refused in words', async () => {
    const page = await ana.get('/listings/hostile')
    await service.storage.write(({ owners }) => owners.add(hostile, ana_id, service.clock.now.toISOString()))
    const refused = await ana.submit(page, '/listings/hostile/vote')
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('your own')
    expect((await ana.get('/listings/hostile')).text).not.toContain('action="/listings/hostile/vote"')
  })

  it('may be followed by following, which ends as it began', async () => {
    const follow = '/listings/patient-heron/follow'
    const { id } = (await listing())!
    await ana.submit(await ana.get('/listings/patient-heron'), follow)
    expect(await service.storage.follows.of({ listing_id: id }, ana_id)).toBeDefined()
    await ana.submit(await ana.get('/listings/patient-heron'), follow)
    expect(await service.storage.follows.of({ listing_id: id }, ana_id)).toBeUndefined()
  })
})

describe('the texts of a listing', () => {
  const said = (tagline: string | null, short_description: string | null, description: string | null) => {
    const { lead, rest } = textsBelow({ tagline, short_description, description })
    return [lead, rest]
  }
  it.each([
    ['Ships news.', null, 'Ships news', [null, null]],
    ['Ships news', 'ships news.', 'Ships news!', [null, null]],
    ['Ships news.', null, 'Ships news. By boat.', [null, 'By boat.']],
    ['Ships news', null, 'Ships news to islands.', [null, 'Ships news to islands.']],
    ['A', 'Ships news', 'Ships news. By boat.', ['Ships news', 'Ships news. By boat.']],
    ['A', 'Ships news.', 'Ships news. By boat.', ['Ships news.', 'By boat.']],
    [null, null, 'Ships news.', [null, 'Ships news.']],
    [null, null, null, [null, null]],
  ])('are said once: %j, %j, %j', (tagline, short, description, below) => {
    expect(said(tagline, short, description)).toEqual(below)
  })
})
