-- Seasons with a theme: which weeks, who takes part, and how it ended. A vote in its week is the vote in the programme.
CREATE TABLE programmes (
  id INTEGER PRIMARY KEY,
  site_id INTEGER NOT NULL REFERENCES sites(id),
  slug TEXT NOT NULL,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  from_week TEXT NOT NULL,
  to_week TEXT NOT NULL,
  -- all: every launch of its weeks; entered: those whose owners entered them.
  entry TEXT NOT NULL,
  category_id INTEGER REFERENCES categories(id),
  created_at TEXT NOT NULL,
  closed_at TEXT,
  UNIQUE (site_id, slug)
) STRICT;
CREATE TABLE programme_entries (
  programme_id INTEGER NOT NULL REFERENCES programmes(id) ON DELETE CASCADE,
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  entered_at TEXT NOT NULL,
  PRIMARY KEY (programme_id, listing_id)
) STRICT;
CREATE INDEX programme_entries_by_listing ON programme_entries(listing_id);
