// A database with as many listings, founders and votes as are asked for, in seconds: whole rows, said in SQL, into the
// migrated schema. A quarter of everything belongs to few, as in life: one category, one domain, one owner, one country.
import type Database from 'better-sqlite3'
import { emptyProfile } from '../../tools/drafts/fields.ts'

export type Counts = { listings: number; founders: number; votes: number }

const profile = JSON.stringify(emptyProfile())
const upTo = (count: number) =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
/** Days before the fixed Thursday of the tests, as an instant. */
const ago = (days: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-19T12:00:00', (-(${days})) || ' days')`

/** People, what they did and what waits for the team; `listings` are there already where a corpus is filled up. */
export function fillMany(database: Database.Database, { listings, founders, votes }: Counts): void {
  const people = Math.max(100, Math.floor(listings / 4))
  const some = Math.max(50, Math.floor(listings / 20))
  database.pragma('foreign_keys = OFF')
  database.pragma('synchronous = OFF')
  const fill = (table: string, columns: string, count: number, values: string) =>
    database.exec(`INSERT OR IGNORE INTO ${table} (${columns}) ${upTo(count)} SELECT ${values} FROM n`)
  database.exec('BEGIN')
  fill(
    ...(['users', 'id, email, mailbox, name, role, created_at', people] as const),
    `1000000 + i, 'person' || i || '@many.example', 'box' || i, 'Person ' || i, iif(i <= 3, 'team', 'member'), ${ago('i % 900 + 1')}`,
  )
  if (database.prepare('SELECT 1 FROM listings LIMIT 1').get() === undefined)
    fillListings(database, listings, fill)
  fill(
    ...(['founders', 'id, user_id, slug, name, country, created_at', founders] as const),
    `i, iif(i % 3 = 0 AND i <= ${people}, 1000000 + i, NULL), 'founder-' || i,
     char(65 + i * 7 % 26) || char(97 + i * 11 % 26) || 'na ' || char(65 + i % 26) || 'unter ' || i,
     CASE WHEN i % 4 = 0 THEN 'US' WHEN i % 4 = 1 THEN NULL ELSE char(65 + i % 26) || char(65 + i / 26 % 26) END, ${ago('i % 900')}`,
  )
  fill('listing_founders', 'listing_id, position, founder_id', founders, `1 + (i * 7919) % ${listings}, 0, i`)
  fill(
    'listing_founders',
    'listing_id, position, founder_id',
    founders / 10,
    `1 + (i * 7919) % ${listings}, 1, 1 + i % 50`,
  )
  const voter = `(CASE WHEN i % 4 = 0 THEN i / 4 ELSE i + i / ${listings} END % ${people})`
  const voted = `CASE WHEN i % 4 = 0 THEN 1 + i / 4 / ${people} ELSE 1 + (i * 7919) % ${listings} END`
  fill(
    'votes',
    'listing_id, voter, user_id, voted_at',
    votes,
    `${voted}, 'box' || (${voter} + 1), 1000001 + ${voter}, ${ago('i % 400')}`,
  )
  fill(
    ...(['listing_owners', 'listing_id, user_id, since', Math.floor(listings / 2)] as const),
    `i * 2 - 1, CASE WHEN i % 20 = 0 THEN 1000004 ELSE 1000001 + i % ${people} END, ${ago('i % 500')}`,
  )
  fill(
    'programmes',
    'site_id, slug, title, text, from_week, to_week, entry, created_at',
    1,
    `1, 'once', '', '', '2026-11-02', '2026-11-16', 'entered', ${ago('1')}`,
  )
  fill('former_slugs', 'site_id, slug, listing_id', some, `1, 'once-' || i, i`)
  fill(
    ...(['webhooks', 'id, user_id, url, secret, events, created_at', some] as const),
    `i, 1000000 + i, 'https://hooks.example/' || i, 'secret', '["week.closed"]', ${ago('i % 300')}`,
  )
  fill(
    'webhook_deliveries',
    'id, webhook_id, user_id, message_id, site_id, type, data, created_at, state',
    some * 10,
    `i, 1 + i % ${some}, 1000001 + i % ${some}, 'msg_' || i, 1, 'week.closed', '{}', ${ago('i % 30')}, 'sent'`,
  )
  fill(
    'follows',
    'site_id, listing_id, user_id, followed_at, token',
    votes / 10,
    `1, CASE WHEN i % 4 = 0 THEN 1 ELSE 1 + i % ${listings} END, 1000001 + (i + i / ${listings}) % ${people}, ${ago('i % 300')}, 'token' || i`,
  )
  fill(
    'listing_updates',
    'site_id, listing_id, title, body, published_at',
    listings / 2,
    `1, 1 + i * 7919 % ${listings}, 'News ' || i, 'It is faster now.', ${ago('i % 700')}`,
  )
  fill(
    'milestones',
    'listing_id, date, title',
    some,
    `1 + i * 7919 % ${listings}, date('2026-11-19', '-' || (i % 700) || ' days'), 'Mile ' || i`,
  )
  fill(
    'listing_views',
    'listing_id, viewed_on, views',
    votes / 5,
    `1 + i % ${listings}, date('2026-11-19', '-' || (i / ${listings}) || ' days'), i % 100`,
  )
  fill(
    'visitors',
    'day, listing_id, visitor',
    votes / 10,
    `'2026-11-19', 1 + i % ${listings}, 'visitor' || i`,
  )
  fill(
    'reviews',
    'listing_id, user_id, rating, reviewed_at, mark',
    some,
    `1 + i * 7919 % ${listings}, 1000001 + i % ${people}, 1 + i % 5, ${ago('i % 300')}, 'm' || i`,
  )
  fill(
    'alternatives',
    'listing_id, alternative_id, approved_at',
    some,
    `1 + i * 7919 % ${listings}, 1 + i % ${listings}, ${ago('i % 300')}`,
  )
  fillWeeks(database)
  fill(
    'posts',
    'site_id, slug, title, excerpt, body_markdown, author, published_at, updated_at',
    2000,
    `1, 'post-' || i, 'How to launch, part ' || i, 'In short.', 'At length: launch, and launch again.', 'Ana', ${ago('i % 900')}, ${ago('i % 900')}`,
  )
  fillDesk(fill, { listings, people, some })
  database.exec('COMMIT')
  const lost = database.pragma('foreign_key_check') as { table: string }[]
  if (lost.length > 0) throw new Error(`Rows of ${lost[0]!.table} refer to nothing.`)
}

type Fill = (table: string, columns: string, count: number, values: string) => unknown

function fillListings(database: Database.Database, listings: number, fill: Fill): void {
  fill(
    'categories',
    'id, slug, name, parent_id',
    300,
    `i, 'category-' || i, 'Category ' || i, iif(i > 20, 1 + i % 20, NULL)`,
  )
  fill('companies', 'id, key, created_at', listings, `i, 'product-' || i || '.example', ${ago('i % 1500')}`)
  const week = `date('2026-11-16', '-' || (i * 31 % 210 * 7) || ' days')`
  fill(
    'listings',
    `id, site_id, company_id, category_id, slug, name, name_key, url, url_key, domain, status, plan, tagline, description,
     country, launch_week, live_at, logo, logo_url, domain_rating, revenue_cents, billboard_cents, votes, week_votes, created_at, updated_at`,
    listings,
    `i, 1, i, iif(i % 4 = 0, 1, 1 + i % 300), 'product-' || i, 'Product ' || i, 'product' || i, 'https://product-' || i || '.example/',
     'product-' || i || '.example', iif(i % 4 = 0, 'github.com', 'product-' || i || '.example'),
     CASE WHEN i % 50 = 1 THEN 'scheduled' WHEN i % 50 = 2 THEN 'awaiting_badge' WHEN i % 20 = 3 THEN 'draft' WHEN i % 100 = 4 THEN 'suspended' ELSE 'live' END,
     'free', 'Does one thing well', 'It does one thing well, and a second thing as well as the first.', iif(i % 3 = 0, 'US', NULL),
     iif(i % 50 = 1, '2026-11-23', ${week}), CASE WHEN i % 50 IN (1, 2) OR i % 20 = 3 THEN NULL ELSE ${week} || 'T08:00:00.000Z' END,
     iif(i % 5 = 0, 'logo' || i || '.webp', NULL), NULL, iif(i % 3 = 0, NULL, i % 100), iif(i % 5 = 0, i * 7919 % 1000000, NULL), iif(i % 50 = 5, i, 0),
     i * 7919 % 5000, i * 7919 % 300, ${ago('i % 1500')}, ${ago('i % 300')}`,
  )
  database.exec('UPDATE search_state SET is_empty = 0')
}

/** Every week but this one and the last is closed. */
function fillWeeks(database: Database.Database): void {
  database.exec(`
    INSERT OR IGNORE INTO closed_weeks(site_id, week, launches, votes, closed_at)
      SELECT site_id, launch_week, count(*), sum(week_votes), launch_week || 'T00:00:00.000Z'
      FROM listings WHERE status = 'live' AND launch_week < '2026-11-09' GROUP BY site_id, launch_week;
    INSERT OR IGNORE INTO week_results(site_id, week, place, listing_id, votes) SELECT site_id, launch_week,
      row_number() OVER (PARTITION BY site_id, launch_week ORDER BY week_votes DESC, live_at, id), id, week_votes
      FROM listings WHERE status = 'live' AND launch_week < '2026-11-09';
    INSERT OR IGNORE INTO awards (site_id, period, week, place, listing_id, votes)
      SELECT site_id, week, week, place, listing_id, votes FROM week_results WHERE place <= 3;
    INSERT INTO checkpoints(site_id, week, first, size, writer, root, note)
      SELECT site_id, week, (row_number() OVER w - 1) * 300, row_number() OVER w * 300, 'writer', 'root', 'note' FROM closed_weeks WINDOW w AS (PARTITION BY site_id ORDER BY week);
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 599) INSERT INTO ledger SELECT 1, i, '{}' FROM n;
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1) INSERT INTO ledger_hashes SELECT 1, 8, i, 'hash' FROM n;`)
}

function fillDesk(
  fill: Fill,
  { listings, people, some }: Record<'listings' | 'people' | 'some', number>,
): void {
  const one = `1 + i * 7919 % ${listings}`
  const who = `1000001 + i % ${people}`
  fill(
    'listing_versions',
    'listing_id, user_id, via, client_name, operation, before, after, created_at, seen_at',
    listings / 2,
    `${one}, ${who}, iif(i % 2 = 0, 'session', 'api_key'), 'Key ' || i % 3, 'update_my_listing', '{}', '{}', ${ago('i % 300')}, iif(i % 40 = 0, NULL, ${ago('i % 100')})`,
  )
  fill(
    'reports',
    'listing_id, user_id, reason, created_at, settled_at',
    some,
    `${one}, ${who}, 'untrue', ${ago('i % 300')}, iif(i % 40 = 0, NULL, ${ago('i % 100')})`,
  )
  fill(
    'claims',
    'listing_id, user_id, method, token, link_hash, status, created_at, expires_at',
    some,
    `${one}, ${who}, 'dns', 't' || i, 'link' || i, CASE WHEN i % 40 = 0 THEN 'disputed' WHEN i % 3 = 0 THEN 'pending' ELSE 'verified' END, ${ago('i % 300')}, ${ago('i % 300 - 14')}`,
  )
  fill(
    'jobs',
    'kind, key, payload, state, run_at, created_at',
    listings / 2,
    `'keep_logo', 'logo-' || i, '{"listing_id":' || i || '}', iif(i % 1000 = 0, 'dead', 'waiting'), ${ago('i % 3')}, ${ago('i % 3')}`,
  )
  fill(
    'mails',
    'message_id, recipient, subject, created_at, sent_at, failure',
    some,
    `'mail-' || i || '@many.example', 'person' || i % ${people} || '@many.example', 'News', ${ago('i % 30')}, iif(i % 40 = 0, NULL, ${ago('i % 30')}), iif(i % 80 = 0, 'EENVELOPE', NULL)`,
  )
  fill(
    'team_actions',
    'user_id, action, about, about_id, name, done_at',
    some,
    `1000001, 'suspend', 'listing', CAST(${one} AS TEXT), 'Product', ${ago('i % 300')}`,
  )
  fill(
    'drafts',
    'id, site_id, user_id, url, url_key, status, profile, progress, listing_id, created_at, updated_at',
    some,
    `'draft-' || i, 1, ${who}, 'https://draft-' || i || '.example/', 'draft-' || i || '.example', 'ready', '${profile}', '{}', iif(i % 2 = 0, i, NULL), ${ago('i % 300')}, ${ago('i % 300')}`,
  )
  fill(
    'draft_pages',
    'draft_id, side, position, url, fetched_at, hash, text, html',
    some,
    `'draft-' || i, 'own', 0, 'https://draft-' || i || '.example/', ${ago('i % 300')}, 'hash', 'text', iif(i % 30 = 0, x'00', x'')`,
  )
  fill(
    'draft_invites',
    'draft_id, email, hash, created_at, expires_at',
    some,
    `'draft-' || i, 'person' || i || '@many.example', 'invite' || i, ${ago('i % 30')}, ${ago('i % 30 - 14')}`,
  )
  fill(
    'sessions',
    'hash, user_id, browser, created_at, expires_at',
    people,
    `'session' || i, ${who}, 'Firefox', ${ago('i % 30')}, ${ago('i % 30 - 30')}`,
  )
  fill(
    'api_keys',
    'user_id, name, hash, hint, scope, created_at',
    some,
    `${who}, 'Key', 'key' || i, 'k', 'account:read', ${ago('i % 30')}`,
  )
  fill(
    'sign_in_links',
    'hash, email, return_to, created_at, expires_at',
    people,
    `'link' || i, 'person' || i || '@many.example', '/', ${ago('i % 2')}, ${ago('i % 2 - 1')}`,
  )
  fill(
    'oauth_clients',
    'id, metadata, created_at, last_used_at',
    some,
    `'client' || i, '{}', ${ago('i % 300')}, iif(i % 3 = 0, NULL, ${ago('i % 30')})`,
  )
  fill(
    'oauth_grants',
    'user_id, client_id, client_name, scope, resources, created_at, expires_at',
    people,
    `${who}, 'client' || i % ${some}, 'Host', 'account:read', '[]', ${ago('i % 60')}, ${ago('i % 60 - 30')}`,
  )
  fill(
    'oauth_tokens',
    'hash, kind, grant_id, scope, resources, created_at, expires_at',
    people,
    `'oauth' || i, iif(i % 2 = 0, 'access', 'refresh'), i, 'account:read', '[]', ${ago('i % 60')}, ${ago('i % 60 - 30')}`,
  )
  fill(
    'oauth_codes',
    'hash, grant_id, redirect_uri, challenge, expires_at',
    some,
    `'code' || i, i, 'https://host.example/', 'c', ${ago('i % 60')}`,
  )
  fill(
    'orders',
    'number, site_id, user_id, status, quote, currency, net_cents, vat_cents, gross_cents, vat_rate_bp, vat_reason, vat_explanation, buyer_name, buyer_country, checkout_token, provider, provider_payment, created_at, expires_at',
    some,
    `'LD-2026-' || i, 1, ${who}, iif(i % 40 = 0, 'pending', 'paid'), '{}', 'EUR', 100, 0, 100, 0, '', '', 'Ana', 'FI', 'checkout' || i, 'stripe', 'payment' || i, ${ago('i % 300')}, ${ago('i % 300 - 1')}`,
  )
  fill(
    'order_sessions',
    'order_id, attempt, session, state, opened_at',
    some,
    `i, 1, 'session' || i, iif(i % 40 = 0, 'open', 'paid'), ${ago('i % 300')}`,
  )
  fill(
    'payments',
    'payment, order_id, told_at, note',
    some,
    `'payment' || i, i, ${ago('i % 300')}, iif(i % 40 = 0, 'Twice.', NULL)`,
  )
  fill(
    'order_lines',
    'order_id, position, product, name, listing_id, listing_name, net_cents, vat_rate_bp, vat_cents, gross_cents',
    some,
    `i, 0, 'launch', 'Launch', ${one}, 'Product', 100, 0, 0, 100`,
  )
  fill(
    'payment_events',
    'id, type, order_id, received_at',
    some,
    `'event' || i, 'paid', i, ${ago('i % 300')}`,
  )
  fill(
    'pictures',
    'file, width, height, bytes, added_at',
    listings / 5,
    `'logo' || (i * 5) || '.webp', 100, 100, 1000, ${ago('i % 300')}`,
  )
  fill(
    'replays',
    'user_id, operation, key, fingerprint, body, created_at',
    some,
    `${who}, 'update_my_listing', 'key' || i, 'f', '{}', ${ago('i % 2')}`,
  )
  fill(
    'badge_checks',
    'listing_id, checked_at, seen_at, next_check_at',
    listings / 50 - 1,
    `i * 50 + 2, ${ago('i % 7')}, ${ago('i % 7')}, ${ago('i % 7 - 7')}`,
  )
  fill('domain_ratings', 'listing_id, measured_on, rating', listings, `i, '2026-11-12', i % 100`)
  fill(
    'domain_rating_checks',
    'domain, checked_at',
    listings / 2,
    `'product-' || i || '.example', ${ago('i % 14')}`,
  )
  fill('letters', 'body, html, created_at', 100, `'News', 'News', ${ago('i % 40')}`)
  fill(
    'team_actions',
    'user_id, action, about, about_id, name, done_at',
    some,
    `1000001, 'role', 'person', CAST(${who} AS TEXT), 'Person', ${ago('i % 300')}`,
  )
}
