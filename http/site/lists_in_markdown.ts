// Public lists as Markdown, for requests with Accept: text/markdown: the same data as the page, from the same load.
import type { z } from 'zod'
import type listBlogPosts from '../../tools/blog/list_blog_posts.ts'
import type getCategory from '../../tools/categories/get_category.ts'
import type compareListings from '../../tools/listings/compare_listings.ts'
import type listAwards from '../../tools/rankings/list_awards.ts'
import type listCategories from '../../tools/categories/list_categories.ts'
import type listFounders from '../../tools/founders/list_founders.ts'
import type getLaunchWeek from '../../tools/launches/get_launch_week.ts'
import type searchListings from '../../tools/listings/search_listings.ts'
import type getLeaderboard from '../../tools/rankings/get_leaderboard.ts'
import {
  at,
  first,
  list,
  listed,
  more,
  named,
  questions,
  ranked,
  type Place,
  type Summary,
} from './markdown_parts.ts'
import { counted, countryName, titled } from './parts.ts'
import { Markdown, lines, mdLink, prose, sections } from './prose.ts'

type Week = z.output<typeof getLaunchWeek.output>

function standing({ items }: Week, place: Place): Markdown | null {
  return items.length === 0
    ? null
    : ranked(
        items.map((item) => listed(item, place, counted(item.week_votes, 'vote') + ' in the week')),
        items.map(({ rank }) => rank),
      )
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
  quiet: { recent: readonly Summary[]; coming: readonly Summary[] } | null
}

export function homeInMarkdown(
  { week, next, billboard, categories, site, quiet }: Home,
  place: Place,
): Markdown {
  return sections(
    prose`# ${site.name}`,
    prose`${site.purpose}`,
    named(`Launched this week, ${week.week} to ${week.ends_on}, by community votes`, standing(week, place)),
    quiet !== null && named('Newest products', list(quiet.recent.map((item) => listed(item, place)))),
    named(
      'Launching next',
      list(
        (quiet?.coming ?? next.scheduled)
          .slice(0, 6)
          .map((item) => listed({ ...item, votes: undefined }, place)),
      ),
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
      ? prose`No listing is on this board yet.`
      : ranked(
          items.map(({ listing, metric }) => listed(listing, place, side(metric))),
          items.map(({ rank }) => rank),
        ),
    more(shown, `/boards/${board}`, place),
  )
}

type SearchResult = z.output<typeof searchListings.output>

export const agentsInMarkdown = (found: SearchResult, lead: string, place: Place): Markdown =>
  sections(
    prose`# Ready for agents`,
    prose`${lead}`,
    list(found.items.map((item) => listed({ ...item, votes: undefined }, place))),
    more(found, '/agents', place),
  )

const inQuotes = (words: string[]): string => words.map((word) => `“${word}”`).join(', ')

export function searchInMarkdown(found: SearchResult, asked: string, query: string, place: Place): Markdown {
  return sections(
    prose`# ${counted(found.total, 'product')}${asked !== '' && prose` for “${asked}”`}`,
    found.did_you_mean !== undefined && prose`Looked for “${found.did_you_mean}”.`,
    found.left_out !== undefined && prose`Not every result has ${inQuotes(found.left_out)}.`,
    found.also_looked_for !== undefined && prose`Also looked for ${inQuotes(found.also_looked_for)}.`,
    found.items.length > 0 &&
      ranked(
        found.items.map((item) => listed(item, place)),
        first(found),
      ),
    more(found, `/search?${query}`, place),
  )
}

export function awardsInMarkdown(found: z.output<typeof listAwards.output>, place: Place): Markdown {
  const weeks = Map.groupBy(found.items, ({ week }) => week)
  return sections(
    prose`# Awards`,
    prose`The three launches with the most votes of each week.`,
    ...[...weeks].map(([week, items]) =>
      sections(
        prose`## Week of ${week}`,
        lines(
          ...items.map(
            (one) =>
              prose`${new Markdown(`${one.place}.`)} ${listed({ ...one.listing, votes: one.votes }, place)}`,
          ),
        ),
      ),
    ),
    more(found, '/awards', place),
  )
}

export function comparisonInMarkdown(found: z.output<typeof compareListings.output> | null): Markdown {
  if (found === null) return prose`Name two products: /compare.md?a=SLUG&b=SLUG`
  const cell = (value: string | string[] | null) => (value === null ? '' : [value].flat().join(', '))
  return sections(
    prose`# ${found.a.name} and ${found.b.name}`,
    prose`A blank cell means that neither the site of the product says it nor, where the listing was imported, what it was taken from.`,
    lines(
      prose`| | ${found.a.name} | ${found.b.name} |`,
      new Markdown('|-|-|-|'),
      ...found.rows.map((row) => prose`| ${row.label} | ${cell(row.a)} | ${cell(row.b)} |`),
    ),
  )
}

export function foundersInMarkdown(
  found: z.output<typeof listFounders.output>,
  query: string,
  place: Place,
): Markdown {
  return sections(
    prose`# ${counted(found.total, 'founder')} behind live products`,
    list(
      found.items.map(
        ({ slug, name, title, country, companies }) =>
          prose`${mdLink(name, at(place, `/founders/${slug}`))}${title !== null && prose`, ${title}`}${country !== null && prose`, ${countryName(country)}`}: ${counted(companies, 'live product')}`,
      ),
    ),
    more(found, `/founders?${query}`, place),
  )
}

export function postsInMarkdown(
  found: z.output<typeof listBlogPosts.output>,
  query: string,
  place: Place,
): Markdown {
  return sections(
    prose`# Blog`,
    ...found.items.map(({ slug, title, excerpt, author, published_at }) =>
      sections(
        prose`## ${mdLink(title, at(place, `/blog/${slug}`))}`,
        prose`${author}, ${published_at.slice(0, 10)}`,
        prose`${excerpt}`,
      ),
    ),
    more(found, `/blog?${query}`, place),
  )
}
