// The reads of the bare servers: the product's own SQL statements, recorded as its storage runs them and prepared again
// on a connection of their own, with nothing of the product between the row and the JSON. So the two cannot drift apart,
// and a check at the start holds the answers against the product's.
import { strictEqual } from 'node:assert'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { keptLimits } from '../../../auth/kept_limits.ts'
import { readConfig } from '../../../config.ts'
import { openStorage, type OpenStorage } from '../../../storage/storage.ts'
import { run } from '../../../tools/run.ts'
import type { Context, Reach, Tool } from '../../../tools/tool.ts'
import { catalog } from '../../../tools/catalog.ts'

export const public_url = 'http://localhost:3000'
const file = join(process.env.DATA_DIR!, 'launch.db')

export const toolNamed = (name: string): Tool => catalog.find((tool) => tool.name === name)!

type Ran = { sql: string; parameters: unknown[] }

/** Opens the product's storage so that every statement it runs while `recording` is on can be read. */
function openRecorded(): { storage: OpenStorage; during(work: () => Promise<unknown>): Promise<Ran[]> } {
  let ran: Ran[] | null = null
  const { prepare } = Database.prototype
  const recording = function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql)
    for (const way of ['all', 'get'] as const) {
      const original = statement[way].bind(statement) as (...parameters: unknown[]) => unknown
      statement[way] = (...parameters: unknown[]) => {
        ran?.push({ sql, parameters })
        return original(...parameters) as never
      }
    }
    return statement
  } as typeof prepare
  Database.prototype.prepare = recording
  const storage = openStorage(file)
  Database.prototype.prepare = prepare
  return {
    storage,
    // Most statements are prepared when they are first asked.
    async during(work) {
      ran = []
      Database.prototype.prepare = recording
      await work()
      Database.prototype.prepare = prepare
      const all = ran
      ran = null
      return all
    },
  }
}

type Row = Record<string, unknown>

/** What the columns of a profile are called: the statement names only those of tables. */
const gathered = [
  'category',
  'category_name',
  'more_categories',
  'founders',
  'latest_updates',
  'milestones',
  'awards',
  'facts',
  'rating',
]
const asJson = new Set([
  ...['tags', 'features', 'usps', 'keywords', 'socials', 'faqs', 'attributes', 'not_found_on_website'],
  ...['provenance', 'media', 'story', 'unlocked_sections'],
  ...gathered.slice(2),
])

