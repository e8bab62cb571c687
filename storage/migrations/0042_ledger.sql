-- The public ledger of votes (tools/ledger): lines that are only ever added, what hashes of them are asked for again and again, the
-- keys that sign, and a checkpoint a week. A week that closed before there was a ledger has no rules, and no lines.
ALTER TABLE closed_weeks ADD COLUMN rules TEXT;
-- As they were when the week closed, for the ledger says so.
ALTER TABLE week_results ADD COLUMN slug TEXT;
ALTER TABLE week_results ADD COLUMN live_at TEXT;

CREATE TABLE ledger (
  site_id INTEGER NOT NULL REFERENCES sites(id),
  n INTEGER NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (site_id, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger_hashes (
  site_id INTEGER NOT NULL REFERENCES sites(id),
  level INTEGER NOT NULL,
  i INTEGER NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (site_id, level, i)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger_keys (
  id INTEGER PRIMARY KEY,
  site_id INTEGER NOT NULL REFERENCES sites(id),
  origin TEXT NOT NULL,
  vkey TEXT NOT NULL,
  secret TEXT NOT NULL,
  made_at TEXT NOT NULL,
  signs_until TEXT,
  ledger_n INTEGER
) STRICT;
CREATE INDEX ledger_keys_by_site ON ledger_keys(site_id, id);

-- `writer` is whoever adds the lines of a week that is not signed yet.
CREATE TABLE checkpoints (
  site_id INTEGER NOT NULL REFERENCES sites(id),
  week TEXT NOT NULL,
  first INTEGER NOT NULL,
  size INTEGER,
  writer TEXT NOT NULL,
  root TEXT,
  note TEXT,
  signed_at TEXT,
  PRIMARY KEY (site_id, week)
) STRICT, WITHOUT ROWID;
CREATE INDEX checkpoints_by_size ON checkpoints(site_id, size);
