// A small town of people and their products around the fixed Thursday, 2026-11-19: one of each kind, so that a test can
// say in numbers what it expects. Rows that no operation writes (votes, awards, posts) go in as SQL.
import Database from 'better-sqlite3'
import type { SavedListing } from '../../storage/listings/save.ts'
import type { Storage, OpenStorage } from '../../storage/storage.ts'
import { addToTrend } from '../../storage/listings/trend.ts'
import { besideRows, insertion, insertRow, type Rows } from './rows.ts'

const long_ago = '2026-01-05T09:00:00.000Z'
type Row = Record<string, unknown>

/** Inserts a row as it is; objects become JSON. */
export function insert(database: Database.Database, table: string, row: Row): number {
  const { text, values } = insertion(table, row)
  return Number(database.prepare(text).run(...values).lastInsertRowid)
}

/** Opens a SQLite file beside the service for the time of the work. */
export function besides<T>(file: string, work: (database: Database.Database) => T): T {
  const database = new Database(file)
  database.pragma('foreign_keys = ON')
  try {
    return work(database)
  } finally {
    database.close()
  }
}

type Given = Partial<Omit<SavedListing, 'category_ids' | 'founders'>> & { slug: string }

/** A listing as it is saved: live since long ago, unless told otherwise. */
export function product(category_ids: readonly number[], given: Given): SavedListing {
  return {
    site_id: 1,
    name: given.slug
      .split('-')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' '),
    url: `https://${given.slug}.example/`,
    domain: `${given.slug}.example`,
    company_key: `${given.slug}.example`,
    category_ids,
    status: 'live',
    plan: 'free',
    live_at: long_ago,
    created_at: long_ago,
    updated_at: long_ago,
    ...given,
  }
}

const story = {
  title: 'The night I sent my first reminder',
  story: 'I was owed 400 euros.',
  lessons: 'Ask early.',
}

/** The paid sections of Ana's Tide are unlocked; Ledgerline has written the same ones and has not. */
const sections = {
  story,
  media: [{ kind: 'image' as const, url: 'https://tide.example/screen.png', caption: 'The list of debtors' }],
}

export type Town = { ids: Record<string, number>; categories: Record<string, number> }

export async function fillTown(storage: OpenStorage, _now: Date, file: string): Promise<Town> {
  const town = await storage.write(async (inside) => {
    const categories = await addCategories(inside)
    const founders = await addFounders(inside)
    const ids: Record<string, number> = {}
    for (const [category, given, people = []] of products) {
      ids[given.slug] = await inside.listings.save({
        ...product(
          category.map((slug) => categories[slug]!),
          given,
        ),
        founders: people.map(([slug, title]) => ({ founder_id: founders[slug]!, title })),
      })
    }
    return { ids, categories, founders }
  })
  await besideRows(file, (rows) => addDeeds(rows, town.ids, town.founders))
  return town
}

async function addCategories(storage: Storage): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const [slug, name, parent, description] of [
    ['money', 'Money', null, 'What keeps the books.'],
    ['invoicing', 'Invoicing', 'money', null],
    ['budgeting', 'Budgeting', 'money', null],
    ['work', 'Work', null, null],
    ['planning', 'Planning', 'work', null],
    ['shifts', 'Shifts', 'planning', null],
    ['unused', 'Unused', null, null],
  ] as const) {
    const faqs =
      slug === 'money' ? [{ question: 'Is money a category?', answer: 'It is, with two below it.' }] : []
    ids[slug] = await storage.catalogue.putCategory({ slug, name, description, faqs })
    if (parent !== null) await storage.listings.moveCategory(ids[slug], ids[parent]!)
  }
  return ids
}

async function addFounders(storage: Storage): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const [slug, name, country] of [
    ['ana-lima', 'Ana Lima', 'PT'],
    ['ben-okafor', 'Ben Okafor', 'NG'],
    ['chiara-rossi', 'Chiara Rossi', 'IT'],
    ['edda-jonsdottir', 'Edda Jónsdóttir', 'IS'],
  ] as const) {
    ids[slug] = await storage.founders.add({
      slug,
      name,
      country,
      title: 'Founder',
      bio: `${name} writes software and answers mail.`,
      socials: { website: `https://${slug}.example/` },
      created_at: long_ago,
    })
  }
  return ids
}

