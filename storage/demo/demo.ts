// What the invented catalogue is written in: the columns of schema.ts, with days and weeks counted from the day of
// loading and addresses left out where they follow from the slug.
import type { AttributeValue, Story, listings, paidSections } from '../tables/listings.ts'
import type { founders } from '../tables/people.ts'
import type { posts } from '../tables/posts.ts'

/** Questions with their answers. */
export type DemoFaqs = Record<string, string>

export type DemoCategory = {
  slug: string
  name: string
  parent: string | null
  description: string
  faqs: DemoFaqs
  /** Keys by which listings of this category are compared. */
  attributes: string[]
}

export type DemoFounder = Required<
  Pick<typeof founders.$inferInsert, 'slug' | 'name' | 'title' | 'bio' | 'country' | 'city'>
> & {
  /** Platforms on which the person has an account, named after the slug. */
  on: string[]
}

type Listing = typeof listings.$inferInsert

export type DemoProduct = Required<
  Pick<
    Listing,
    | 'slug'
    | 'name'
    | 'tagline'
    | 'short_description'
    | 'description'
    | 'stage'
    | 'country'
    | 'city'
    | 'founded_year'
    | 'pricing_model'
    | 'pricing_summary'
    | 'features'
    | 'usps'
    | 'keywords'
  >
> &
  Pick<
    Listing,
    'domain_rating' | 'domain_rating_before' | 'revenue_cents' | 'billboard_cents' | 'featured'
  > & {
    category: string
    /** Only a paid listing has more than its primary category, at most three. */
    more_categories?: string[]
    tags: string[]
    faqs: DemoFaqs
    attributes: Record<string, AttributeValue>
    /** Facts the website does not state; their columns are empty. */
    not_found?: string[]
    /** Platforms on which the company has an account, named after the slug. */
    on: string[]
    /** The part of the contact address before the @. */
    mailbox?: string
    film?: true
    plan: 'free' | 'launch'
    unlocked?: (typeof paidSections)[number][]
    verified?: true
    /** Scheduled, but the badge is not on the homepage yet. */
    awaiting_badge?: true
    /** Slugs of the founders, the primary one first. */
    founders: string[]
    /** Slugs of alternatives the owner approved. */
    alternatives?: string[]
    /** Launch week, counted from the week of loading: 0 is this week, 1 the next. */
    week: number
    /** Live since today; otherwise since the beginning of its week, or for a paid launch some hours into it. */
    today?: true
    /** Votes within the launch week, and those that came after it closed. */
    votes: [in_week: number, later: number]
  }

export type DemoUpdate = { listing: string; title: string; body: string; days_ago: number }
export type DemoMilestone = { title: string; description: string | null; days_ago: number; page?: string }
export type DemoMedium = { kind: 'image' | 'video'; file: string; caption: string }
export type DemoReview = { listing: string; rating: number; body: string }
export type DemoAnswer = { founder: string; question_id: number; answer: string }
export type DemoStory = { listing: string; story: Story }
export type DemoPost = Required<
  Pick<typeof posts.$inferInsert, 'slug' | 'title' | 'excerpt' | 'body_markdown' | 'author' | 'tags'>
> & { faqs: DemoFaqs; days_ago: number }
