// Public pages as Markdown: what the page shows, from the same load, for whoever asks with Accept: text/markdown.
import type { z } from 'zod'
import type getBlogPost from '../../tools/blog/get_blog_post.ts'
import type getCategory from '../../tools/categories/get_category.ts'
import type listCategories from '../../tools/categories/list_categories.ts'
import type getFounder from '../../tools/founders/get_founder.ts'
import type getLaunchWeek from '../../tools/launches/get_launch_week.ts'
import type getListing from '../../tools/listings/get_listing.ts'
import type searchListings from '../../tools/listings/search_listings.ts'
import type getLeaderboard from '../../tools/rankings/get_leaderboard.ts'
import { Markdown, lines, prose, mdLink, mdParagraphs, sections } from './prose.ts'
import { counted, countryName, titled } from './parts.ts'
import { chapters } from './story_chapters.ts'

type Place = { public_url: string }
type Summary = { slug: string; name: string; tagline: string | null; votes?: number }

const at = ({ public_url }: Place, path: string) => public_url + path

const list = (items: readonly Markdown[]): Markdown | null =>
  items.length === 0 ? null : lines(...items.map((item) => prose`- ${item}`))

const ranked = (items: readonly Markdown[], first = 1): Markdown =>
  lines(...items.map((item, index) => prose`${new Markdown(`${first + index}.`)} ${item}`))

/** One listing in a list. */
function listed({ slug, name, tagline, votes }: Summary, place: Place, side?: string): Markdown {
  const what = side ?? (votes === undefined ? null : counted(votes, 'vote'))
  return prose`${mdLink(name, at(place, `/listings/${slug}`))}${tagline !== null && prose`: ${tagline}`}${what !== null && prose` (${what})`}`
}

type Paged = { page: number; per_page: number; total: number; has_more: boolean }
const first = ({ page, per_page }: Paged): number => (page - 1) * per_page + 1

function more({ page, per_page, total, has_more }: Paged, path: string, place: Place): Markdown | false {
  const [address, query = ''] = path.split('?')
  const next = new URLSearchParams(query)
  next.set('page', String(page + 1))
  return (
    has_more &&
    prose`${mdLink(`Page ${page + 1} of ${Math.ceil(total / per_page)}`, at(place, `${address}?${next.toString()}`))}`
  )
}

const questions = (faqs: readonly { question: string; answer: string }[]): Markdown | false =>
  faqs.length > 0 &&
  sections(
    prose`## Questions`,
    ...faqs.map(({ question, answer }) => sections(prose`### ${question}`, mdParagraphs(answer))),
  )

const named = (heading: string, part: Markdown | null | false): Markdown | false =>
  part !== null && part !== false && sections(prose`## ${heading}`, part)

type Week = z.output<typeof getLaunchWeek.output>

function standing({ items }: Week, place: Place): Markdown | null {
  return items.length === 0
    ? null
    : ranked(items.map((item) => listed(item, place, counted(item.week_votes, 'vote') + ' in the week')))
}

export function weekInMarkdown(week: Week, place: Place): Markdown {
  return sections(
    prose`# Launches of ${week.week} to ${week.ends_on}`,
    prose`${counted(week.live_launches, 'product')} launched. The week is ${week.state}; weeks close on Monday, 00:00 UTC.`,
    named(week.state === 'past' ? 'Final result' : 'Standing by community votes', standing(week, place)),
    named(
      'Booked for this week',
      list(week.scheduled.map((item) => listed({ ...item, votes: undefined }, place))),
    ),
  )
}

type Tree = z.output<typeof listCategories.output>
type Home = {
  week: Week
  next: Week
  billboard: z.output<typeof getLeaderboard.output>
  categories: Tree
  site: { name: string; purpose: string; mcp_url: string }
}

