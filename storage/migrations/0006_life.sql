-- A listing's life: words that may grow, one listing an address, prices of each site, weeks that close, badges that are
-- looked for, and versions that say who changed what in which call. SQLite takes a CHECK away only by making a table anew.

CREATE TABLE new_users (
  id INTEGER PRIMARY KEY,
  email TEXT UNIQUE COLLATE NOCASE,
  name TEXT NOT NULL DEFAULT '',
  role TEXT NOT NULL DEFAULT 'member',
  demo INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  deleted_at TEXT
) STRICT;
INSERT INTO new_users SELECT id, email, name, role, demo, created_at, deleted_at FROM users;
DROP TABLE users;
ALTER TABLE new_users RENAME TO users;

-- url_key is the same for every way of writing an address; the runner of migrations lends the function. Where two
-- listings had one address already, the later one keeps its place without a key.
CREATE TABLE new_listings (
  id INTEGER PRIMARY KEY,
  site_id INTEGER NOT NULL REFERENCES sites(id),
  company_id INTEGER NOT NULL REFERENCES companies(id),
  category_id INTEGER NOT NULL REFERENCES categories(id),
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  url TEXT NOT NULL,
  domain TEXT NOT NULL,
  status TEXT NOT NULL,
  plan TEXT,
  tagline TEXT,
  short_description TEXT,
  description TEXT,
  stage TEXT,
  country TEXT,
  city TEXT,
  founded_year INTEGER,
  pricing_model TEXT,
  pricing_summary TEXT,
  contact_email TEXT,
  demo_video_url TEXT,
  logo_url TEXT,
  headline TEXT,
  summary TEXT,
  seo_title TEXT,
  seo_description TEXT,
  features TEXT NOT NULL DEFAULT '[]',
  usps TEXT NOT NULL DEFAULT '[]',
  keywords TEXT NOT NULL DEFAULT '[]',
  tags TEXT NOT NULL DEFAULT '[]',
  faqs TEXT NOT NULL DEFAULT '[]',
  socials TEXT NOT NULL DEFAULT '{}',
  attributes TEXT NOT NULL DEFAULT '{}',
  media TEXT NOT NULL DEFAULT '[]',
  story TEXT,
  unlocked_sections TEXT NOT NULL DEFAULT '[]',
  not_found_on_website TEXT NOT NULL DEFAULT '[]',
  provenance TEXT,
  launch_week TEXT,
  live_at TEXT,
  verified_at TEXT,
  featured INTEGER NOT NULL DEFAULT 0,
  votes INTEGER NOT NULL DEFAULT 0,
  week_votes INTEGER NOT NULL DEFAULT 0,
  views INTEGER NOT NULL DEFAULT 0,
  followers INTEGER NOT NULL DEFAULT 0,
  trend REAL NOT NULL DEFAULT 0,
  domain_rating INTEGER,
  domain_rating_before INTEGER,
  domain_rating_on TEXT,
  revenue_cents INTEGER,
  revenue_on TEXT,
  billboard_cents INTEGER NOT NULL DEFAULT 0,
  demo INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  url_key TEXT,
  status_reason TEXT,
  UNIQUE (site_id, slug)
) STRICT;
INSERT INTO new_listings
  SELECT id, site_id, company_id, category_id, slug, name, name_key, url, domain, status, plan, tagline,
    short_description, description, stage, country, city, founded_year, pricing_model, pricing_summary, contact_email,
    demo_video_url, logo_url, headline, summary, seo_title, seo_description, features, usps, keywords, tags, faqs,
    socials, attributes, media, story, unlocked_sections, not_found_on_website, provenance, launch_week, live_at,
    verified_at, featured, votes, week_votes, views, followers, trend, domain_rating, domain_rating_before,
    domain_rating_on, revenue_cents, revenue_on, billboard_cents, demo, created_at, updated_at, url_key(url), NULL
  FROM listings;
DROP TABLE listings;
ALTER TABLE new_listings RENAME TO listings;
UPDATE listings SET url_key = NULL WHERE id IN (
  SELECT id FROM (
    SELECT id, row_number() OVER (
      PARTITION BY site_id, url_key ORDER BY status = 'withdrawn', status <> 'live', status = 'draft', id
    ) AS place
    FROM listings WHERE url_key IS NOT NULL
  ) WHERE place > 1
);
CREATE UNIQUE INDEX listings_by_address ON listings(site_id, url_key) WHERE status <> 'withdrawn';
CREATE INDEX listings_by_company ON listings(company_id);
CREATE INDEX listings_by_week ON listings(site_id, launch_week, week_votes DESC, live_at, id) WHERE status = 'live';
CREATE INDEX listings_to_come ON listings(site_id, launch_week, id) WHERE status = 'scheduled';
CREATE INDEX listings_waiting ON listings(launch_week, id) WHERE status = 'awaiting_badge';
CREATE INDEX listings_by_category ON listings(category_id, votes DESC, id) WHERE status = 'live';
CREATE INDEX listings_by_domain_rating ON listings(site_id, domain_rating DESC, id) WHERE status = 'live' AND domain_rating IS NOT NULL;
CREATE INDEX listings_by_revenue ON listings(site_id, revenue_cents DESC, id) WHERE status = 'live' AND revenue_cents IS NOT NULL;
CREATE INDEX listings_by_billboard ON listings(site_id, billboard_cents DESC, id) WHERE status = 'live' AND billboard_cents > 0;