export async function openReads() {
  const { storage, during } = openRecorded()
  const site = (await storage.sites.all())[0]!
  const config = readConfig({})
  const context: Context = {
    storage,
    site,
    caller: null,
    now: new Date(),
    public_url,
    ...{ door: 'rest', request_id: 'bench', contact_email: null },
    limits: keptLimits(config.RATE_LIMITS),
    seller: config.SELLER,
    caps: config.CAPS,
    allowances: async () => [],
    charge: () => undefined,
    turn: async () => undefined,
    spend: () => undefined,
  }
  const database = new Database(file, { readonly: true })
  const slugs = database
    .prepare<[], string>("SELECT slug FROM listings WHERE status = 'live' ORDER BY id")
    .pluck()
    .all()

  const [profileRan] = await during(() => storage.listings.profile(site.id, slugs[0]!))
  const profileStatement = database.prepare(profileRan!.sql).raw()
  const columns = profileStatement.columns().map(({ name }) => name)
  const names = [...columns.slice(0, -gathered.length), ...gathered]
  const parsed = names.map((name) => asJson.has(name))
  const profileParameters = [...profileRan!.parameters]
  const slugAt = profileParameters.indexOf(slugs[0]!)

  /** The public profile of a slug, straight from the row. */
  function profile(slug: string): Row | undefined {
    profileParameters[slugAt] = slug
    const values = profileStatement.get(...profileParameters) as unknown[] | undefined
    if (values === undefined) return undefined
    const row: Row = {}
    for (let i = 0; i < names.length; i += 1)
      row[names[i]!] = parsed[i] && values[i] !== null ? JSON.parse(values[i] as string) : values[i]
    const unlocked = row.unlocked_sections as string[]
    const change =
      row.domain_rating_before === null
        ? null
        : (row.domain_rating as number) - (row.domain_rating_before as number)
    return {
      slug: row.slug,
      name: row.name,
      url: row.url,
      listing_url: `${public_url}/listings/${slug}`,
      status: row.status === 'live' ? 'live' : 'upcoming',
      launch_week: row.launch_week,
      live_at: row.live_at,
      tagline: row.tagline,
      short_description: row.short_description,
      description: row.description,
      stage: row.stage,
      pricing_model: row.pricing_model,
      pricing_summary: row.pricing_summary,
      country: row.country,
      city: row.city,
      founded_year: row.founded_year,
      contact_email: row.contact_email,
      demo_video_url: row.demo_video_url,
      logo_url: row.logo_url,
      mcp_url: row.mcp_url,
      openapi_url: row.openapi_url,
      docs_url: row.docs_url,
      llms_txt: row.llms_txt,
      tags: row.tags,
      features: row.features,
      usps: row.usps,
      keywords: row.keywords,
      headline: row.headline,
      category: { slug: row.category, name: row.category_name },
      more_categories: row.more_categories,
      socials: row.socials,
      founders: row.founders,
      faqs: row.faqs,
      attributes: row.attributes,
      latest_updates: row.latest_updates,
      votes: row.votes,
      views: row.views,
      followers: row.followers,
      rating: row.rating,
      domain_rating:
        row.domain_rating === null
          ? null
          : {
              value: row.domain_rating,
              change,
              trend: change === null ? null : change > 0 ? 'up' : change < 0 ? 'down' : 'flat',
              measured_on: row.domain_rating_on,
            },
      awards: row.awards,
      // None of the catalogue has an owner, or doors that were looked at.
      verified: null,
      facts: row.facts,
      agent_ready: row.agent_ready === 1,
      doors: {},
      ...(unlocked.includes('story') && row.story !== null && { story: row.story }),
      ...(unlocked.includes('milestones') && { milestones: row.milestones }),
      ...(unlocked.includes('media') && { media: row.media }),
      not_found_on_website: row.not_found_on_website,
      provenance: row.provenance,
    }
  }

  const window = { site_id: site.id, limit: 20, offset: 20 }
  const idsRan = (await during(() => storage.search.find(window))).findLast(({ parameters }) =>
    parameters.includes(20),
  )!
  const [expression] = idsRan.parameters
  const idsStatement = database.prepare<unknown[], number>(idsRan.sql).pluck()
  const countStatement = database
    .prepare<[number], number>("SELECT live FROM facet_counts WHERE site_id = ? AND facet = ''")
    .pluck()
  const sample = idsStatement.all(...idsRan.parameters)
  const [summariesRan] = await during(() => storage.listings.summaries(sample))
  const summariesStatement = database.prepare<[string], unknown[]>(summariesRan!.sql).raw()

  /** A page of live listings, the most voted first. */
  function list(page: number, per_page: number): Row {
    const offset = (page - 1) * per_page
    const total = countStatement.get(site.id)!
    const ids = idsStatement.all(expression, per_page, offset)
    const rows = new Map<unknown, Row>()
    for (const [
      id,
      slug,
      name,
      url,
      tagline,
      category,
      pricing_model,
      country,
      status,
      launch_week,
      votes,
      verified,
    ] of summariesStatement.all(JSON.stringify(ids)))
      rows.set(id, {
        ...{ slug, name, url, tagline, category, pricing_model, country, status, launch_week, votes },
        verified: JSON.parse(verified as string),
      })
    const items = ids.map((id) => rows.get(id))
    return { items, page, per_page, total, has_more: page * per_page < total }
  }

  const same = async (answer: object | undefined, name: string, input: object) =>
    strictEqual(
      JSON.stringify(answer),
      JSON.stringify(await run(toolNamed(name), input, context as Context & Reach)),
    )
  for (const slug of slugs.slice(0, 50)) await same(profile(slug), 'get_listing', { slug })
  for (const page of [1, 2, 9]) await same(list(page, 20), 'search_listings', { page })
  return { profile, list, context, slugs }
}
