// What programs read of the site: Markdown, structured data, feeds, the site map, pictures; a hostile listing in all of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wantsMarkdown } from '../../../http/site/public_page.ts'
import { drawable, previewSvg } from '../../../http/site/preview.ts'
import { openPictures } from '../../../http/previews.ts'
import { loadDemo } from '../../../tools/catalogue/demo.ts'
import { signIn, unescaped } from '../../support/people.ts'
import { startService, type Service } from '../../support/service.ts'
import { product } from '../../support/town.ts'
import { faultOfXml } from '../../support/xml.ts'

const accept = 'text/markdown'
const nasty = [
  '"><script>alert(1)</script><img src=x onerror=alert(1)>',
  '</script><svg onload=alert(1)>',
  '[here](javascript:alert(1)) <javascript:alert(1)> ![a](x) `code`',
  '# not a heading\n\n- not a list\n> not a quote',
  '\u202Egnp.exe\u2066',
  ']]> &lt;b&gt;',
].join(' ')
const long = 'w'.repeat(20_000)
let service: Service

beforeAll(async () => {
  service = await startService({
    fill: async (storage, now) => {
      await loadDemo(storage, now)
      await storage.write(async (inside) => {
        const { id } = (await inside.categories.bySlug('invoicing-and-accounting'))!
        const founder_id = await inside.founders.add({
          ...{ slug: 'hostile-founder', name: `Eve ${nasty}`, title: nasty, bio: nasty, country: null },
          ...{ socials: { website: 'javascript:alert(1)', x: nasty }, created_at: now.toISOString() },
        })
        await inside.listings.save({
          ...product([id], {
            slug: 'hostile',
            name: `Hostile ${nasty}`,
            tagline: nasty,
            description: `${nasty}\n\n# not a heading\n\n${long}`,
            features: [nasty, long],
            faqs: [{ question: nasty, answer: nasty }],
            attributes: { [nasty]: nasty },
            pricing_summary: nasty,
            socials: { website: 'javascript:alert(1)', x: nasty },
            logo_url: 'https://hostile.example/logo.svg',
            launch_week: '2026-11-16',
            live_at: '2026-11-16T00:00:00.000Z',
            votes: 1,
            week_votes: 1,
          }),
          founders: [{ founder_id, title: nasty }],
        })
      })
    },
  })
})
afterAll(() => service.close())

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await service.fetch(path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const readable = [
  ...['/', '/weeks/2026-11-16', '/listings/patient-heron', '/search?q=invoices', '/categories'],
  ...['/categories/invoicing-and-accounting', '/boards/billboard', '/boards/community-weekly'],
  ...['/founders/ines-caldeira', '/blog/a-launch-week-day-by-day'],
]

describe('a public page as Markdown', () => {
  it.each(readable)('%s says what the page says, to whoever asks for it', async (path) => {
    const page = await read(path, { accept: 'text/html' })
    const markdown = await read(path, { accept })
    expect([page.status, markdown.status]).toEqual([200, 200])
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    for (const { headers } of [page, markdown]) expect(headers.get('vary')).toBe('Accept, Cookie')
    expect(page.headers.get('link')).toContain('rel="alternate"; type="text/markdown"')
    expect(markdown.headers.get('link')).toContain('rel="alternate"; type="text/html"')
    expect(markdown.text).toMatch(/^# \S/)
    const listed = [...page.text.matchAll(/href="\/listings\/([a-z0-9-]+)"/g)].map((match) => match[1]!)
    // A board shows what the page shows; the first page of a week more than its poles.
    for (const slug of new Set(listed.slice(0, 5)))
      if (path !== '/') expect(markdown.text, slug).toContain(`/listings/${slug}`)
    const etag = markdown.headers.get('etag')!
    expect(etag).not.toBe(page.headers.get('etag'))
    expect((await read(path, { accept, 'if-none-match': etag })).status).toBe(304)
    expect((await read(path, { accept: 'text/html', 'if-none-match': etag })).status).toBe(200)
  })

  it('says of a search what the words were taken for, as the page does', async () => {
    const path = `/search?q=${encodeURIComponent('invoises xqzvwj')}`
    const page = unescaped((await read(path, { accept: 'text/html' })).text)
    const { text } = await read(path, { accept })
    for (const said of ['ooked for “invoices”', 'Not every result has “xqzvwj”'])
      for (const shown of [page, text]) expect(shown).toContain(said)
    const other = `/search?q=${encodeURIComponent('rechnungen')}`
    for (const as of ['text/html', accept])
      expect((await read(other, { accept: as })).text).toMatch(/Also looked for “[a-z]/)
  })

  it('is chosen by Accept as HTTP says', () => {
    const yes = ['text/markdown', 'text/markdown, text/html, */*', 'text/html;q=0.5, text/markdown;q=0.9']
    yes.push('TEXT/MARKDOWN', 'text/markdown, */*;q=0.8', 'text/html;q=0.1, text/markdown;q=0.5, */*')
    const no = [null, '*/*', 'text/html', 'text/html, text/markdown;q=0.9', 'text/markdown;q=0', 'text/*']
    no.push('text/markdown;q=0.1, */*', 'text/markdown;q=0.2, text/*;q=0.3, */*;q=0.1')
    expect([yes.filter(wantsMarkdown), no.filter(wantsMarkdown)]).toEqual([yes, []])
  })

  it('has one address, named by its page with or without a final slash', async () => {
    for (const path of ['/blog', '/listings/patient-heron'])
      for (const asked of [path, `${path}/`]) {
        const { headers, text } = await read(asked, { accept: 'text/html' })
        expect(headers.get('link')).toBe(`<${service.url}${path}.md>; rel="alternate"; type="text/markdown"`)
        expect(text).toContain(`rel="canonical" href="${service.url}${path}"`)
      }
    const statuses = []
    for (const asked of ['/blog/index.md', '/blog.md', '/blog/index.md'])
      statuses.push((await read(asked)).status)
    expect(statuses).toEqual([404, 200, 404])
  })

  it('is the same for whoever is signed in, and names them to nobody', async () => {
    const { browser } = await signIn(service, 'reader@tide.example')
    const hers = await browser.get('/listings/patient-heron', { accept })
    const everybodys = await read('/listings/patient-heron', { accept })
    expect(hers.text).toBe(everybodys.text)
    expect(hers.headers.get('cache-control')).toBe('public, max-age=10')
  })

  it('is named in llms.txt, whose links all lead somewhere', async () => {
    const { text } = await read('/llms.txt')
    expect(text).toContain('Accept: text/markdown')
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]!)
    expect(links.length).toBeGreaterThan(12)
    for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200])
  })
})

