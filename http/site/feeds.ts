// Feeds of what is new, for programs that check regularly. Every feed has the same entries as RSS 2.0,
// as Atom 1.0 and as JSON Feed 1.1.
import { beginOf } from '../../days.ts'
import type { H3 } from 'h3'
import listBlogPosts from '../../tools/blog/list_blog_posts.ts'
import getCategory from '../../tools/categories/get_category.ts'
import { notFound } from '../../tools/errors.ts'
import listLaunches from '../../tools/launches/list_launches.ts'
import { addWeeks } from '../../tools/launches/week.ts'
import searchListings from '../../tools/listings/search_listings.ts'
import listAwards from '../../tools/rankings/list_awards.ts'
import { openAnswers, type Answer } from '../answers.ts'
import { cors } from '../cors.ts'
import { documentRoute } from '../documents.ts'
import { etagOf, unlessKnown } from '../etag.ts'
import type { Services } from '../services.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { forms, type Entry, type Feed } from './feed_forms.ts'
import { counted, dayInWords } from './parts.ts'
import { previewOf } from './preview.ts'
import { callsOf, type Visit } from './visit.ts'

type Source = Pick<Visit, 'call' | 'site' | 'public_url'> & { storage: OpenStorage }
const per_page = 50

type Pictured = { slug: string; name: string; tagline: string | null; category: string }

/** The addresses of the pictures of listings. */
async function picturing({ storage, ...place }: Source): Promise<(listing: Pictured) => string> {
  const names = new Map((await storage.categories.known()).map(({ slug, name }) => [slug, name]))
  return (listing) =>
    previewOf({ ...listing, category: { name: names.get(listing.category) ?? listing.category } }, place)
}

/** A launch is dated by the start of its week; a listing without a week by when it went live. */
async function launchesOf(
  items: readonly (Pictured & { launch_week: string | null })[],
  source: Source,
): Promise<Entry[]> {
  const { storage, site } = source
  const pictureOf = await picturing(source)
  const dates = await storage.listings.datesOf(
    site.id,
    items.map(({ slug }) => slug),
  )
  return items.map((item) => {
    const { slug, name, tagline, launch_week } = item
    const at = launch_week === null ? (dates.get(slug)?.live_at ?? null) : beginOf(launch_week)
    return {
      path: `/listings/${slug}`,
      title: name,
      text: tagline ?? '',
      at,
      mark: 'launch',
      picture: pictureOf(item),
    }
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
  weeks: {
    title: 'Weeks',
    path: '/digest',
    async entries(source: Source) {
      const { items } = await source.call(listAwards, { per_page: 99 })
      const pictureOf = await picturing(source)
      return [...Map.groupBy(items, ({ week }) => week)].map(([week, all]) => {
        const [first] = all.sort((a, b) => a.place - b.place)
        const told = all.map(
          ({ place, votes, listing }) => `${place}. ${listing.name}, ${counted(votes, 'vote')}`,
        )
        return {
          path: `/weeks/${week}`,
          title:
            first!.place === 1 ? `${first!.listing.name} won the week` : `The week of ${dayInWords(week)}`,
          text: told.join('\n'),
          at: beginOf(addWeeks(week, 1)),
          picture: pictureOf(first!.listing),
        }
      })
    },
  },
  awards: {
    title: 'Awards',
    path: '/awards',
    async entries(source: Source) {
      const { call, storage, site } = source
      const { items } = await call(listAwards, { per_page })
      const pictureOf = await picturing(source)
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
          picture: pictureOf(listing),
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
      const source = { call, storage: services.storage, site, public_url }
      return {
        text: write(await feedNamed(source, slug_in_file ? kind : name, slug_in_file ? name : null), head),
      }
    })
    return unlessKnown(request, text, {
      'content-type': type,
      'cache-control': 'public, max-age=300',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      etag: etagOf(text),
      ...cors,
    })
  }

  const serve = (path: string, kind: string, slug_in_file: boolean) =>
    documentRoute(app, services, path, ({ req, context }) =>
      answer(req, kind, context.params?.file ?? '', slug_in_file),
    )
  serve('/feeds/:file', '', false)
  serve('/feeds/categories/:file', 'categories', true)
}
