// What search engines are told: where they may go, and what there is.
import type { H3 } from 'h3'
import { FastResponse } from 'srvx'
import { notFound } from '../../tools/errors.ts'
import type { Window } from '../../storage/prepared.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { openAnswers, type Answer } from '../answers.ts'
import type { Place } from '../hosts.ts'
import { problemResponse } from '../errors.ts'
import type { Services } from '../services.ts'
import { escaped } from './html.ts'

/** A file may hold 50,000; fewer are written without making anybody wait. */
const per_file = 5000

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
  '/updates',
  '/compare',
  '/feeds',
  '/docs',
  '/about',
  '/terms',
  '/privacy',
]

type Source = { storage: OpenStorage; site: Place['site']; now: Date }
/** A page, and when it last changed, where that is known. */
type Entry = { path: string; at?: string | null }

const posts = ({ storage, site, now }: Source, window: Window) =>
  storage.posts.list({ site_id: site.id, q: '', now }, window)
const founders = ({ storage, site }: Source, window: Window) =>
  storage.founders.list({ site_id: site.id, q: '', country: null }, window)

/** Each kind: how many there are, and where they stand. */
const kinds = {
  pages: {
    count: async () => 1,
    async paths({ storage, site }: Source) {
      const categories = await storage.categories.counted(site.id)
      const filled = categories.filter(({ live_listings }) => live_listings > 0)
      return [...still, ...filled.map(({ slug }) => `/categories/${slug}`)].map((path): Entry => ({ path }))
    },
  },
  listings: {
    count: ({ storage, site }: Source) => storage.listings.liveCount(site.id),
    paths: async ({ storage, site }: Source, window: Window) =>
      (await storage.listings.liveSlugs(site.id, window)).map(({ slug, updated_at }): Entry => ({
        path: `/listings/${slug}`,
        at: updated_at,
      })),
  },
  founders: {
    count: async (source: Source) => (await founders(source, { limit: 1, offset: 0 })).total,
    paths: async (source: Source, window: Window) =>
      (await founders(source, window)).items.map(({ slug }): Entry => ({ path: `/founders/${slug}` })),
  },
  posts: {
    count: async (source: Source) => (await posts(source, { limit: 1, offset: 0 })).total,
    paths: async (source: Source, window: Window) =>
      (await posts(source, window)).items.map(({ slug, published_at }): Entry => ({
        path: `/blog/${slug}`,
        at: published_at,
      })),
  },
} satisfies Record<
  string,
  { count(source: Source): Promise<number>; paths(source: Source, window: Window): Promise<Entry[]> }
>

const opening = '<?xml version="1.0" encoding="UTF-8"?>'
const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

async function index(source: Source, public_url: string): Promise<string> {
  const names = await Promise.all(
    Object.entries(kinds).map(async ([kind, { count }]) => {
      const files = Math.ceil((await count(source)) / per_file)
      return Array.from({ length: files }, (_, at) => `${kind}-${at + 1}`)
    }),
  )
  const entries = names
    .flat()
    .map((name) => `<sitemap><loc>${escaped(public_url)}/sitemaps/${name}.xml</loc></sitemap>`)
  return [opening, `<sitemapindex ${schema}>`, ...entries, '</sitemapindex>', ''].join('\n')
}

async function file(source: Source, public_url: string, name: string): Promise<string> {
  const [, kind = '', number] = /^([a-z]+)-([1-9]\d{0,3})\.xml$/.exec(name) ?? []
  if (!Object.hasOwn(kinds, kind)) throw notFound('sitemap at this address')
  const offset = (Number(number) - 1) * per_file
  const { count, paths } = kinds[kind as keyof typeof kinds]
  if (offset > 0 && offset >= (await count(source))) throw notFound('sitemap at this address')
  const all = await paths(source, { limit: per_file, offset })
  const entries = all.map(
    ({ path, at }) =>
      `<url><loc>${escaped(public_url + path)}</loc>${at ? `<lastmod>${at}</lastmod>` : ''}</url>`,
  )
  return [opening, `<urlset ${schema}>`, ...entries, '</urlset>', ''].join('\n')
}

const robots = (public_url: string): string =>
  [
    'User-agent: *',
    ...['/account', '/sign-in', '/checkout', '/search', '/out', '/static'].map((path) =>
      path === '/static' ? `Allow: ${path}` : `Disallow: ${path}`,
    ),
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
    app.get(path, async ({ req, url, context }) => {
      try {
        services.admit(req)
        const { now, site, public_url } = services.place(req)
        const key = `${public_url} ${url.pathname}`
        const { text } = await answers.of(key, { now, storage: services.storage }, async (storage) => ({
          text: await write({ storage, site, now }, public_url, context.params?.file ?? ''),
        }))
        return new FastResponse(text, {
          headers: {
            'content-type': type,
            'cache-control': 'public, max-age=300',
            'x-content-type-options': 'nosniff',
          },
        })
      } catch (error) {
        return problemResponse(error, services, req)
      }
    })
  serve('/robots.txt', 'text/plain; charset=utf-8', async (_source, public_url) => robots(public_url))
  serve('/sitemap.xml', 'application/xml; charset=utf-8', index)
  serve('/sitemaps/:file', 'application/xml; charset=utf-8', file)
}
