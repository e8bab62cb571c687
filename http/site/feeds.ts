// Feeds: what is new, for programs that look again by themselves. The same entries as RSS 2.0,
// as Atom 1.0 and as JSON Feed 1.1.
import { beginOf } from '../../days.ts'
import type { H3 } from 'h3'
import { FastResponse } from 'srvx'
import listBlogPosts from '../../tools/blog/list_blog_posts.ts'
import getCategory from '../../tools/categories/get_category.ts'
import { notFound } from '../../tools/errors.ts'
import listLaunches from '../../tools/launches/list_launches.ts'
import { addWeeks } from '../../tools/launches/week.ts'
import searchListings from '../../tools/listings/search_listings.ts'
import listAwards from '../../tools/rankings/list_awards.ts'
import { openAnswers, type Answer } from '../answers.ts'
import { cors } from '../cors.ts'
import { problemResponse } from '../errors.ts'
import { etagOf, matches } from '../etag.ts'
import type { Services } from '../services.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { escaped } from './html.ts'
import { callsOf, type Visit } from './visit.ts'

type Entry = { path: string; title: string; text: string; at: string | null; mark?: string }
type Source = Pick<Visit, 'call' | 'site'> & { storage: OpenStorage }
type Feed = { title: string; path: string; entries: Entry[] }

const per_page = 50

/** A launch counts from its week's begin, and what never had a week from when it went live. */
async function launchesOf(
  items: readonly { slug: string; name: string; tagline: string | null; launch_week: string | null }[],
  { storage, site }: Source,
): Promise<Entry[]> {
  const dates = await storage.listings.datesOf(
    site.id,
    items.map(({ slug }) => slug),
  )
  return items.map(({ slug, name, tagline, launch_week }) => {
    const at = launch_week === null ? (dates.get(slug)?.live_at ?? null) : beginOf(launch_week)
    return { path: `/listings/${slug}`, title: name, text: tagline ?? '', at, mark: 'launch' }
  })
}

/** By the name in the address: /feeds/NAME.xml, NAME.atom and NAME.json. */
export const feeds = {
  launches: {
    title: 'Launches',
    path: '/',
    async entries(source: Source) {
      const { items } = await source.call(listLaunches, { section: 'recent', per_page })
      return launchesOf(items, source)
    },
  },
  updates: {
    title: 'Updates by makers',
    path: '/updates',
    async entries({ storage, site }: Source) {
      const { items } = await storage.updates.latest(site.id, { limit: per_page, offset: 0 })
      return items.map(({ id, slug, name, title, body, published_at }) => {
        return {
          path: `/listings/${slug}`,
          title: `${name}: ${title}`,
          text: body,
          at: published_at,
          mark: `update-${id}`,
        }
      })
    },
  },
  blog: {
    title: 'Blog',
    path: '/blog',
    async entries({ call }: Source) {
      const { items } = await call(listBlogPosts, { per_page })
      return items.map(({ slug, title, excerpt, published_at }) => {
        return { path: `/blog/${slug}`, title, text: excerpt, at: published_at }
      })
    },
  },
  awards: {
    title: 'Awards',
    path: '/awards',
    async entries({ call, storage, site }: Source) {
      const { items } = await call(listAwards, { per_page })
      const weeks = await storage.ledger.checkpoints(site.id)
      const roots = new Map(weeks.map(({ week, root }) => [week, root]))
      return items.map(({ listing, title, week, votes }) => {
        const root = roots.get(week)
        const text = `${votes} votes in its week.${root === undefined ? '' : ` Root of the ledger: ${root}`}`
        const at = beginOf(addWeeks(week, 1))
        return {
          path: `/listings/${listing.slug}`,
          title: `${listing.name}: ${title}`,
          text,
          at,
          mark: `award-${week}`,
        }
      })
    },
  },
} satisfies Record<string, { title: string; path: string; entries(source: Source): Promise<Entry[]> }>

async function categoryFeed(source: Source, slug: string): Promise<Feed> {
  const { call } = source
  const [{ name }, { items }] = await Promise.all([
    call(getCategory, { slug, per_page: 1 }),
    call(searchListings, { category: slug, sort: 'newest', per_page }),
  ])
  return { title: name, path: `/categories/${slug}`, entries: await launchesOf(items, source) }
}

async function feedNamed(source: Source, kind: string, slug: string | null): Promise<Feed> {
  if (slug !== null) return categoryFeed(source, slug)
  if (!Object.hasOwn(feeds, kind)) throw notFound('feed at this address')
  const { title, path, entries } = feeds[kind as keyof typeof feeds]
  return { title, path, entries: await entries(source) }
}

