// The crawler against sites that are awkward on purpose.
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DraftingThread } from '../../../jobs/reading/drafting_thread.ts'
import { readSite } from '../../../jobs/reading/read_site.ts'
import { bounds, SiteUnreadable } from '../../../jobs/reading/visitor.ts'
import { openOutbound, type Outbound } from '../../../outbound.ts'
import { unpack } from '../../../storage/packing.ts'
import { openOutside, pages, type Host, type Outside, type Reply } from '../../support/outside.ts'
import { sharedThread } from '../../support/shared_thread.ts'

let outside: Outside
let outbound: Outbound
beforeAll(async () => {
  outside = await openOutside({}, ['plain.test'])
  outbound = openOutbound(outside.options)
})
afterAll(async () => {
  await outbound.close()
  await outside.close()
})

type More = { bare?: boolean; signal?: AbortSignal; now_ms?: () => number; thread?: DraftingThread }
async function read(url: string, host: Host, more: More = {}) {
  outside.hosts.set(new URL(url).hostname, host)
  outside.asked.length = 0
  const signal = more.signal ?? new AbortController().signal
  const crawl = {
    outbound,
    thread: more.thread ?? sharedThread,
    clock: () => new Date(0),
    signal,
    public_url: 'https://launch.test',
    pace_ms: 0,
    now_ms: more.now_ms,
  }
  return readSite({ url, bare: more.bare ?? false }, crawl)
}
const failing = async (url: string, host: Host) =>
  read(url, host).then(
    () => 'read',
    (error: unknown) => (error instanceof SiteUnreadable ? error.reason : String(error)),
  )
const robots = (body: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body,
})
const home = (links: string[] = []) =>
  `<title>Tide</title><h1>Tide</h1>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}`
const facts = ['/pricing', '/about', '/imprint', '/faq', '/contact', '/team']
const paths = () => outside.asked.map((url) => new URL(url).pathname)

