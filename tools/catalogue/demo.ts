// The invented catalogue of a first start. Its categories and listings are files that can be imported; what the import
// format cannot express is in files beside them. Days and weeks count from the day of loading, so that there is a
// running week, weeks before it and launches to come.
import { readFileSync } from 'node:fs'
import { addDays, day_ms, dayOf } from '../../days.ts'
import type { Listing } from '../../storage/listings/read.ts'
import { trendOf } from '../../storage/listings/trend.ts'
import type { Storage } from '../../storage/storage.ts'
import { follows, listingViews, reviews, votes } from '../../storage/tables/community.ts'
import { alternatives, listingUpdates, milestones } from '../../storage/tables/listings.ts'
import { interviewAnswers } from '../../storage/tables/people.ts'
import { posts } from '../../storage/tables/posts.ts'
import { categoryAttributes } from '../../storage/tables/sites.ts'
import { closeWeek } from '../launches/ranked.ts'
import { addWeeks, weekOf } from '../launches/week.ts'
import { activityOf, chance, instant, instantBetween, pick, type Launch } from './demo_activity.ts'
import { galleryOf, type DemoPictures } from './demo_pictures.ts'
import { listingOf, readRow, type ExchangeCategory } from './rows.ts'

type Faqs = Listing['faqs']
type Category = ExchangeCategory & { faqs: Faqs; attributes: string[] }
type Founder = { slug: string; name: string; title: string; bio: string; country: string; city: string } & {
  socials: Record<string, string>
  answers: { question_id: number; answer: string }[]
}
type Post = { slug: string; title: string; excerpt: string; body_markdown: string; author: string } & {
  tags: string[]
  faqs: Faqs
  days_ago: number
}
type Season = { slug: string; title: string; text: string; weeks_ago: number; weeks_to_come: number }
/** What a listing has beyond its row in the import file. */
type Profile = Launch &
  Partial<Listing> & {
    verified?: true
    /** Scheduled, but the badge is not on the homepage yet. */
    awaiting_badge?: true
    /** Slugs of alternatives the owner approved. */
    alternatives?: string[]
    milestones?: { title: string; description: string | null; url: string | null; days_ago: number }[]
    reviews: { rating: number; body: string }[]
    updates: { title: string; body: string; days_ago: number }[]
  }
type Quoted = { slug: string; page: string; quote: string; facts: Record<string, string> }
type Activity = ReturnType<typeof activityOf>
type Launched = { id: number; profile: Profile; activity: Activity }
type Ids = ReadonlyMap<string, number>
/** The database, site and time to load for. */
type Place = { storage: Storage; site_id: number; now: Date }

const textOf = (file: string) => readFileSync(new URL(`demo/${file}`, import.meta.url), 'utf8')
const linesOf = (file: string) => textOf(file).trimEnd().split('\n')
const rowsOf = <Row>(file: string) => linesOf(file).map((line) => JSON.parse(line) as Row)

/** Fills an empty database with the demo catalogue, in one transaction; `pictures` are those kept for it. */
export async function loadDemo(
  storage: Storage,
  now: Date,
  pictures: DemoPictures = new Map(),
): Promise<void> {
  await storage.write(async (inside) => {
    const place = { storage: inside, site_id: (await inside.sites.all())[0]!.id, now }
    const category_ids = await addCategories(place)
    const founder_ids = await addFounders(place)
    const people = await addVoters(place)
    const launched = await addListings(place, category_ids, founder_ids, people.length, pictures)
    await addQuotes(place, launched)
    await addDeeds(place, launched, people)
    await addWords(place, launched, people)
    await addPosts(place)
    await addProgrammes(place)
    for (const week of await inside.weeks.unclosed(weekOf(now))) await closeWeek(inside, week, now)
  })
}

async function addCategories({ storage }: Place): Promise<Ids> {
  const ids = new Map<string, number>()
  for (const { parent, attributes, ...category } of JSON.parse(textOf('categories.json')) as Category[]) {
    const category_id = await storage.catalogue.putCategory({ ...category, demo: true })
    ids.set(category.slug, category_id)
    if (parent != null) await storage.listings.moveCategory(category_id, idOf(ids, parent))
    await storage.demo.add(
      categoryAttributes,
      attributes.map((key) => ({ category_id, key })),
    )
  }
  return ids
}