type Head = { site_name: string; public_url: string; address: string }

const idOf = ({ path, mark }: Entry, { public_url }: Head) =>
  public_url + path + (mark === undefined ? '' : `#${mark}`)

/** What XML cannot hold at all. */
const text = (words: string): string =>
  escaped(words.toWellFormed().replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''))

function rss({ title, path, entries }: Feed, head: Head): string {
  const { site_name, public_url, address } = head
  const items = entries.map(
    (entry) =>
      `<item><title>${text(entry.title)}</title><link>${text(public_url + entry.path)}</link>` +
      `<guid isPermaLink="false">${text(idOf(entry, head))}</guid><description>${text(entry.text)}</description>` +
      (entry.at === null ? '' : `<pubDate>${new Date(entry.at).toUTCString()}</pubDate>`) +
      '</item>',
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${text(`${title} · ${site_name}`)}</title><link>${text(public_url + path)}</link>`,
    `<description>${text(`${title} of ${site_name}`)}</description><language>en</language>`,
    `<atom:link href="${text(address)}" rel="self" type="application/rss+xml"/>`,
    ...items,
    '</channel></rss>\n',
  ].join('\n')
}

const long_ago = '1970-01-01T00:00:00.000Z'

function atom({ title, path, entries }: Feed, head: Head): string {
  const { site_name, public_url, address } = head
  const latest = entries.map(({ at }) => at ?? long_ago).reduce((a, b) => (a > b ? a : b), long_ago)
  const items = entries.map(
    (entry) =>
      `<entry><title>${text(entry.title)}</title><id>${text(idOf(entry, head))}</id>` +
      `<link href="${text(public_url + entry.path)}"/><updated>${entry.at ?? long_ago}</updated>` +
      `<summary>${text(entry.text)}</summary></entry>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<title>${text(`${title} · ${site_name}`)}</title><id>${text(address)}</id><updated>${latest}</updated>`,
    `<link href="${text(public_url + path)}"/><link href="${text(address)}" rel="self" type="application/atom+xml"/>`,
    `<author><name>${text(site_name)}</name></author>`,
    ...items,
    '</feed>\n',
  ].join('\n')
}

function jsonFeed({ title, path, entries }: Feed, head: Head): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `${title} · ${head.site_name}`,
    home_page_url: head.public_url + path,
    feed_url: head.address,
    language: 'en',
    items: entries.map((entry) => ({
      id: idOf(entry, head),
      url: head.public_url + entry.path,
      title: entry.title,
      content_text: entry.text,
      ...(entry.at !== null && { date_published: entry.at }),
    })),
  })
}

const forms = {
  xml: { type: 'application/rss+xml; charset=utf-8', write: rss },
  atom: { type: 'application/atom+xml; charset=utf-8', write: atom },
  json: { type: 'application/feed+json; charset=utf-8', write: jsonFeed },
}

export function feedRoutes(app: H3, services: Services): void {
  const answers = openAnswers<Answer>(services.storage)

  async function answer(
    request: Request,
    kind: string,
    file: string,
    slug_in_file: boolean,
  ): Promise<Response> {
    const [, name, ending] = /^([a-z0-9-]{1,220})\.(xml|atom|json)$/.exec(file) ?? []
    if (name === undefined) throw notFound('feed at this address')
    const { now, site, public_url } = services.place(request)
    const { context, take } = services.arriveAs(request, null)
    const path = slug_in_file ? `/feeds/${kind}/${file}` : `/feeds/${file}`
    const head = { site_name: site.name, public_url, address: public_url + path }
    const { type, write } = forms[ending as keyof typeof forms]
    const { text } = await answers.of(head.address, now, async () => {
      const call = callsOf({ context, request_id: '', take })
      const source = { call, storage: services.storage, site }
      return {
        text: write(await feedNamed(source, slug_in_file ? kind : name, slug_in_file ? name : null), head),
      }
    })
    const etag = etagOf(text)
    const headers = {
      'content-type': type,
      'cache-control': 'public, max-age=300',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      etag,
      ...cors,
    }
    return matches(request.headers.get('if-none-match'), etag)
      ? new FastResponse(null, { status: 304, headers })
      : new FastResponse(text, { headers })
  }

  const serve = (path: string, kind: string, slug_in_file: boolean) =>
    app.get(path, async ({ req, context }) => {
      try {
        services.admit(req)
        return await answer(req, kind, context.params?.file ?? '', slug_in_file)
      } catch (error) {
        return problemResponse(error, services, req)
      }
    })
  serve('/feeds/:file', '', false)
  serve('/feeds/categories/:file', 'categories', true)
}