const dataIn = (page: string): any[] =>
  [...page.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].flatMap(([, json]) => {
    const data = JSON.parse(json!)
    return data['@graph'] ?? [data]
  })

describe('structured data', () => {
  it.each([
    ['/', ['Organization', 'WebSite', 'ItemList']],
    ['/weeks/2026-11-09', ['ItemList', 'BreadcrumbList']],
    ['/categories/invoicing-and-accounting', ['ItemList', 'BreadcrumbList']],
    ['/boards/community-all-time', ['ItemList']],
    ['/listings/patient-heron', ['Product', 'BreadcrumbList']],
    ['/founders/ines-caldeira', ['ProfilePage', 'BreadcrumbList']],
    ['/blog/a-launch-week-day-by-day', ['BlogPosting', 'BreadcrumbList']],
  ])('of %s is %s', async (path, types) => {
    const { text } = await read(path)
    const data = dataIn(text)
    expect(data.map((one) => one['@type'])).toEqual(types)
    const addresses = JSON.stringify(data).match(/"(?:url|item)":"[^"]*"/g) ?? []
    for (const address of addresses) expect(address).toContain(`":"${service.url}`)
    expect(text).toContain(`<link rel="canonical" href="${service.url}${path}" />`)
    expect(text).toContain('<meta property="og:title"')
    expect(text).toContain('<meta name="twitter:card"')
  })

  it('leads a search from outside to a page that finds', async () => {
    const site = dataIn((await read('/')).text).find((one) => one['@type'] === 'WebSite')
    const address = site.potentialAction.target.urlTemplate.replace('{search_term_string}', 'invoices')
    expect(await (await fetch(address)).text()).toContain('Patient Heron')
  })
})

