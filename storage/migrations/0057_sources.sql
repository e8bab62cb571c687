-- From which sites people came to a listing, and on which they saw its badge: domains and numbers, so many of each a day.
CREATE TABLE listing_sources (
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  day TEXT NOT NULL,
  domain TEXT NOT NULL,
  visitors INTEGER NOT NULL,
  PRIMARY KEY (listing_id, kind, day, domain)
) STRICT, WITHOUT ROWID;
CREATE INDEX listing_sources_by_day ON listing_sources(day);
