// The invented catalogue in the shape of its rows: addresses made from slugs, days counted back from the day of loading.
import { addDays, day_ms, dayOf } from '../../days.ts'
import type { Faq } from '../tables/columns.ts'
import type { posts } from '../tables/posts.ts'
import { trendOf } from '../listings/trend.ts'
import { instant, instantBetween, type Activity } from './activity.ts'
import { chance } from './chance.ts'
import type { DemoFaqs, DemoPost, DemoProduct, DemoUpdate } from './demo.ts'
import { media } from './paid_sections.ts'
import { stories } from './stories.ts'
import { updates } from './updates.ts'

/**
 * The product as a listing, with counters that equal the rows its activity will become. What is no column of the table
 * is left aside when it is saved.
 */
export function listingOf(product: DemoProduct, activity: Activity, now: Date) {
  const { slug, mailbox } = product
  const { launch_week, live_at, created_at } = activity
  const posted = updates.filter(({ listing }) => listing === slug).map((update) => postedAt(update, now))
  return {
    ...product,
    url: `https://${slug}.example/`,
    domain: `${slug}.example`,
    company_key: `${slug}.example`,
    status:
      live_at !== null
        ? ('live' as const)
        : product.awaiting_badge
          ? ('awaiting_badge' as const)
          : ('scheduled' as const),
    faqs: faqsOf(product.faqs),
    socials: socialsOf(product.on, slug),
    contact_email: mailbox === undefined ? null : `${mailbox}@${slug}.example`,
    demo_video_url: product.film ? `https://${slug}.example/film` : null,
    not_found_on_website: product.not_found ?? [],
    unlocked_sections: product.unlocked ?? [],
    story: stories.find(({ listing }) => listing === slug)?.story ?? null,
    media: (media[slug] ?? []).map(({ file, ...medium }) => ({
      ...medium,
      url: `https://${slug}.example/${file}`,
    })),
    domain_rating_on: product.domain_rating == null ? null : dayOf(addDays(now, -5)),
    revenue_on: product.revenue_cents == null ? null : dayOf(addDays(now, -9)),
    verified_at: product.verified ? instant(Date.parse(created_at) + 2 * day_ms) : null,
    launch_week,
    live_at,
    votes: activity.votes.length,
    week_votes: activity.week_votes,
    followers: activity.follows.length,
    views: activity.views.reduce((sum, day) => sum + day.views, 0),
    trend: trendOf(activity.votes.map(({ at }) => at)),
    demo: true,
    created_at,
    updated_at: [created_at, live_at ?? created_at, ...posted].sort().at(-1)!,
  }
}

export function postOf(
  { days_ago, faqs, ...post }: DemoPost,
  site_id: number,
  now: Date,
): typeof posts.$inferInsert {
  const published_at = instant(Math.floor(now.getTime() / day_ms - days_ago) * day_ms + 9 * 3_600_000)
  return { ...post, site_id, faqs: faqsOf(faqs), published_at, updated_at: published_at, demo: true }
}

/** Some hours before now, so many days ago; never later than now. */
export function postedAt({ listing, days_ago }: DemoUpdate, now: Date): string {
  const began = days_ago === 0 ? Math.floor(now.getTime() / day_ms) * day_ms : now.getTime() - day_ms
  const today = instantBetween(began, now.getTime(), 0.6 + 0.4 * chance(`${listing} ${days_ago}`)())
  return instant(Date.parse(today) - days_ago * day_ms)
}

export function faqsOf(faqs: DemoFaqs): Faq[] {
  return Object.entries(faqs).map(([question, answer]) => ({ question, answer }))
}

export function socialsOf(platforms: readonly string[], slug: string): Record<string, string> {
  return Object.fromEntries(
    platforms.map((platform) => [
      platform,
      platform === 'website' ? `https://${slug}.example/` : `https://${platform}.example/${slug}`,
    ]),
  )
}
