-- What the site team does, what visitors report, slugs that categories had, and why a version was made.

-- Every action of the team: who, when, what about and why. `about` is the noun, about_id its row or slug there, name what
-- it was called then.
CREATE TABLE team_actions (
  id INTEGER PRIMARY KEY,
  user_id INTEGER REFERENCES users(id) ON DELETE SET NULL,
  action TEXT NOT NULL,
  about TEXT NOT NULL,
  about_id TEXT NOT NULL,
  name TEXT NOT NULL,
  reason TEXT,
  outcome TEXT,
  done_at TEXT NOT NULL
) STRICT;
CREATE INDEX team_actions_by_subject ON team_actions(about, about_id, id);

CREATE TABLE reports (
  id INTEGER PRIMARY KEY,
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users(id) ON DELETE SET NULL,
  reason TEXT NOT NULL,
  body TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL,
  outcome TEXT,
  note TEXT,
  settled_at TEXT,
  settled_by INTEGER REFERENCES users(id) ON DELETE SET NULL
) STRICT;
CREATE INDEX reports_open ON reports(id) WHERE settled_at IS NULL;
CREATE INDEX reports_by_listing ON reports(listing_id, id);

-- A slug once given leads to its category for ever.
CREATE TABLE former_category_slugs (
  slug TEXT PRIMARY KEY,
  category_id INTEGER NOT NULL REFERENCES categories(id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What the site team says to the owner of a version it made.
ALTER TABLE listing_versions ADD COLUMN reason TEXT;