describe('robots.txt', () => {
  it('is asked for first, by name, and its rules for us come before those for all', async () => {
    let agent = ''
    const text =
      'User-agent: *\nDisallow: /\n\nUser-agent: LaunchDirectoryBot\nDisallow: /private\nAllow: /private/about\n'
    const site = pages({
      '/robots.txt': robots(text),
      '/': home(['/private/team', '/private/about', '/pricing']),
      '/private/about': '<h1>About</h1>',
      '/private/team': '<h1>Team</h1>',
      '/pricing': '<h1>Pricing</h1>',
    })
    const found = await read('https://robots.test/', (path, request) => {
      agent = request.headers['user-agent']!
      return site(path, request)
    })
    expect(paths()[0]).toBe('/robots.txt')
    expect(agent).toBe('LaunchDirectoryBot/1.0 (+https://launch.test/docs)')
    const read_there = found.pages.map((page) => new URL(page.url).pathname).sort()
    expect(read_there).toEqual(['/', '/pricing', '/private/about'])
    expect(paths()).not.toContain('/private/team')
  })

  it.each([
    ['User-agent: *\nDisallow: /', 'robots'],
    ['User-agent: *\nDisallow: /*', 'robots'],
    ['User-agent: *\nDisallow: /$', 'robots'],
    ['User-agent: *\nDisallow: /\nAllow: /$', 'read'],
    ['User-agent: other\nDisallow: /', 'read'],
    ['User-agent: *\nDisallow:', 'read'],
    ['User-agent: *\nDisallow: /\n\nUser-agent: launchdirectorybot\nAllow: /', 'read'],
    ['\ufeffUser-agent: *\r\nDisallow: /\r\n', 'robots'],
    ['<!doctype html><h1>Not found, but 200</h1>', 'read'],
  ])('%j: %s', async (text, outcome) => {
    expect(await failing('https://rules.test/', pages({ '/robots.txt': robots(text), '/': home() }))).toBe(
      outcome,
    )
  })

  it.each([
    [404, 'read'],
    [403, 'read'],
    [401, 'read'],
    [429, 'robots_unreachable'],
    [500, 'robots_unreachable'],
    [503, 'robots_unreachable'],
  ])('that answers %i: %s (RFC 9309 section 2.3.1)', async (status, outcome) => {
    expect(
      await failing('https://status.test/', pages({ '/robots.txt': robots('', status), '/': home() })),
    ).toBe(outcome)
    if (outcome !== 'read') expect(new Set(paths())).toEqual(new Set(['/robots.txt']))
  })

  it('is read to half a megabyte, and what stands beyond is not', async () => {
    const long = `User-agent: *\nDisallow: /early\n${'#'.repeat(600_000)}\nDisallow: /late\n`
    const found = await read(
      'https://long.test/',
      pages({
        '/robots.txt': robots(long),
        '/': home(['/early', '/late']),
        '/early': '<p>a',
        '/late': '<p>b',
      }),
    )
    expect(found.pages.map((page) => new URL(page.url).pathname)).toEqual(['/', '/late'])
  })

  it('means the same with and without escapes', async () => {
    const site = pages({
      '/robots.txt': robots('User-agent: *\nDisallow: /%61bout\nDisallow: /~ana'),
      '/': home(['/about', '/%7Eana', '/pricing']),
      '/pricing': '<h1>Pricing</h1>',
    })
    await read('https://escaped.test/', site)
    expect(paths()).not.toContain('/about')
    expect(paths()).not.toContain('/%7Eana')
    expect(paths()).toContain('/pricing')
  })

  it('holds for where a redirect leads', async () => {
    outside.hosts.set(
      'inner.test',
      pages({ '/robots.txt': robots('User-agent: *\nDisallow: /secret'), '/secret': '<h1>Secret</h1>' }),
    )
    const moved: Reply = { status: 302, headers: { location: 'https://inner.test/secret' } }
    expect(await failing('https://outer.test/', pages({ '/': moved }))).toBe('robots')
    expect(outside.asked).not.toContain('https://inner.test/secret')
  })

  it.each([
    ['one endless pattern', `Disallow: /${'*'.repeat(400_000)}x$`],
    ['many patterns', 'Disallow: /*a*a*a*a*b$\n'.repeat(18_000)],
  ])('is not worked through when it is made to take long: %s', async (_, rules) => {
    const long = (length: number) => `/${'a'.repeat(length)}`
    const site = pages({
      '/robots.txt': robots(`User-agent: *\n${rules}`),
      '/': home(),
      [long(900)]: '<p>a',
    })
    // Of the thread that answers, so that neither the other one nor a busy machine counts.
    const begun = process.threadCpuUsage()
    expect(await failing(`https://patterns.test${long(900)}`, site)).toBe('robots')
    const { user, system } = process.threadCpuUsage(begun)
    expect((user + system) / 1000).toBeLessThan(400)
    expect(await failing('https://patterns.test/', site)).toBe('read')
  })

  it('cannot be given an endless address to judge', async () => {
    const location = `/${'a'.repeat(20_000)}`
    const text = `User-agent: *\nDisallow: /${'*'.repeat(500)}x`
    const site = pages({ '/robots.txt': robots(text), '/': { status: 302, headers: { location } } })
    expect(await failing('https://endless.test/', site)).toBe('url')
  })

  it('may ask for a pause in a way that is no number, and then asks for none', async () => {
    const site = pages({
      '/robots.txt': robots('User-agent: *\nCrawl-delay: some'),
      '/': home(['/about']),
      '/about': '<p>a',
    })
    expect((await read('https://some.test/', site)).pages).toHaveLength(2)
  })

  it('may ask for pauses, which are kept', async () => {
    const times: number[] = []
    const site = pages({
      '/robots.txt': robots('User-agent: *\nCrawl-delay: 0.4'),
      '/': home(['/about', '/pricing']),
      '/about': '<p>a',
      '/pricing': '<p>b',
    })
    await read('https://slow.test/', (path, request) => {
      if (path !== '/robots.txt') times.push(performance.now())
      return site(path, request)
    })
    expect(times.length).toBeGreaterThanOrEqual(4)
    for (const [index, at] of times.slice(1).entries()) expect(at - times[index]!).toBeGreaterThan(380)
  })

  it('that asks for more patience than there is leaves the start page', async () => {
    const site = pages({
      '/robots.txt': robots('User-agent: *\nCrawl-delay: 60'),
      '/': home(['/about']),
      '/about': '<p>a',
    })
    const found = await read('https://sleepy.test/', site)
    expect(found.pages).toHaveLength(1)
    expect(found.notices).toEqual(['pages_unread https://sleepy.test/about', 'few_pages'])
  })
})