/** Adds the founders; returns their ids by name, since rows of listings refer to founders by name. */
async function addFounders({ storage, now }: Place): Promise<Ids> {
  const ids = new Map<string, number>()
  for (const { answers, ...founder } of rowsOf<Founder>('founders.jsonl')) {
    const created_at = instant(now.getTime() - (220 + 200 * chance(founder.slug)()) * day_ms)
    const founder_id = await storage.founders.add({ ...founder, demo: true, created_at })
    ids.set(founder.name, founder_id)
    const updated_at = instant(now.getTime() - 30 * day_ms)
    await storage.demo.add(
      interviewAnswers,
      answers.map((answer) => ({ ...answer, founder_id, updated_at })),
    )
  }
  return ids
}

/** Invented people who vote, follow and review. They have no email address, so nobody can sign in as one of them. */
function addVoters({ storage, now }: Place): Promise<number[]> {
  return storage.demo.addPeople(
    (JSON.parse(textOf('voters.json')) as string[]).map((name) => ({
      name,
      created_at: instant(now.getTime() - (200 + 300 * chance(name)()) * day_ms),
    })),
  )
}

async function addListings(
  { storage, site_id, now }: Place,
  category_ids: Ids,
  founder_ids: Ids,
  people: number,
  pictures: DemoPictures,
): Promise<Launched[]> {
  const profiles = new Map(rowsOf<Profile>('profiles.jsonl').map((profile) => [profile.slug, profile]))
  const launched: Launched[] = []
  for (const [index, line] of linesOf('listings.jsonl').entries()) {
    const row = readRow(line, index + 1, now)
    if (Array.isArray(row)) throw new Error(`The demo cannot be imported: ${JSON.stringify(row)}`)
    const profile = profiles.get(row.slug)!
    const activity = activityOf(profile, now, people)
    const categories = row.categories.map((slug) => idOf(category_ids, slug))
    const id = await storage.listings.save({
      ...listingOf(row, categories, undefined, site_id, now.toISOString()),
      ...listed(profile, activity, now),
      media: galleryOf(row.slug, profile.media ?? [], pictures),
      founders: row.founders.map((name) => ({ founder_id: idOf(founder_ids, name), title: null })),
    })
    const logo = pictures.get(row.slug)
    if (logo !== undefined) await storage.listings.change(id, { logo })
    launched.push({ id, profile, activity })
  }
  return launched
}

/** Sentences of the invented sites, so that facts of the demo have quotes as evidence like any other. */
async function addQuotes({ storage, now }: Place, launched: readonly Launched[]): Promise<void> {
  const read_at = instant(now.getTime() - 12 * day_ms)
  for (const { slug, page, quote, facts } of rowsOf<Quoted>('quotes.jsonl')) {
    const { id: listing_id } = launched.find(({ profile }) => profile.slug === slug)!
    const quotes = [{ quote, url: `https://${slug}.example/${page}`, where: 'visible' as const }]
    const told = { listing_id, item: 0, state: 'site' as const, since: read_at, read_at, quotes }
    await storage.facts.add(Object.entries(facts).map(([field, value]) => ({ ...told, field, value })))
  }
}

/**
 * What a listing has beyond its import row, with counters that match the rows its activity will add. Properties that
 * are no column of the table are ignored when it is saved.
 */
function listed(profile: Profile, activity: Activity, now: Date) {
  const { verified, awaiting_badge, domain_rating, revenue_cents, updates } = profile
  const { launch_week, live_at, created_at, week_votes } = activity
  const waiting = awaiting_badge ? ('awaiting_badge' as const) : ('scheduled' as const)
  const posted = updates.map(({ days_ago }) => postedAt(profile.slug, days_ago, now))
  return {
    ...profile,
    status: live_at === null ? waiting : ('live' as const),
    domain_rating_on: domain_rating == null ? null : dayOf(addDays(now, -5)),
    revenue_on: revenue_cents == null ? null : dayOf(addDays(now, -9)),
    verified_at: verified ? instant(Date.parse(created_at) + 2 * day_ms) : null,
    launch_week,
    live_at,
    week_votes,
    created_at,
    votes: activity.votes.length,
    followers: activity.follows.length,
    views: activity.views.reduce((sum, day) => sum + day.views, 0),
    trend: trendOf(activity.votes.map(({ at }) => at)),
    demo: true,
    updated_at: [created_at, live_at ?? created_at, ...posted].sort().at(-1)!,
  }
}