export function homeInMarkdown({ week, next, billboard, categories, site }: Home, place: Place): Markdown {
  return sections(
    prose`# ${site.name}`,
    prose`${site.purpose}`,
    named(`Launched this week, ${week.week} to ${week.ends_on}, by community votes`, standing(week, place)),
    named(
      'Launching on Monday',
      list(next.scheduled.slice(0, 6).map((item) => listed({ ...item, votes: undefined }, place))),
    ),
    named(
      'Paid: the billboard, ranked by money contributed',
      list(billboard.items.map(({ listing }) => listed(listing, place, 'paid'))),
    ),
    named('Categories', list(categories.items.slice(0, 24).map((one) => branch(one, place)))),
    named(
      'For programs',
      lines(
        prose`- MCP server: ${new Markdown(site.mcp_url)}`,
        prose`- ${mdLink('Reference', at(place, '/docs'))}`,
        prose`- ${mdLink('llms.txt', at(place, '/llms.txt'))}`,
      ),
    ),
  )
}

type Branch = { slug: string; name: string; live_listings: number; subcategories?: Branch[] }
const branch = ({ slug, name, live_listings }: Branch, place: Place): Markdown =>
  prose`${mdLink(name, at(place, `/categories/${slug}`))} (${live_listings})`

export function categoriesInMarkdown({ items }: Tree, place: Place): Markdown {
  const tree = (all: readonly Branch[], depth: string): Markdown[] =>
    all.flatMap((one) => [
      prose`${new Markdown(depth)}- ${branch(one, place)}`,
      ...tree(one.subcategories ?? [], `${depth}  `),
    ])
  return sections(
    prose`# All categories`,
    prose`The number is how many live products are in it.`,
    lines(...tree(items, '')),
  )
}

export function categoryInMarkdown(shown: z.output<typeof getCategory.output>, place: Place): Markdown {
  const { slug, name, description, parent, subcategories, faqs, items } = shown
  const inside = subcategories.filter(({ live_listings }) => live_listings > 0)
  return sections(
    prose`# ${name}`,
    description !== null && prose`${description}`,
    parent !== null && prose`Part of ${mdLink(parent.name, at(place, `/categories/${parent.slug}`))}.`,
    named('Inside', list(inside.map((one) => branch(one, place)))),
    named(
      `${counted(shown.total, 'product')}, most voted first`,
      items.length > 0 &&
        ranked(
          items.map((item) => listed(item, place)),
          first(shown),
        ),
    ),
    more(shown, `/categories/${slug}`, place),
    questions(faqs),
  )
}

export function boardInMarkdown(shown: z.output<typeof getLeaderboard.output>, place: Place): Markdown {
  const { board, ranked_by, paid, currency, items } = shown
  const side = (metric: { name: string; value: number }) =>
    metric.name.endsWith('_cents')
      ? `${(metric.value / 100).toFixed(2)} ${currency ?? ''}`.trim()
      : `${metric.name} ${metric.value}`
  return sections(
    prose`# ${paid && 'Paid: '}${titled(board)}`,
    prose`Ranked by ${ranked_by}.${paid && ' These places are bought; they change nothing on any other board.'}`,
    items.length === 0
      ? prose`Nobody is on this board yet.`
      : ranked(
          items.map(({ listing, metric }) => listed(listing, place, side(metric))),
          first(shown),
        ),
    more(shown, `/boards/${board}`, place),
  )
}

type Found = z.output<typeof searchListings.output>

export function searchInMarkdown(found: Found, asked: string, query: string, place: Place): Markdown {
  return sections(
    prose`# ${counted(found.total, 'product')}${asked !== '' && prose` for “${asked}”`}`,
    found.did_you_mean !== undefined && prose`Looked for “${found.did_you_mean}”.`,
    found.items.length > 0 &&
      ranked(
        found.items.map((item) => listed(item, place)),
        first(found),
      ),
    more(found, `/search?${query}`, place),
  )
}

export function postInMarkdown(post: z.output<typeof getBlogPost.output>): Markdown {
  return sections(
    prose`# ${post.title}`,
    prose`${post.author}, ${post.published_at.slice(0, 10)}`,
    // The team's own text, which is Markdown.
    new Markdown(post.body_markdown.trim()),
    questions(post.faqs),
  )
}

export function founderInMarkdown(shown: z.output<typeof getFounder.output>, place: Place): Markdown {
  const { name, title, bio, city, country, socials, companies, stories, interview } = shown
  const where = [city, country === null ? null : countryName(country)]
    .filter((part) => part !== null)
    .join(', ')
  return sections(
    prose`# ${name}`,
    [title, where].some(Boolean) && prose`${[title, where].filter(Boolean).join('. ')}`,
    bio !== null && mdParagraphs(bio),
    list(Object.entries(socials).map(([platform, address]) => account(platform, address))),
    named('Products', list(companies.map((item) => listed(item, place)))),
    ...stories.map(({ story }) => told(story)),
    interview.length > 0 &&
      sections(
        prose`## Interview`,
        ...interview.map(({ question, answer }) => sections(prose`### ${question}`, mdParagraphs(answer))),
      ),
  )
}

