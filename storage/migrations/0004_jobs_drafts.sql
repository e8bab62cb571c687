-- What happens when nobody is waiting, what was answered before, and drafts on their way to a listing.

-- A job that is done is deleted; a dead one stays to be seen. While a job runs, run_at is the end of its lease.
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  key TEXT,
  payload TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'dead')),
  run_at TEXT NOT NULL,
  attempt INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0,
  failure TEXT,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX jobs_due ON jobs(run_at, id) WHERE state <> 'dead';
CREATE UNIQUE INDEX jobs_by_key ON jobs(key) WHERE key IS NOT NULL AND state <> 'dead';

-- Answers kept for 24 hours, so that a request with the same Idempotency-Key is done once.
CREATE TABLE replays (
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  operation TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, operation, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX replays_by_age ON replays(created_at);

CREATE TABLE drafts (
  id TEXT PRIMARY KEY,
  site_id INTEGER NOT NULL REFERENCES sites(id),
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  url_key TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('crawling', 'drafting', 'ready', 'failed')),
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
CREATE UNIQUE INDEX drafts_by_url ON drafts(user_id, site_id, url_key);
CREATE INDEX drafts_by_user ON drafts(user_id, site_id, created_at DESC, id);
CREATE INDEX drafts_by_listing ON drafts(listing_id) WHERE listing_id IS NOT NULL;

-- What the crawler read. The text is what quotes are checked against; the page itself (deflated) is read again when a
-- field is redrafted.
CREATE TABLE draft_pages (
  draft_id TEXT NOT NULL REFERENCES drafts(id) ON DELETE CASCADE,
  side TEXT NOT NULL CHECK (side IN ('own', 'competitor')),
  position INTEGER NOT NULL,
  url TEXT NOT NULL,
  fetched_at TEXT NOT NULL,
  hash TEXT NOT NULL,
  text TEXT NOT NULL,
  html BLOB NOT NULL,
  PRIMARY KEY (draft_id, side, position)
) STRICT;

CREATE TABLE draft_invites (
  id INTEGER PRIMARY KEY,
  draft_id TEXT NOT NULL REFERENCES drafts(id) ON DELETE CASCADE,
  email TEXT NOT NULL COLLATE NOCASE,
  hash TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  accepted_at TEXT,
  founder_id INTEGER REFERENCES founders(id) ON DELETE SET NULL,
  UNIQUE (draft_id, email)
) STRICT;

-- Whose a listing is: who submitted it, or proved control of its domain.
CREATE TABLE listing_owners (
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  since TEXT NOT NULL,
  PRIMARY KEY (listing_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX listing_owners_by_user ON listing_owners(user_id);

-- Every edit by an owner, before and after, of what it changed; the site team sees both.
CREATE TABLE listing_versions (
  id INTEGER PRIMARY KEY,
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users(id) ON DELETE SET NULL,
  via TEXT NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX listing_versions_by_listing ON listing_versions(listing_id, id);