describe('the feeds', () => {
  const names = ['launches', 'updates', 'blog', 'awards', 'weeks', 'categories/invoicing-and-accounting']
  const xml = (text: string) => text.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  const all = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map((match) => unescaped(match[1]!))

  it.each(names)('%s is valid as RSS, as Atom and as JSON Feed, and says the same in each', async (name) => {
    const [rss, atom, json] = await Promise.all(
      ['xml', 'atom', 'json'].map((ending) => read(`/feeds/${name}.${ending}`)),
    )
    expect([faultOfXml(xml(rss!.text)), faultOfXml(xml(atom!.text))]).toEqual([null, null])
    const feed = JSON.parse(json!.text)
    expect(feed.version).toBe('https://jsonfeed.org/version/1.1')
    const links = feed.items.map(({ url }: { url: string }) => url)
    expect(links.length).toBeGreaterThan(0)
    // RSS 2.0: a channel has title, link and description; dates are those of RFC 822.
    const channel = rss!.text.split('<item>')[0]!
    for (const needed of ['title', 'link', 'description'])
      expect(channel).toMatch(new RegExp(`<${needed}>[^<]+<`))
    expect(all(rss!.text, /<item>[^]*?<link>([^<]*)</g)).toEqual(links)
    for (const date of all(rss!.text, /<pubDate>([^<]*)</g)) expect(new Date(date).toUTCString()).toBe(date)
    // RFC 4287: a feed and each entry have id, title and updated, the feed an author.
    const [head, ...entries] = atom!.text.split('<entry>')
    for (const part of [head!, ...entries])
      for (const needed of ['id', 'title', 'updated']) expect(part).toMatch(new RegExp(`<${needed}>[^<]+<`))
    expect(head).toContain('<author><name>')
    expect(head).toContain('rel="self"')
    expect(all(atom!.text, /<entry>[^]*?<link href="([^"]*)"/g)).toEqual(links)
    for (const date of all(atom!.text, /<updated>([^<]*)</g)) expect(new Date(date).toISOString()).toBe(date)
    const ids = all(atom!.text, /<id>([^<]*)</g)
    expect(new Set(ids).size).toBe(ids.length)
    for (const link of links) expect(link).toMatch(new RegExp(`^${service.url}/`))
  })

  it.each(['launches', 'awards', 'weeks'])('%s has a picture for each entry, in every form', async (name) => {
    const [rss, atom, json] = await Promise.all(
      ['xml', 'atom', 'json'].map((ending) => read(`/feeds/${name}.${ending}`)),
    )
    const pictures = JSON.parse(json!.text).items.map(({ image }: { image: string }) => image)
    expect(all(rss!.text, /<media:content url="([^"]*)"/g)).toEqual(pictures)
    expect(all(atom!.text, /<link href="([^"]*)" rel="enclosure"/g)).toEqual(pictures)
    // At its address now, and not by way of another.
    const picture = await fetch(pictures[0], { redirect: 'manual' })
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  })
})

it('the site map keeps to its schema: bounds, absolute addresses of ours, and when listings changed', async () => {
  const index = (await read('/sitemap.xml')).text
  const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1]!).pathname)
  for (const file of files) {
    const { text } = await read(file)
    const entries = text.split('<url>').slice(1)
    expect(entries.length).toBeLessThanOrEqual(50_000)
    expect(text.length).toBeLessThan(50_000_000)
    for (const entry of entries)
      expect(entry).toMatch(
        new RegExp(
          `^<loc>${service.url}/[^<]*</loc>(<lastmod>\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z</lastmod>)?</url>`,
        ),
      )
    if (file.includes('listings')) expect(text.match(/<lastmod>/g)).toHaveLength(entries.length)
  }
  expect((await read('/sitemaps/pages-2.xml')).status).toBe(404)
})

describe('an address with nothing at it', () => {
  it.each([
    ['/listings/pacient-heron', '/listings/patient-heron', 'Patient Heron'],
    ['/listings/tegami-no-kii', '/listings/tegami-no-ki', 'てがみの木 (Tegami no Ki)'],
    [
      '/categories/invoicing-and-acounting',
      '/categories/invoicing-and-accounting',
      'Invoicing and accounting',
    ],
  ])('%s asks whether %s was meant', async (wrong, right, name) => {
    const { status, text } = await read(wrong, { accept: 'text/html' })
    expect(status).toBe(404)
    expect(new RegExp(`Did you mean\\s+<a\\s+href="${right}"\\s*>([^<]*)<`).exec(text)?.[1]).toBe(name)
  })
})