/** What people did: votes, follows and anonymous views. */
async function addDeeds(
  { storage: { demo }, site_id }: Place,
  launched: readonly Launched[],
  people: readonly number[],
) {
  for (const { id: listing_id, activity } of launched) {
    await demo.add(
      votes,
      activity.votes.map(({ person, at }) => {
        const user_id = people[person]!
        return { listing_id, user_id, voter: `account ${user_id}`, voted_at: at }
      }),
    )
    await demo.add(
      follows,
      activity.follows.map(({ person, at }) => {
        return { site_id, listing_id, user_id: people[person]!, followed_at: at }
      }),
    )
    await demo.add(
      listingViews,
      activity.views.map((day) => ({ listing_id, ...day })),
    )
  }
}

/** What people wrote: reviews, updates and milestones; and the alternatives that owners named. */
async function addWords(
  { storage: { demo }, site_id, now }: Place,
  launched: readonly Launched[],
  people: readonly number[],
): Promise<void> {
  const ids = new Map(launched.map(({ profile, id }) => [profile.slug, id]))
  for (const { id: listing_id, profile, activity } of launched) {
    const { slug, updates } = profile
    const next = chance(`${slug} in words`)
    const since = Date.parse(activity.live_at ?? activity.created_at)
    const writers = pick(profile.reviews.length, people.length, next)
    const later = () => instantBetween(since, now.getTime(), next())
    await demo.add(
      reviews,
      profile.reviews.map((review, index) => ({
        ...review,
        listing_id,
        user_id: people[writers[index]!]!,
        reviewed_at: later(),
        mark: `${slug}-${index + 1}`,
      })),
    )
    await demo.add(
      milestones,
      (profile.milestones ?? []).map(({ days_ago, ...milestone }) => ({
        ...milestone,
        listing_id,
        date: dayOf(addDays(now, -days_ago)),
      })),
    )
    await demo.add(
      alternatives,
      (profile.alternatives ?? []).map((other) => ({
        listing_id,
        alternative_id: idOf(ids, other),
        approved_at: later(),
      })),
    )
    await demo.add(
      listingUpdates,
      updates.map(({ days_ago, ...update }) => ({
        ...update,
        site_id,
        listing_id,
        published_at: postedAt(slug, days_ago, now),
      })),
    )
  }
}

async function addPosts({ storage, site_id, now }: Place): Promise<void> {
  const rows = rowsOf<Post>('posts.jsonl').map(({ days_ago, ...post }) => {
    const published_at = instant(Math.floor(now.getTime() / day_ms - days_ago) * day_ms + 9 * 3_600_000)
    return { ...post, site_id, published_at, updated_at: published_at, demo: true }
  })
  await storage.demo.add(posts, rows)
}

/** An instant `days_ago` days ago and some hours earlier than now; never later than now. */
function postedAt(slug: string, days_ago: number, now: Date): string {
  const began = days_ago === 0 ? Math.floor(now.getTime() / day_ms) * day_ms : now.getTime() - day_ms
  const today = instantBetween(began, now.getTime(), 0.6 + 0.4 * chance(`${slug} ${days_ago}`)())
  return instant(Date.parse(today) - days_ago * day_ms)
}

function idOf(ids: Ids, key: string): number {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`The demo has no ${key}`)
  return id
}

async function addProgrammes({ storage, site_id, now }: Place): Promise<void> {
  const week = weekOf(now)
  for (const { weeks_ago, weeks_to_come, ...season } of JSON.parse(textOf('programmes.json')) as Season[])
    await storage.programmes.save({
      ...{ ...season, site_id, entry: 'all', category_id: null, closed_at: null, demo: true },
      ...{ from_week: addWeeks(week, -weeks_ago), to_week: addWeeks(week, weeks_to_come) },
      created_at: instant(now.getTime() - (weeks_ago + 2) * 7 * day_ms),
    })
}
