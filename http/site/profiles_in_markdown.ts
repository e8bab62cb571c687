// A listing, founder or post as Markdown, for requests with Accept: text/markdown: the same data as the page.
import type { z } from 'zod'
import type getBlogPost from '../../tools/blog/get_blog_post.ts'
import type getFounder from '../../tools/founders/get_founder.ts'
import type getListing from '../../tools/listings/get_listing.ts'
import { useItNowInMarkdown } from './doors.ts'
import { otherRows } from './facts.ts'
import { at, list, listed, named, questions, type Place, type Summary } from './markdown_parts.ts'
import { placeInWords, titled } from './parts.ts'
import { Markdown, mdLink, mdParagraphs, prose, sections } from './prose.ts'
import { chapters } from './story_chapters.ts'
import { textsBelow } from './texts_below.ts'

export function postInMarkdown(post: z.output<typeof getBlogPost.output>): Markdown {
  return sections(
    prose`# ${post.title}`,
    prose`${post.author}, ${post.published_at.slice(0, 10)}`,
    // Written by the team as Markdown.
    new Markdown(post.body_markdown.trim()),
    questions(post.faqs),
  )
}

export function founderInMarkdown(shown: z.output<typeof getFounder.output>, place: Place): Markdown {
  const { name, title, bio, socials, companies, stories, interview } = shown
  const where = placeInWords(shown)
  return sections(
    prose`# ${name}`,
    [title, where].some(Boolean) && prose`${[title, where].filter(Boolean).join('. ')}`,
    bio !== null && mdParagraphs(bio),
    list(Object.entries(socials).map(([platform, address]) => account(platform, address))),
    named('Products', list(companies.map((item) => listed(item, place)))),
    ...stories.map(({ story }) => storyText(story)),
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

function storyText(story: Story): Markdown {
  return sections(
    prose`## ${story.title ?? 'The story behind it'}`,
    ...Object.entries(chapters).map(([key, heading]) => {
      const text = story[key as keyof typeof chapters] ?? ''
      return text !== '' && sections(prose`### ${heading}`, mdParagraphs(text))
    }),
  )
}

type Listing = z.output<typeof getListing.output>

export function listingInMarkdown(
  shown: Listing & { launch_note?: string | null },
  alternatives: readonly Summary[],
  place: Place,
  reviews: Markdown | false = false,
): Markdown {
  const { lead, rest } = textsBelow(shown)
  const { name, tagline, features, usps, faqs, latest_updates, founders } = shown
  const words = (items: readonly string[]) => list(items.map((item) => prose`${item}`))
  return sections(
    prose`# ${name}`,
    tagline !== null && prose`${tagline}`,
    shown.launch_note != null && named('A note by its makers', mdParagraphs(shown.launch_note)),
    facts(shown, place),
    useItNowInMarkdown(shown),
    lead !== null && prose`${lead}`,
    rest !== null && mdParagraphs(rest),
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
    shown.story !== undefined && storyText(shown.story),
    shown.milestones !== undefined &&
      named('Milestones', list(shown.milestones.map(({ date, title }) => prose`${date}: ${title}`))),
    reviews,
    named('Alternatives', list(alternatives.map((item) => listed({ ...item, votes: undefined }, place)))),
  )
}

/** Facts as a list; it names those that the company's own site does not state. */
function facts(shown: Listing, place: Place): Markdown | null {
  const where = placeInWords(shown)
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
    ['Owner', shown.verified !== null && `verified since ${shown.verified.since}`],
    ['Founded', shown.founded_year],
    ['Based in', where || null],
    ['Pricing', price || null],
    ['Stage', shown.stage],
    ['Contact', shown.contact_email],
    ...otherRows(shown),
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