describe('the picture of a listing', () => {
  const pictureOf = async (slug: string) =>
    /og:image" content="([^"]+)"/.exec((await read(`/listings/${slug}`)).text)![1]!.slice(service.url.length)
  const sizeOf = (png: Buffer) => [png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]

  it.each(['patient-heron', 'tegami-no-ki', 'daftar-al-hayy', 'hostile'])(
    'of %s is a PNG of 1200 by 630',
    async (slug) => {
      const response = await service.fetch(await pictureOf(slug))
      expect(response.headers.get('content-type')).toBe('image/png')
      expect(response.headers.get('cache-control')).toContain('immutable')
      expect(sizeOf(Buffer.from(await response.arrayBuffer()))).toEqual(['PNG', 1200, 630])
    },
  )

  it('stands at another address once the listing says something else, and the old one leads there', async () => {
    const old = (await pictureOf('patient-heron')).replace(/-[0-9a-f]{12}\.png$/, '-0123456789ab.png')
    const response = await service.fetch(old, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      service.url + (await pictureOf('patient-heron')),
    ])
    expect((await service.fetch('/previews/nobody-0123456789ab.png')).status).toBe(404)
  })

  it('holds outlines and colours only, whatever a listing is called', () => {
    const svg = previewSvg(
      { slug: 'hostile', name: nasty, tagline: long, category: { name: nasty } },
      'Launch Directory',
    )
    expect(svg.match(/<(?!\/?(?:svg|defs|path|use|g)\b)[^>]*>/g)).toBe(null)
    expect(svg).not.toMatch(/href="(?!#)|alert|script/)
    expect(svg.length).toBeLessThan(200_000)
  })

  it('shows of a name what its letters can', () => {
    const shown = ['Đàn Nhỏ', 'てがみの木 (Tegami no Ki)', 'Čebelnik', '우산', 'a\u202Eb']
    expect(shown.map((name) => drawable('besley', name))).toEqual([
      'Đàn Nho',
      'Tegami no Ki',
      'Čebelnik',
      '',
      'ab',
    ])
  })

  it('is drawn once for many who ask, one at a time, and refused where too many wait', async () => {
    let drawing = 0
    let most = 0
    let drawn = 0
    const pictureOf = openPictures(async () => {
      most = Math.max(most, (drawing += 1))
      await new Promise((done) => setImmediate(done))
      drawing -= 1
      drawn += 1
      return new Uint8Array(10)
    })
    await Promise.all(Array.from({ length: 100 }, () => pictureOf('one', () => '')))
    expect(drawn).toBe(1)
    const asked = await Promise.allSettled(
      Array.from({ length: 40 }, async (_, at) => pictureOf(`other ${at}`, () => '')),
    )
    expect(most).toBe(1)
    expect(asked.filter(({ status }) => status === 'rejected')).toHaveLength(24)
  })
})

describe('a hostile listing', () => {
  const pages = [
    ...['/', '/listings/hostile', '/listings/hostile/badges', '/search?q=hostile', '/weeks/2026-11-16'],
    ...['/categories/invoicing-and-accounting', '/boards/community-weekly', '/founders/hostile-founder'],
    ...['/compare?a=hostile&b=patient-heron', '/founders?q=eve', '/boards/community-all-time?page=3'],
  ]
  const elements =
    /<(?:script|img|svg|iframe|object)[^>]*(?:onload|onerror|alert)|<script>|<img src=x|href="\s*javascript:/i

  it('is words on every page', async () => {
    for (const path of pages) {
      const { text, status } = await read(path, { accept: 'text/html' })
      expect([path, status]).toEqual([path, 200])
      expect(text, path).not.toMatch(elements)
      expect(text, path).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
      for (const [link] of text.matchAll(/<a\s[^>]*hostile\.example[^>]*>/g))
        expect(link, path).toMatch(/rel="[^"]*\bnofollow\b[^"]*\bugc\b/)
    }
  })

  it('is words in every feed, in the site map and in badges', async () => {
    for (const ending of ['xml', 'atom', 'json'])
      for (const name of ['launches', 'categories/invoicing-and-accounting']) {
        const { text } = await read(`/feeds/${name}.${ending}`)
        expect(text, name).toContain('Hostile')
        if (ending !== 'json') expect(text).not.toMatch(/<script|<svg|<img|\u202e/i)
        else expect(JSON.parse(text).items.every((item: object) => !('content_html' in item))).toBe(true)
      }
    const badge = await read('/badges/hostile/listed-standard-light-m.svg')
    expect(badge.text).not.toMatch(/hostile|alert|script/i)
  })

  it('is words in Markdown: no heading, link, markup or direction of its own', async () => {
    for (const path of pages.filter((path) => !/badges|compare|founders\?/.test(path))) {
      const { text, headers } = await read(path, { accept })
      expect(headers.get('content-type')).toContain('text/markdown')
      expect(text, path).not.toMatch(/^(?:#|- |>)+ ?not a/m)
      expect(text, path).not.toMatch(
        /(?<!\\)<script|(?<!\\)\]\(javascript:|(?<!\\)<javascript|(?<!\\)!\[|[\u202a-\u202e]/,
      )
    }
  })

  it('cannot end its structured data', async () => {
    const { text } = await read('/listings/hostile')
    const [data] = dataIn(text)
    expect(data.name).toContain('</script><svg onload=alert(1)>')
    expect(text.match(/<script/g)).toHaveLength(2)
  })
})
