// The weekly letters to everybody who follows the site or a category: the results of the closed week, and what launches
// now.
import { written, type Section } from '../../auth/letter.ts'
import { inWords } from '../../days.ts'
import type { Followed } from '../../storage/follows.ts'
import type { Site } from '../../storage/sites.ts'
import type { Storage } from '../../storage/storage.ts'
import { addWeeks, lastDayOf, weekOf } from '../launches/week.ts'
import { siteUrlOf } from '../site/site_url.ts'
import { lifetimeOf, nobody, oneLine, placeholder } from './tell_followers.ts'

/** The most launches of a week that are read for the letters, and the most that one letter names. */
const mostRead = 5000
const mostNamed = 10

type Moment = { now: Date; public_url: string }
type Launch = { id: number; votes: number }
type News = { past: Launch[]; present: Launch[] }

/**
 * Queues the letters about the week that closed last, once all earlier weeks are closed and all new launches
 * are live. Older weeks get no letters. A note in the same transaction ensures that they are queued at most once.
 */
export async function sendDigests(storage: Storage, site: Site, { now, public_url }: Moment): Promise<void> {
  const week = weekOf(now)
  const over = { site_id: site.id, week: addWeeks(week, -1) }
  if (await storage.digests.isWritten(over)) return
  const isOpen = (await storage.weeks.unclosed(week)).some(({ site_id }) => site_id === site.id)
  if (isOpen || (await storage.weeks.begun(week, 1)).length > 0) return
  const all = { limit: mostRead, offset: 0 }
  const { ranked, total } = await storage.weeks.results(site.id, over.week, all)
  const begun = await storage.listings.launchedIn(site.id, week, all)
  const news = {
    past: ranked.map(({ id, week_votes: votes }) => ({ id, votes })),
    present: begun.ranked.map(({ id }) => ({ id, votes: 0 })),
  }
  const url = siteUrlOf(site, public_url)
  const edition = { site, url, week: over.week }
  const totals = { past: total, present: begun.total }
  const whole = total + begun.total === 0 ? [] : [await ofSite(storage, news, totals, edition)]
  const letters = [...whole, ...(await ofCategories(storage, news, edition))]
  await storage.write(async (inside) => {
    if (!(await inside.digests.note(over, now.toISOString()))) return
    for (const letter of letters)
      await inside.mail.toFollowers({ ...letter, sender_id: nobody, public_url: url, ...lifetimeOf(now) })
  })
}

type Edition = { site: Site; url: string; week: string }

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`
const launches = (count: number) => counted(count, 'launch', 'launches')

/** The digest of the site: who won, and what launches now. */
async function ofSite(storage: Storage, news: News, totals: Record<keyof News, number>, edition: Edition) {
  const { site, url, week } = edition
  const { past, present } = totals
  const best = news.past[0]
  const [first] = best === undefined || best.votes === 0 ? [] : await storage.listings.summaries([best.id])
  const votes = (await storage.weeks.votesWhenClosed({ site_id: site.id, week })) ?? 0
  const told = `The week to ${inWords(lastDayOf(week))} had ${launches(past)} and ${counted(votes, 'vote')}.`
  return letterOf(storage, news, edition, {
    to: { site_id: site.id },
    occasion: `week-${week}`,
    title: first === undefined ? `${launches(past + present)} on ${site.name}` : `${first.name} won the week`,
    paragraphs: [
      ...(past === 0 ? [] : [told]),
      ...(present === 0 ? [] : [`${launches(present)} to vote for in the new one.`]),
    ],
    button: { label: 'Vote in the new week', url: `${url}/` },
    why: `You asked for this mail on ${site.name}. A week without launches has none.`,
    end: 'Stop emails about the week',
  })
}

/** One letter for each category that is followed and has news, its subcategories included. */
async function ofCategories(storage: Storage, news: News, edition: Edition) {
  const parents = new Map((await storage.categories.known()).map(({ id, parent_id }) => [id, parent_id]))
  const upFrom = (id: number | null): number[] =>
    id === null ? [] : [id, ...upFrom(parents.get(id) ?? null)]
  const stands = await storage.digests.categoriesOf([...news.past, ...news.present].map(({ id }) => id))
  const inside = Map.groupBy(
    stands.flatMap(({ listing_id, category_id }) =>
      upFrom(category_id).map((category) => ({ category, listing_id })),
    ),
    ({ category }) => category,
  )
  const letters = []
  for (const { id, slug, name } of await storage.digests.followed(edition.site.id)) {
    const ids = new Set(inside.get(id)?.map(({ listing_id }) => listing_id))
    const own = {
      past: news.past.filter((one) => ids.has(one.id)),
      present: news.present.filter((one) => ids.has(one.id)),
    }
    const count = own.past.length + own.present.length
    if (count === 0) continue
    letters.push(
      await letterOf(storage, own, edition, {
        to: { category_id: id, site_id: edition.site.id },
        occasion: `week-${edition.week}-${id}`,
        title: `${launches(count)} in ${name}`,
        paragraphs: [],
        button: { label: `See ${name}`, url: `${edition.url}/categories/${slug}` },
        why: `You follow ${name} on ${edition.site.name}. A week without launches in it has no mail.`,
        end: `Stop emails about ${name}`,
      }),
    )
  }
  return letters
}

type Wording = {
  to: Followed
  occasion: string
  title: string
  paragraphs: string[]
  button: { label: string; url: string }
  why: string
  end: string
}

async function letterOf(storage: Storage, { past, present }: News, edition: Edition, wording: Wording) {
  const { site, url, week } = edition
  const { to, occasion, title, paragraphs, button, why, end } = wording
  const section = async (heading: string, listed: Launch[]): Promise<Section[]> => {
    const votes = new Map(listed.map((one) => [one.id, one.votes]))
    const rows = await storage.listings.summaries(listed.slice(0, mostNamed).map(({ id }) => id))
    if (rows.length === 0) return []
    return [
      {
        heading,
        rows: rows.map(({ id, name, slug, tagline }) => ({
          name,
          url: `${url}/listings/${slug}`,
          text: tagline,
          side: votes.get(id) === 0 ? '' : counted(votes.get(id)!, 'vote'),
        })),
      },
    ]
  }
  return {
    to,
    occasion,
    subject: oneLine(title),
    ...written({
      site_name: site.name,
      title,
      paragraphs,
      sections: [
        ...(await section(`The week to ${inWords(lastDayOf(week))}`, past)),
        ...(await section('Launching this week', present)),
      ],
      button,
      after: [why, 'Nobody paid to be in this mail, and we do not see whether you open it.'],
      link: { label: end, url: placeholder },
    }),
  }
}
