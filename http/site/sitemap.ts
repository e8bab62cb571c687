// For search engines: robots.txt and sitemaps.
import type { H3 } from 'h3'
import { FastResponse } from 'srvx'
import { catalog } from '../../tools/catalog.ts'
import { notFound } from '../../tools/errors.ts'
import type { Part } from '../../storage/kept_totals.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { openAnswers, type Answer } from '../answers.ts'
import type { Place } from '../hosts.ts'
import { documentRoute } from '../documents.ts'
import type { Services } from '../services.ts'
import { escaped } from './html.ts'

/** A file may hold 50,000 entries; fewer are written without blocking other requests. */
const per_file = 2000

const still = [
  '/',
  '/categories',
  '/boards/community-weekly',
  '/boards/community-all-time',
  '/boards/domain-rating',
  '/boards/revenue',
  '/boards/billboard',
  '/ranking',
  '/founders',
  '/blog',
  '/awards',
  '/awards/verify',
  '/hall-of-fame',
  '/programmes',
  '/ledger',
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
]

type Source = { storage: OpenStorage; site: Place['site']; now: Date }
/** A page, and when it last changed, if known. */
type Entry = { path: string; at?: string | null }

const posts = ({ storage, site, now }: Source, { number, size }: Part) =>
  storage.posts.list({ site_id: site.id, q: '', now }, { limit: size, offset: number * size })

type Kind = {
  /** File numbers from 0 on; files of listings and founders cover ranges of ids, and empty ones are left out. */
  parts(source: Source): Promise<number[]>
  entries(source: Source, part: Part): Promise<Entry[]>
}

const kinds: Record<string, Kind> = {
  pages: {
    parts: async () => [0],
    async entries({ storage, site }, { number }) {
      if (number > 0) return []
      const categories = await storage.categories.counted(site.id)
      const filled = categories.filter(({ live_listings }) => live_listings > 0)
      const paths = [
        ...still,
        ...catalog.map(({ name }) => `/docs/${name}`),
        ...filled.map(({ slug }) => `/categories/${slug}`),
      ]
      return paths.map((path): Entry => ({ path }))
    },
  },
  listings: {
    parts: ({ storage, site }) => storage.listings.liveParts(site.id, per_file),
    entries: async ({ storage, site }, part) =>
      (await storage.listings.liveSlugs(site.id, part)).map(({ slug, updated_at }) => ({
        path: `/listings/${slug}`,
        at: updated_at,
      })),
  },
  founders: {
    parts: ({ storage, site }) => storage.founders.parts(site.id, per_file),
    entries: async ({ storage, site }, part) =>
      (await storage.founders.slugs(site.id, part)).map((slug) => ({ path: `/founders/${slug}` })),
  },
  posts: {
    async parts(source) {
      const { total } = await posts(source, { number: 0, size: 1 })
      return Array.from({ length: Math.ceil(total / per_file) }, (_, number) => number)
    },
    entries: async (source, part) =>
      (await posts(source, part)).items.map(({ slug, published_at }) => ({
        path: `/blog/${slug}`,
        at: published_at,
      })),
  },
}

const opening = '<?xml version="1.0" encoding="UTF-8"?>'
const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

async function index(source: Source, public_url: string): Promise<string> {
  const names = await Promise.all(
    Object.entries(kinds).map(async ([kind, { parts }]) =>
      (await parts(source)).map((number) => `${kind}-${number + 1}`),
    ),
  )
  const entries = names
    .flat()
    .map((name) => `<sitemap><loc>${escaped(public_url)}/sitemaps/${name}.xml</loc></sitemap>`)
  return [opening, `<sitemapindex ${schema}>`, ...entries, '</sitemapindex>', ''].join('\n')
}

async function file(source: Source, public_url: string, name: string): Promise<string> {
  const [, kind = '', number] = /^([a-z]+)-([1-9]\d{0,3})\.xml$/.exec(name) ?? []
  if (!Object.hasOwn(kinds, kind)) throw notFound('sitemap at this address')
  const all = await kinds[kind]!.entries(source, { number: Number(number) - 1, size: per_file })
  if (all.length === 0) throw notFound('sitemap at this address')
  const entries = all.map(
    ({ path, at }) =>
      `<url><loc>${escaped(public_url + path)}</loc>${at ? `<lastmod>${at}</lastmod>` : ''}</url>`,
  )
  return [opening, `<urlset ${schema}>`, ...entries, '</urlset>', ''].join('\n')
}

const robots = (public_url: string): string =>
  [
    'User-agent: *',
    ...['/account', '/sign-in', '/checkout', '/search', '/out'].map((path) => `Disallow: ${path}`),
    'Allow: /static',
    '',
    `Sitemap: ${public_url}/sitemap.xml`,
    '',
  ].join('\n')

export function sitemapRoutes(app: H3, services: Services): void {
  const answers = openAnswers<Answer>(services.storage)
  const serve = (
    path: string,
    type: string,
    write: (source: Source, public_url: string, name: string) => Promise<string>,
  ) =>
    documentRoute(app, services, path, async ({ req, url, context }) => {
      const { now, site, public_url } = services.place(req)
      const { text } = await answers.of(`${public_url} ${url.pathname}`, now, async () => ({
        text: await write({ storage: services.storage, site, now }, public_url, context.params?.file ?? ''),
      }))
      return new FastResponse(text, {
        headers: {
          'content-type': type,
          'cache-control': 'public, max-age=300',
          'x-content-type-options': 'nosniff',
        },
      })
    })
  serve('/robots.txt', 'text/plain; charset=utf-8', async (_source, public_url) => robots(public_url))
  serve('/sitemap.xml', 'application/xml; charset=utf-8', index)
  serve('/sitemaps/:file', 'application/xml; charset=utf-8', file)
}