describe('the time of a site', () => {
  it('may be short, and its last requests still get what is left of it', async () => {
    const whole_ms = bounds.site_ms
    bounds.site_ms = 5000
    try {
      const site = pages({ '/': home(['/about']), '/about': '<p>a' })
      expect((await read('https://late.test/', site)).pages).toHaveLength(2)
    } finally {
      bounds.site_ms = whole_ms
    }
  })

  it('may end in a page that breaks, and what was read is kept', async () => {
    const site = pages({ '/': home(['/about', '/pricing']), '/about': '<p>a' })
    const found = await read('https://broken.test/', (path, request) =>
      path === '/pricing' ? (response) => response.destroy() : site(path, request),
    )
    const notices = ['pages_unread https://broken.test/pricing']
    expect(found).toMatchObject({ pages: { length: 2 }, notices })
  })

  it('is given no less time where our own reading of its pages is slow', async () => {
    const site = pages(Object.fromEntries(['/', ...facts].map((path) => [path, home(facts) + path])))
    let now = 0
    const run: DraftingThread['run'] = (name, ...rest) => {
      if (name === 'page') now += 4000
      return sharedThread.run(name, ...rest)
    }
    const busy = { now_ms: () => now, thread: { ...sharedThread, run } }
    expect(await read('https://busy.test/', site, busy)).toMatchObject({ notices: [], pages: { length: 7 } })
  })

  /** A site whose every answer takes so long, by a clock that nobody has to wait for. */
  const slowly = async (site: Host, each_ms: number) => {
    let took_ms = 0
    const host: Host = (path, request) => {
      took_ms += each_ms
      return site(path, request)
    }
    const found = await read('https://slow.test/', host, { now_ms: () => took_ms })
    return { took_ms, read: found.pages.length, notices: found.notices }
  }

  it('is over within ten seconds where each answer takes 700 ms, and the pages that hold facts come first', async () => {
    const links = [...Array.from({ length: 20 }, (_, n) => `/docs/part-${n}`), ...facts]
    const site = pages(Object.fromEntries(['/', ...links].map((path) => [path, home(links) + path])))
    const found = await slowly(site, 700)
    expect(paths().slice(0, 8).sort()).toEqual(['/', '/robots.txt', ...facts].sort())
    expect(paths()[8]).toBe('/sitemap.xml')
    expect(found).toEqual({ took_ms: 6300, read: 7, notices: [] })
  })

  it.each([
    ['a page every two seconds', 2000, ['/pricing', '/about', '/faq', '/contact'], 4],
    ['nothing at most of its links', 700, ['/pricing'], 2],
  ])('ends in time for a draft where a site gives %s', async (_, each_ms, there, read) => {
    const dead = Array.from({ length: 60 }, (_, n) => `/docs/part-${n}`)
    const site = pages(
      Object.fromEntries(['/', ...there].map((path) => [path, home([...there, ...dead]) + path])),
    )
    const found = await slowly(site, each_ms)
    expect(found.read).toBe(read)
    expect(found.notices).toEqual(each_ms === 2000 ? ['pages_unread https://slow.test/contact'] : [])
    expect(found.took_ms).toBeLessThanOrEqual(10_000)
  })
})