const products: [categories: string[], given: Given, people?: [slug: string, title: string | null][]][] = [
  [
    ['invoicing', 'budgeting'],
    {
      slug: 'tide',
      name: 'Tide',
      tagline: 'Invoices that chase themselves',
      description: 'Tide reminds late customers politely until they pay.',
      keywords: ['reminders', 'dunning'],
      tags: ['bookkeeping'],
      features: ['Polite reminders', 'Bank matching'],
      faqs: [{ question: 'Does it shout?', answer: 'Never.' }],
      socials: { x: 'https://x.example/tide' },
      stage: 'launched',
      country: 'PT',
      city: 'Porto',
      founded_year: 2024,
      pricing_model: 'Subscription',
      contact_email: 'hello@tide.example',
      attributes: { open_source: true, seats: 3, platforms: ['iOS', 'Web'] },
      not_found_on_website: ['logo_url'],
      unlocked_sections: ['story', 'milestones', 'media'],
      ...sections,
      plan: 'launch',
      launch_week: '2026-11-16',
      live_at: '2026-11-16T00:00:00.000Z',
      votes: 12,
      week_votes: 12,
      views: 100,
      followers: 5,
      trend: addToTrend(0, '2026-11-18T00:00:00.000Z'),
      domain_rating: 40,
      domain_rating_before: 35,
      domain_rating_on: '2026-11-15',
    },
    [
      ['ana-lima', 'Captain'],
      ['ben-okafor', null],
    ],
  ],
  [
    ['invoicing'],
    {
      slug: 'ledgerline',
      name: 'Ledgerline',
      tagline: 'Books for people who hate books',
      ...sections,
      stage: 'growing',
      country: 'DE',
      pricing_model: 'Freemium',
      attributes: { open_source: false, self_hosted: true },
      launch_week: '2026-11-16',
      live_at: '2026-11-19T08:00:00.000Z',
      votes: 7,
      week_votes: 7,
      views: 400,
      followers: 1,
      trend: addToTrend(0, '2026-11-19T09:00:00.000Z'),
      billboard_cents: 50_000,
    },
    [['ben-okafor', 'Bookkeeper']],
  ],
  [
    ['budgeting'],
    {
      slug: 'pennywise',
      tagline: 'A budget your family keeps',
      description: 'It never mentions invoices, except here.',
      country: 'IT',
      launch_week: '2026-11-09',
      live_at: '2026-11-09T00:00:00.000Z',
      votes: 30,
      week_votes: 20,
      views: 50,
      followers: 9,
      trend: addToTrend(0, '2026-11-10T00:00:00.000Z'),
      domain_rating: 60,
      revenue_cents: 120_000,
    },
    [['chiara-rossi', null]],
  ],
  [
    ['shifts'],
    {
      slug: 'rota',
      tagline: 'Shifts without shouting',
      launch_week: '2026-11-09',
      live_at: '2026-11-10T00:00:00.000Z',
      votes: 25,
      week_votes: 25,
      views: 10,
      followers: 2,
      trend: addToTrend(0, '2026-11-11T00:00:00.000Z'),
      domain_rating: 40,
      revenue_cents: 0,
      billboard_cents: 90_000,
      verified_at: '2026-11-01T00:00:00.000Z',
      featured: true,
    },
  ],
  [['planning'], { slug: 'almanac', tagline: 'A year on one page', views: 3 }],
  [
    ['work'],
    {
      slug: 'new-years-bell',
      launch_week: '2025-12-29',
      live_at: '2026-01-01T10:00:00.000Z',
      votes: 2,
      week_votes: 2,
    },
  ],
  [
    ['invoicing'],
    {
      slug: 'dawn',
      tagline: 'Invoices before breakfast',
      country: 'IS',
      status: 'scheduled',
      launch_week: '2026-11-23',
      live_at: null,
      votes: 99,
      domain_rating: 99,
      revenue_cents: 99,
      billboard_cents: 99,
    },
    [['edda-jonsdottir', null]],
  ],
  [['shifts'], { slug: 'dusk', status: 'scheduled', launch_week: '2026-12-07', live_at: null }],
  ...(['draft', 'awaiting_badge', 'suspended', 'withdrawn'] as const).map(
    (status) =>
      [
        ['invoicing'],
        {
          slug: `hidden-${status.replace('_', '-')}`,
          tagline: 'Invoices nobody may see',
          status,
          launch_week: '2026-11-16',
          live_at: '2026-11-16T00:00:00.000Z',
          votes: 1000,
          week_votes: 1000,
          domain_rating: 100,
          revenue_cents: 1_000_000,
          billboard_cents: 1_000_000,
        },
        [['edda-jonsdottir', null]],
      ] as [string[], Given, [string, string | null][]],
  ),
]