const account = (platform: string, address: string): Markdown =>
  /^https?:/.test(address)
    ? prose`${titled(platform)}: ${mdLink(address, address)}`
    : prose`${titled(platform)}: ${address}`

type Story = z.output<typeof getFounder.output>['stories'][number]['story']

function told(story: Story): Markdown {
  return sections(
    prose`## ${story.title ?? 'The story behind it'}`,
    ...Object.entries(chapters).map(([key, heading]) => {
      const text = story[key as keyof typeof chapters] ?? ''
      return text !== '' && sections(prose`### ${heading}`, mdParagraphs(text))
    }),
  )
}

type Listing = z.output<typeof getListing.output>

export function listingInMarkdown(shown: Listing, alternatives: readonly Summary[], place: Place): Markdown {
  const { name, tagline, short_description, description, features, usps, faqs, latest_updates, founders } =
    shown
  const words = (items: readonly string[]) => list(items.map((item) => prose`${item}`))
  return sections(
    prose`# ${name}`,
    tagline !== null && prose`${tagline}`,
    facts(shown, place),
    short_description !== null && prose`${short_description}`,
    description !== null && mdParagraphs(description),
    named('What it does', words(features)),
    named('What sets it apart', words(usps)),
    named(
      'Founders',
      list(
        founders.map(
          (one) =>
            prose`${mdLink(one.name, at(place, `/founders/${one.slug}`))}${one.title !== null && prose`, ${one.title}`}`,
        ),
      ),
    ),
    latest_updates.length > 0 &&
      sections(
        prose`## Latest from the makers`,
        ...latest_updates.map(({ title, body, published_at }) =>
          sections(prose`### ${title} (${published_at.slice(0, 10)})`, mdParagraphs(body)),
        ),
      ),
    questions(faqs),
    shown.story !== undefined && told(shown.story),
    shown.milestones !== undefined &&
      named('Milestones', list(shown.milestones.map(({ date, title }) => prose`${date}: ${title}`))),
    named('Alternatives', list(alternatives.map((item) => listed({ ...item, votes: undefined }, place)))),
  )
}

/** Facts as a list; what the company's own site does not state is named as such. */
function facts(shown: Listing, place: Place): Markdown | null {
  const where = [shown.city, shown.country === null ? null : countryName(shown.country)]
    .filter((part) => part !== null)
    .join(', ')
  const price = [shown.pricing_model, shown.pricing_summary].filter((part) => part !== null).join(', ')
  const blank = shown.not_found_on_website.map((key) => titled(key.replaceAll('_', '-')).toLowerCase())
  const rows: [string, Markdown | string | number | null | false][] = [
    ['Website', mdLink(shown.url, shown.url)],
    [
      'Status',
      shown.status === 'live'
        ? 'live'
        : `upcoming${shown.launch_week === null ? '' : `, launches on ${shown.launch_week}`}`,
    ],
    ['Category', mdLink(shown.category.name, at(place, `/categories/${shown.category.slug}`))],
    ['Votes', shown.status === 'live' && shown.votes],
    ['Awards', shown.awards.map(({ place, week }) => `#${place} in the week of ${week}`).join(', ') || null],
    ['Owner', shown.verified && 'verified'],
    ['Founded', shown.founded_year],
    ['Based in', where || null],
    ['Pricing', price || null],
    ['Stage', shown.stage],
    ['Contact', shown.contact_email],
    ...Object.entries(shown.attributes).map(([key, value]): [string, string] => [
      titled(key.replaceAll('_', '-')),
      Array.isArray(value) ? value.join('; ') : String(value),
    ]),
    ['Not stated on their site', blank.join(', ') || null],
  ]
  return list([
    ...rows.flatMap(([key, value]) => (value === null || value === false ? [] : [prose`${key}: ${value}`])),
    ...Object.entries(shown.socials).map(([platform, address]) => account(platform, address)),
  ])
}