describe('pages', () => {
  it('are chosen by what they may hold, at most twelve, one at a time', async () => {
    let open = 0
    let most = 0
    const links = Array.from({ length: 40 }, (_, n) => `/blog/post-${n}`)
    const found = await read('https://large.test/', (path) => (response) => {
      open += 1
      most = Math.max(most, open)
      setTimeout(() => {
        open -= 1
        if (path === '/robots.txt') return response.writeHead(404).end()
        response.setHeader('content-type', 'text/html')
        response.end(
          path === '/'
            ? home([...links, '/about', '/pricing', '/contact', '/team', '/faq'])
            : `<h1>${path}</h1>`,
        )
      }, 3)
    })
    expect(most).toBe(1)
    expect(found.pages).toHaveLength(bounds.pages)
    const read_paths = found.pages.map((page) => new URL(page.url).pathname)
    for (const path of ['/about', '/pricing', '/contact', '/team', '/faq']) expect(read_paths).toContain(path)
    expect(paths().length).toBeLessThanOrEqual(bounds.requests + 1)
  })

  it('that are missing do not count, and the search for others ends', async () => {
    const links = Array.from({ length: 100 }, (_, n) => `/about-${n}`)
    const found = await read('https://holes.test/', pages({ '/': home(links) }))
    expect(found.pages).toHaveLength(1)
    expect(paths().length).toBeLessThanOrEqual(bounds.requests + 1)
  })

  it('are found in the sitemap, also behind an index and behind robots.txt', async () => {
    const xml = (body: string): Reply => ({ headers: { 'content-type': 'application/xml' }, body })
    const found = await read(
      'https://mapped.test/',
      pages({
        '/robots.txt': robots('Sitemap: https://mapped.test/maps.xml'),
        '/': home(),
        '/maps.xml': xml(
          '<sitemapindex><sitemap><loc>https://mapped.test/map.xml</loc></sitemap></sitemapindex>',
        ),
        '/map.xml': xml(
          '<urlset><url><loc>https://mapped.test/pricing?a=1&amp;b=2</loc></url><url><loc>https://other.test/about</loc></url></urlset>',
        ),
        '/pricing': '<h1>Pricing</h1>',
      }),
    )
    expect(found.pages.map((page) => page.url)).toEqual([
      'https://mapped.test/',
      'https://mapped.test/pricing?a=1&b=2',
    ])
    expect(outside.asked.some((url) => url.includes('other.test'))).toBe(false)
  })

  it('are found in a packed sitemap, behind an index that lists itself', async () => {
    const found = await read(
      'https://packed.test/',
      pages({
        '/robots.txt': robots('Sitemap: https://packed.test/maps.xml'),
        '/': home(),
        '/maps.xml':
          '<sitemapindex><sitemap><loc>https://packed.test/maps.xml</loc></sitemap><sitemap><loc>https://packed.test/map.xml.gz</loc></sitemap></sitemapindex>',
        '/map.xml.gz': {
          headers: { 'content-type': 'application/gzip' },
          body: gzipSync('<urlset><url><loc>https://packed.test/pricing</loc></url></urlset>'),
        },
        '/pricing': '<h1>Pricing</h1>',
      }),
    )
    expect(found.pages.map((page) => page.url)).toEqual([
      'https://packed.test/',
      'https://packed.test/pricing',
    ])
  })

  it.each<[string, Record<string, string>, Buffer, string]>([
    [
      'EUC-KR, declared in the page',
      { 'content-type': 'text/html' },
      Buffer.concat([
        Buffer.from('<meta charset="euc-kr"><h1>'),
        Buffer.from([0xc7, 0xd1, 0xb1, 0xdb]),
        Buffer.from('</h1>'),
      ]),
      '한글',
    ],
    [
      'ISO-8859-1, in the header',
      { 'content-type': 'text/html; charset=iso-8859-1' },
      Buffer.from('<h1>Caf\xe9</h1>', 'latin1'),
      'Café',
    ],
    [
      'UTF-16 with a mark',
      { 'content-type': 'text/html' },
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<h1>Gruß</h1>', 'utf16le')]),
      'Gruß',
    ],
    [
      'UTF-8 that the header calls ISO-8859-1',
      { 'content-type': 'text/html; charset=iso-8859-1' },
      Buffer.from('<h1>Gruß</h1>'),
      'Gruß',
    ],
    [
      'windows-1252 that the header calls UTF-8',
      { 'content-type': 'text/html; charset=utf-8' },
      Buffer.from('<h1>Gru\xdf aus K\xf6ln</h1>', 'latin1'),
      'Gruß aus Köln',
    ],
    ['nothing declared, UTF-8', { 'content-type': 'text/html' }, Buffer.from('<h1>Gruß</h1>'), 'Gruß'],
    [
      'nothing declared, windows-1252',
      { 'content-type': 'text/html' },
      Buffer.from('<h1>Gru\xdf</h1>', 'latin1'),
      'Gruß',
    ],
    ['gzip', { 'content-type': 'text/html', 'content-encoding': 'gzip' }, gzipSync('<h1>Gruß</h1>'), 'Gruß'],
  ])('are decoded: %s', async (_name, headers, body, words) => {
    const found = await read('https://words.test/', pages({ '/': { headers, body } }))
    expect(found.pages[0]!.text).toContain(words)
  })

  it('that only forward are followed once', async () => {
    const refresh = (to: string) => `<meta http-equiv="refresh" content="0; url=${to}">`
    const found = await read(
      'https://stub.test/',
      pages({
        '/': refresh('/en/'),
        '/en/': home(['/en/about']),
        '/en/about': refresh('/en/loop'),
        '/en/loop': refresh('/en/about'),
      }),
    )
    expect(found.start_url).toBe('https://stub.test/en/')
    expect(paths().filter((path) => path.startsWith('/en/about')).length).toBeLessThanOrEqual(1)
  })

  it('of the same content or the same canonical address count once', async () => {
    const canonical = (to: string, text: string) => `<link rel="canonical" href="${to}"><h1>${text}</h1>`
    const found = await read(
      'https://twin.test/',
      pages({
        '/': home(['/about', '/about-us', '/pricing', '/plans']),
        '/about': '<h1>About</h1>',
        '/about-us': '<h1>About</h1>',
        '/pricing': canonical('/plans', 'Pricing'),
        '/plans': canonical('/plans', 'Plans'),
      }),
    )
    const found_paths = found.pages.map((page) => new URL(page.url).pathname)
    expect(found_paths.filter((path) => path.startsWith('/about'))).toHaveLength(1)
    expect(found_paths.filter((path) => path === '/pricing' || path === '/plans').length).toBeLessThanOrEqual(
      2,
    )
  })

  it('longer than two megabytes are read to there, and it is said', async () => {
    const found = await read(
      'https://heavy.test/',
      pages({ '/': `<h1>Tide</h1>${'<p>word</p>'.repeat(250_000)}` }),
    )
    expect(found.notices).toEqual(['too_long'])
    expect(unpack(found.pages[0]!.html).length).toBe(bounds.page_bytes)
  })

  it('that are all heavy are read until six megabytes are there', async () => {
    const heavy = (links: string[]) => `${home(links)}${'<p>word</p>'.repeat(250_000)}`
    const paths = ['/about', '/pricing', '/contact', '/team', '/faq', '/features']
    const all = Object.fromEntries(paths.map((path) => [path, `<h1>${path}</h1>${heavy([])}`]))
    const found = await read('https://heaviest.test/', pages({ '/': heavy(paths), ...all }))
    const bytes = found.pages.reduce((sum, page) => sum + unpack(page.html).length, 0)
    const notices = [expect.stringMatching(/^pages_unread .*\/team$/), 'too_long']
    expect([found.pages.length, bytes, found.notices]).toEqual([3, bounds.site_bytes, notices])
  })

  it('on another domain are read there, and it is said', async () => {
    outside.hosts.set('new.test', pages({ '/': home() }))
    const found = await read(
      'https://old.test/',
      pages({ '/': { status: 301, headers: { location: 'https://new.test/' } } }),
    )
    expect(found).toMatchObject({ start_url: 'https://new.test/', notices: ['moved'] })
  })

  it('of a bare domain are tried over http where https is not there', async () => {
    const found = await read('https://plain.test/', pages({ '/': home() }), { bare: true })
    expect(found.start_url).toBe('http://plain.test/')
    expect(await failing('https://plain.test/', pages({ '/': home() }))).toBe('unreachable')
  })
})

