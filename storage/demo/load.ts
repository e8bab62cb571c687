// Writes the invented catalogue. Everything in it is counted from the day of loading, so that a first start always
// has a running week, weeks behind it and launches to come.
import { addDays, day_ms, dayOf } from '../../days.ts'
import { alternatives, listingUpdates, milestones } from '../tables/listings.ts'
import { awards, follows, listingViews, reviews, votes } from '../tables/community.ts'
import { categoryAttributes } from '../tables/sites.ts'
import { interviewAnswers } from '../tables/people.ts'
import { posts } from '../tables/posts.ts'
import type { Storage } from '../storage.ts'
import { activityOf, instant, instantBetween, type Activity } from './activity.ts'
import { answers } from './answers.ts'
import { categories } from './categories.ts'
import { chance, pick } from './chance.ts'
import type { DemoProduct } from './demo.ts'
import { europeanFounders } from './founders_europe.ts'
import { worldFounders } from './founders_world.ts'
import { milestones as milestonesOf } from './paid_sections.ts'
import { postsAfter } from './posts_after.ts'
import { postsBefore } from './posts_before.ts'
import { products } from './products.ts'
import { reviews as writtenReviews } from './reviews.ts'
import { faqsOf, listingOf, postOf, postedAt, socialsOf } from './shapes.ts'
import { updates } from './updates.ts'
import { voters } from './voters.ts'

type Ids = ReadonlyMap<string, number>
type Launched = DemoProduct & { id: number; activity: Activity }

/** Fills an empty database with the demo catalogue, in one transaction. */
export async function loadDemo(storage: Storage, now: Date): Promise<void> {
  await storage.write(async (inside) => {
    const site_id = (await inside.sites.all())[0]!.id
    const category_ids = await addCategories(inside)
    const founder_ids = await addFounders(inside, now)
    const people = await addVoters(inside, now)
    const launched: Launched[] = []
    for (const product of products) {
      const activity = activityOf(product, now, voters.length)
      const listing = listingOf(product, activity, now)
      const id = await inside.listings.save({
        ...listing,
        site_id,
        category_ids: [product.category, ...(product.more_categories ?? [])].map((slug) =>
          idOf(category_ids, slug),
        ),
        founders: product.founders.map((slug) => ({ founder_id: idOf(founder_ids, slug), title: null })),
      })
      launched.push({ ...product, id, activity })
    }
    await addDeeds(inside, launched, people)
    await addWords(inside, launched, people, site_id, now)
    await inside.demo.add(awards, awardsOf(launched, site_id))
    await inside.demo.add(
      posts,
      [...postsBefore, ...postsAfter].map((post) => postOf(post, site_id, now)),
    )
    await inside.demo.add(
      interviewAnswers,
      answers.map(({ founder, ...answer }) => ({
        ...answer,
        founder_id: idOf(founder_ids, founder),
        updated_at: instant(now.getTime() - 30 * day_ms),
      })),
    )
  })
}

async function addCategories(storage: Storage): Promise<Ids> {
  const ids = new Map<string, number>()
  for (const { slug, name, description, faqs, parent, attributes } of categories) {
    const id = await storage.catalogue.putCategory({
      slug,
      name,
      description,
      faqs: faqsOf(faqs),
      demo: true,
    })
    ids.set(slug, id)
    if (parent !== null) await storage.listings.moveCategory(id, idOf(ids, parent))
    await storage.demo.add(
      categoryAttributes,
      attributes.map((key) => ({ category_id: id, key })),
    )
  }
  return ids
}

async function addFounders(storage: Storage, now: Date): Promise<Ids> {
  const ids = new Map<string, number>()
  for (const { on, ...founder } of [...europeanFounders, ...worldFounders]) {
    const created_at = instant(now.getTime() - (220 + 200 * chance(founder.slug)()) * day_ms)
    const socials = socialsOf(on, founder.slug)
    ids.set(founder.slug, await storage.founders.add({ ...founder, socials, demo: true, created_at }))
  }
  return ids
}

function addVoters(storage: Storage, now: Date): Promise<number[]> {
  return storage.demo.addPeople(
    voters.map((name) => ({
      name,
      created_at: instant(now.getTime() - (200 + 300 * chance(name)()) * day_ms),
    })),
  )
}

/** What people did: votes, follows, and the views nobody signs. */
async function addDeeds(storage: Storage, launched: readonly Launched[], people: readonly number[]) {
  await storage.demo.add(
    votes,
    launched.flatMap(({ id, activity }) =>
      activity.votes.map(({ person, at }) => ({ listing_id: id, user_id: people[person]!, voted_at: at })),
    ),
  )
  await storage.demo.add(
    follows,
    launched.flatMap(({ id, activity }) =>
      activity.follows.map(({ person, at }) => ({
        listing_id: id,
        user_id: people[person]!,
        followed_at: at,
      })),
    ),
  )
  await storage.demo.add(
    listingViews,
    launched.flatMap(({ id, activity }) => activity.views.map((day) => ({ listing_id: id, ...day }))),
  )
}

/** What people wrote: reviews, updates and milestones; and the alternatives that owners named. */
async function addWords(
  storage: Storage,
  launched: readonly Launched[],
  people: readonly number[],
  site_id: number,
  now: Date,
): Promise<void> {
  const ids = new Map(launched.map(({ slug, id }) => [slug, id]))
  for (const { id, slug, activity, alternatives: named = [] } of launched) {
    const next = chance(`${slug} in words`)
    const since = Date.parse(activity.live_at ?? activity.created_at)
    const written = writtenReviews.filter(({ listing }) => listing === slug)
    const writers = pick(written.length, people.length, next)
    await storage.demo.add(
      reviews,
      written.map(({ rating, body }, index) => ({
        listing_id: id,
        user_id: people[writers[index]!]!,
        rating,
        body,
        reviewed_at: instantBetween(since, now.getTime(), next()),
      })),
    )
    await storage.demo.add(
      milestones,
      (milestonesOf[slug] ?? []).map(({ title, description, days_ago, page }) => ({
        listing_id: id,
        title,
        description,
        date: dayOf(addDays(now, -days_ago)),
        url: page === undefined ? null : `https://${slug}.example/${page}`,
      })),
    )
    await storage.demo.add(
      alternatives,
      named.map((other) => ({
        listing_id: id,
        alternative_id: idOf(ids, other),
        approved_at: instantBetween(since, now.getTime(), next()),
      })),
    )
  }
  await storage.demo.add(
    listingUpdates,
    updates.map((update) => ({
      site_id,
      listing_id: idOf(ids, update.listing),
      title: update.title,
      body: update.body,
      published_at: postedAt(update, now),
    })),
  )
}

/** The first three of every week that has closed: votes, then the earlier launch, then the lower id. */
function awardsOf(launched: readonly Launched[], site_id: number): (typeof awards.$inferInsert)[] {
  const closed = launched.filter(({ week }) => week < 0)
  return [...Map.groupBy(closed, ({ activity }) => activity.launch_week)].flatMap(([week, launches]) =>
    launches
      .sort(
        (a, b) =>
          b.activity.week_votes - a.activity.week_votes ||
          Date.parse(a.activity.live_at!) - Date.parse(b.activity.live_at!) ||
          a.id - b.id,
      )
      .slice(0, 3)
      .map(({ id, activity }, index) => ({
        site_id,
        week,
        place: index + 1,
        listing_id: id,
        votes: activity.week_votes,
      })),
  )
}

function idOf(ids: Ids, slug: string): number {
  const id = ids.get(slug)
  if (id === undefined) throw new Error(`The demo has no ${slug}`)
  return id
}