/** Email addresses of people who only voted or wrote a review; they may stand in no answer. */
export const private_emails = ['vera.private@example.org', 'walt.private@example.org']

async function addDeeds(
  rows: Rows,
  ids: Record<string, number>,
  founders: Record<string, number>,
): Promise<void> {
  const people: number[] = []
  for (const email of private_emails)
    people.push(await insertRow(rows, 'users', { email, name: email.slice(0, 4), created_at: long_ago }))
  const [vera, walt] = people
  await insertRow(rows, 'votes', {
    listing_id: ids.tide,
    voter: `account ${vera}`,
    user_id: vera,
    voted_at: '2026-11-18T00:00:00.000Z',
  })
  await insertRow(rows, 'reviews', { listing_id: ids.tide, user_id: vera, rating: 5, reviewed_at: long_ago })
  await insertRow(rows, 'reviews', { listing_id: ids.tide, user_id: walt, rating: 4, reviewed_at: long_ago })
  for (const name of ['Una', 'Wim']) {
    const user_id = await insertRow(rows, 'users', { email: null, name, created_at: long_ago })
    await insertRow(rows, 'reviews', { listing_id: ids.tide, user_id, rating: 5, reviewed_at: long_ago })
  }
  await rows.run('UPDATE founders SET user_id = ? WHERE id = ?', walt, founders['ana-lima'])
  for (const listing_id of [ids.tide, ids.ledgerline]) {
    await insertRow(rows, 'milestones', { listing_id, date: '2025-03-01', title: 'First customer' })
    await insertRow(rows, 'milestones', { listing_id, date: '2026-02-01', title: 'Hundredth customer' })
  }
  for (let day = 1; day <= 6; day += 1)
    await insertRow(rows, 'listing_updates', {
      site_id: 1,
      listing_id: ids.tide,
      title: `Release ${day}`,
      body: 'Smaller and calmer.',
      published_at: `2026-11-0${day}T00:00:00.000Z`,
    })
  for (const [week, place, slug, votes] of [
    ['2026-11-09', 1, 'rota', 25],
    ['2026-11-09', 2, 'pennywise', 20],
    ['2025-12-29', 1, 'new-years-bell', 2],
    ['2025-12-22', 1, 'hidden-suspended', 40],
  ] as const)
    await insertRow(rows, 'awards', { site_id: 1, period: week, week, place, listing_id: ids[slug], votes })
  for (const [alternative, approved_at] of [
    ['rota', '2026-11-02T00:00:00.000Z'],
    ['almanac', '2026-11-01T00:00:00.000Z'],
    ['hidden-withdrawn', '2026-11-01T00:00:00.000Z'],
    ['dawn', '2026-11-01T00:00:00.000Z'],
  ] as const)
    await insertRow(rows, 'alternatives', {
      listing_id: ids.tide,
      alternative_id: ids[alternative],
      approved_at,
    })
  for (const [slug, title, published_at] of [
    ['on-patience', 'On patience', '2026-11-01T00:00:00.000Z'],
    ['how-weeks-work', 'How weeks work', '2026-11-10T00:00:00.000Z'],
    ['from-tomorrow', 'From tomorrow', '2026-11-20T00:00:00.000Z'],
    ['unfinished', 'Unfinished', null],
  ])
    await insertRow(rows, 'posts', {
      site_id: 1,
      slug,
      title,
      excerpt: `${title}, in short`,
      body_markdown: `# ${title}\n\nA launch week runs **Monday** to Sunday.`,
      author: 'The team',
      tags: ['guide'],
      faqs: [{ question: 'When?', answer: 'On Mondays.' }],
      published_at,
      updated_at: published_at ?? long_ago,
    })
  for (const question_id of [2, 1])
    await insertRow(rows, 'interview_answers', {
      founder_id: founders['ana-lima'],
      question_id,
      answer: `Answer ${question_id}`,
      updated_at: long_ago,
    })
}

/** Gives Rota the slug rota-two; rota becomes a former slug. */
export const renameRota = (storage: OpenStorage) =>
  storage.write(async ({ catalogue, listings }) => {
    const [rota] = await catalogue.matching(1, 'rota', 'https://rota.example/')
    const { company_id: _c, category_id, name_key: _k, ...kept } = rota!
    await listings.save({
      ...kept,
      slug: 'rota-two',
      company_key: 'rota.example',
      category_ids: [category_id],
    })
  })