describe('a site that cannot be read says why', () => {
  it.each<[string, Host, string]>([
    ['an error status', pages({ '/': { status: 418 } }), 'http_status:418'],
    ['a file', pages({ '/': { headers: { 'content-type': 'application/zip' }, body: 'PK' } }), 'not_html'],
    [
      'an image that says it is nothing',
      pages({ '/': { headers: {}, body: Buffer.from([0x89, 0x50]) } }),
      'not_html',
    ],
    ['a circle', pages({ '/': { status: 302, headers: { location: '/' } } }), 'redirects'],
    [
      'an inner address',
      pages({ '/': { status: 302, headers: { location: 'http://169.254.169.254/' } } }),
      'address',
    ],
    ['a closed connection', () => (response) => response.destroy(), 'unreachable'],
  ])('%s', async (_name, host, reason) => {
    expect(await failing('https://odd.test/', host)).toBe(reason)
  })

  it('and what passes is forgiven once', async () => {
    let asked = 0
    const host: Host = (path) =>
      path === '/' && (asked += 1) === 1 ? { status: 503 } : path === '/' ? { body: home() } : null
    expect((await read('https://hiccup.test/', host)).pages).toHaveLength(1)
  })

  it('stops when it is told to', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('stop')), 50)
    await expect(read('https://hang.test/', () => () => undefined, { signal: stop.signal })).rejects.toThrow()
  })
})