-- A product costs what the site says, in the site's currency; one without a price there is not sold there.
-- amount_cents is null where the buyer names the amount (the billboard).
CREATE TABLE product_prices (
  site_id INTEGER NOT NULL REFERENCES sites(id),
  product_key TEXT NOT NULL REFERENCES products(key) ON DELETE CASCADE,
  amount_cents INTEGER,
  minimum_cents INTEGER,
  PRIMARY KEY (site_id, product_key)
) STRICT, WITHOUT ROWID;
INSERT INTO product_prices SELECT s.id, p.key, p.amount_cents, p.minimum_cents FROM sites s CROSS JOIN products p;
CREATE TABLE new_products (
  key TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  kind TEXT NOT NULL,
  position INTEGER NOT NULL,
  active INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO new_products SELECT key, name, description, kind, position, active FROM products;
DROP TABLE products;
ALTER TABLE new_products RENAME TO products;

CREATE TABLE new_drafts (
  id TEXT PRIMARY KEY,
  site_id INTEGER NOT NULL REFERENCES sites(id),
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  url_key TEXT NOT NULL,
  status TEXT NOT NULL,
  profile TEXT NOT NULL,
  progress TEXT NOT NULL,
  failure TEXT,
  notices TEXT NOT NULL DEFAULT '[]',
  drafted_by TEXT,
  competitor_url TEXT,
  comparison TEXT,
  listing_id INTEGER REFERENCES listings(id) ON DELETE SET NULL,
  submitted_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
INSERT INTO new_drafts
  SELECT id, site_id, user_id, url, url_key, status, profile, progress, failure, notices, drafted_by, competitor_url,
    comparison, listing_id, submitted_at, created_at, updated_at
  FROM drafts;
DROP TABLE drafts;
ALTER TABLE new_drafts RENAME TO drafts;
CREATE UNIQUE INDEX drafts_by_url ON drafts(user_id, site_id, url_key);
CREATE INDEX drafts_by_user ON drafts(user_id, site_id, created_at DESC, id);
CREATE INDEX drafts_by_listing ON drafts(listing_id) WHERE listing_id IS NOT NULL;

-- The updates of a whole site, newest first, are read without its listings.
CREATE TABLE new_listing_updates (
  id INTEGER PRIMARY KEY,
  site_id INTEGER NOT NULL REFERENCES sites(id),
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  published_at TEXT NOT NULL
) STRICT;
INSERT INTO new_listing_updates
  SELECT u.id, l.site_id, u.listing_id, u.title, u.body, u.published_at
  FROM listing_updates u JOIN listings l ON l.id = u.listing_id;
DROP TABLE listing_updates;
ALTER TABLE new_listing_updates RENAME TO listing_updates;
CREATE INDEX listing_updates_by_listing ON listing_updates(listing_id, published_at DESC, id DESC);
CREATE INDEX listing_updates_by_site ON listing_updates(site_id, published_at DESC, id DESC);

-- Every change, before and after, of what it changed: through which door (via) and client, in which operation, and with
-- which others in one call (call_id). seen_at is the mark of the site team.
CREATE TABLE new_listing_versions (
  id INTEGER PRIMARY KEY,
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users(id) ON DELETE SET NULL,
  via TEXT NOT NULL,
  client_name TEXT,
  operation TEXT,
  call_id TEXT,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  created_at TEXT NOT NULL,
  seen_at TEXT,
  seen_by INTEGER REFERENCES users(id) ON DELETE SET NULL
) STRICT;
INSERT INTO new_listing_versions (id, listing_id, user_id, via, client_name, before, after, created_at)
  SELECT id, listing_id, user_id,
    iif(instr(via, ': ') = 0, via, substr(via, 1, instr(via, ': ') - 1)),
    iif(instr(via, ': ') = 0, NULL, substr(via, instr(via, ': ') + 2)),
    before, after, created_at
  FROM listing_versions;
DROP TABLE listing_versions;
ALTER TABLE new_listing_versions RENAME TO listing_versions;
CREATE INDEX listing_versions_by_listing ON listing_versions(listing_id, id);
CREATE INDEX listing_versions_unseen ON listing_versions(id) WHERE seen_at IS NULL AND via <> 'service';

-- What was last seen on the homepage of a free listing. One that was seen and is gone has until grace_ends_at.
CREATE TABLE badge_checks (
  listing_id INTEGER PRIMARY KEY REFERENCES listings(id) ON DELETE CASCADE,
  checked_at TEXT,
  seen_at TEXT,
  fault TEXT,
  next_check_at TEXT NOT NULL,
  warned_at TEXT,
  grace_ends_at TEXT
) STRICT;
CREATE INDEX badge_checks_due ON badge_checks(next_check_at, listing_id);

-- A week that is over, and how its launches stood in that moment. Rows are never changed.
CREATE TABLE closed_weeks (
  site_id INTEGER NOT NULL REFERENCES sites(id),
  week TEXT NOT NULL,
  launches INTEGER NOT NULL,
  votes INTEGER NOT NULL,
  closed_at TEXT NOT NULL,
  PRIMARY KEY (site_id, week)
) STRICT, WITHOUT ROWID;
CREATE TABLE week_results (
  site_id INTEGER NOT NULL REFERENCES sites(id),
  week TEXT NOT NULL,
  place INTEGER NOT NULL,
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  votes INTEGER NOT NULL,
  PRIMARY KEY (site_id, week, place)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX week_results_by_listing ON week_results(listing_id, week);
