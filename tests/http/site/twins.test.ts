// Every public page is there as Markdown too: at its address with .md, named in its head, and by the Accept header.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callRest, startService, type Service } from '../../support/service.ts'

let service: Service
beforeAll(async () => void (service = await startService({ demo: true })))
afterAll(() => service.close())

const html = { accept: 'text/html' }
const pages = [
  ...['/', '/categories', '/boards/community-weekly', '/boards/billboard', '/ranking', '/founders', '/blog'],
  ...[
    '/awards',
    '/updates',
    '/agents',
    '/compare',
    '/feeds',
    '/digest',
    '/docs',
    '/connect',
    '/about',
    '/terms',
    '/privacy',
    '/weeks/this',
    '/ledger',
    '/hall-of-fame',
    '/hall-of-fame?of=categories',
    '/hall-of-fame?of=people',
    '/awards/1',
    '/awards/verify',
    '/awards/verify?award=1',
    '/programmes',
    '/programmes/neighbours',
    '/listings/patient-heron/trophies',
    '/founders/ines-caldeira',
    '/founders/ines-caldeira/trophies',
  ],
  ...['/founders?q=ines', '/founders?country=PT', '/founders/ines-caldeira'],
  ...['/search?q=invoices', '/listings/patient-heron', '/compare?a=patient-heron&b=calm-harbour'],
]

describe.each(pages)('%s', (page) => {
  it('names its Markdown, which says the same by each way', async () => {
    const shown = await service.fetch(page, { headers: html })
    expect(shown.status).toBe(200)
    const text = await shown.text()
    const twin = /<link rel="alternate" type="text\/markdown" href="([^"]+)"/
      .exec(text)![1]!
      .replaceAll('&#38;', '&')
    expect(shown.headers.get('link')).toContain(`<${twin}>; rel="alternate"; type="text/markdown"`)
    expect(twin).toMatch(/\.md(\?|$)/)

    const { pathname, search } = new URL(twin)
    const read = await service.fetch(pathname + search, { headers: html })
    expect([read.status, read.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    const asked = await service.fetch(page, { headers: { accept: 'text/markdown' } })
    const markdown = await read.text()
    expect(markdown).toBe(await asked.text())
    expect(markdown).toMatch(/^(# |Name two)/)
    expect(read.headers.get('link')).toContain('rel="canonical"')
    expect(read.headers.get('link')).not.toContain('.md>')
  })
})

it('founders are the same for people, in Markdown and in JSON', async () => {
  const read = async (path: string, accept: string) =>
    (await service.fetch(path, { headers: { accept } })).text()
  const { items, total } = JSON.parse(await read('/api/v1/founders?per_page=30', 'application/json')) as {
    items: { slug: string; name: string; title: string | null; country: string | null; companies: number }[]
    total: number
  }
  expect(total).toBeGreaterThan(5)
  for (const accept of ['text/html', 'text/markdown']) {
    const list = await read('/founders', accept)
    expect(list).toContain(`${total} founders`)
    // Whole and in this order; a name may hold what Markdown or HTML escapes.
    let at = 0
    for (const { slug, title, country, companies } of items) {
      const entry = list.indexOf(`/founders/${slug}`, at)
      expect(entry, slug).toBeGreaterThan(at)
      const after = list.slice(entry, list.indexOf('/founders/', entry + 10))
      expect(after).toContain(`${companies} live product`)
      if (title !== null) expect(after).toContain(title)
      if (country !== null)
        expect(after).toContain(new Intl.DisplayNames('en', { type: 'region' }).of(country))
      at = entry
    }
  }
  for (const { slug, name } of items.slice(0, 3)) {
    const { companies, socials } = JSON.parse(await read(`/api/v1/founders/${slug}`, 'application/json')) as {
      companies: { slug: string }[]
      socials: Record<string, string>
    }
    for (const accept of ['text/html', 'text/markdown']) {
      const page = await read(`/founders/${slug}`, accept)
      for (const one of [name, ...companies.map((one) => `/listings/${one.slug}`), ...Object.values(socials)])
        expect(page, slug).toContain(one)
    }
  }
})

it('there is none for what is no page', async () => {
  for (const path of ['/listings/no-such.md', '/account.md', '/nothing.md', '/listings/patient-heron.md.md'])
    expect([path, (await service.fetch(path)).status]).toEqual([path, 404])
})

it('robots.txt and llms.txt agree about what may be read', async () => {
  const text = async (path: string) => (await service.fetch(path)).text()
  const closed = [...(await text('/robots.txt')).matchAll(/^Disallow: (\S+)/gm)].map((match) => match[1]!)
  expect(closed.length).toBeGreaterThan(3)
  const named = [...(await text('/llms.txt')).matchAll(/\]\(([^)]+)\)/g)].map((match) => new URL(match[1]!))
  for (const { pathname } of named)
    expect(
      closed.filter((path) => pathname.startsWith(path)),
      pathname,
    ).toEqual([])
})

it('has the cabinets of a listing and of a founder as JSON, as Markdown and as pages that say the same', async () => {
  const { items: winners } = (await callRest(service, 'list_awards', { per_page: 100 })).body
  const { founders } = (await callRest(service, 'get_listing', { slug: winners[0].listing.slug })).body
  const owners = [
    ['listing', '/listings', winners[0].listing.slug],
    ['founder', '/founders', founders[0].slug],
  ] as const
  for (const [whose, folder, slug] of owners) {
    const { items } = (await callRest(service, 'list_trophies', { [whose]: slug, per_page: 100 })).body
    expect(items.length).toBeGreaterThan(0)
    const told = items.map(({ number }: { number: number }) => `/awards/${number}`)
    const page = await (await service.fetch(`${folder}/${slug}/trophies`, { headers: html })).text()
    // What is told of a person does not end within a sentence.
    expect(whose === 'listing' || /<p class="lead">[^<]*[.!?]<\/p>/.test(page)).toBe(true)
    const shelf = /<ol class="cabinet">(.*?)<\/ol>/s.exec(page)![1]!
    expect([...shelf.matchAll(/href="(\/awards\/\d+)"/g)].map(([, path]) => path)).toEqual(told)
    const markdown = await (await service.fetch(`${folder}/${slug}/trophies.md`)).text()
    expect([...markdown.matchAll(/^- \[.*?\]\(\S*?(\/awards\/\d+)\)/gm)].map(([, path]) => path)).toEqual(
      told,
    )
    for (const { title, votes } of items)
      for (const text of [shelf, markdown]) {
        expect(text).toContain(title)
        expect(text).toMatch(new RegExp(`\\b${votes} votes?\\b`))
      }
  }
})
