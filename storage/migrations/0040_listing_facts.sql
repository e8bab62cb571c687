-- What a listing states and who says so: its own site, with the sentences, or its owner; and when the site is read again.
-- Listings that were made of drafts get what their drafts know when they are read for the first time, which is at once.
CREATE TABLE listing_facts (
  id INTEGER PRIMARY KEY,
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  item INTEGER NOT NULL,
  -- 0 where the listing says something else by now: the quotes stay, for the value may come back.
  shown INTEGER NOT NULL DEFAULT 1,
  state TEXT NOT NULL,
  since TEXT NOT NULL,
  read_at TEXT,
  quotes TEXT NOT NULL DEFAULT '[]',
  -- When it was first missed, and what stood there instead; said to be so only by a second reading.
  missed_at TEXT,
  found TEXT
) STRICT;
CREATE INDEX listing_facts_by_listing ON listing_facts(listing_id, id);

CREATE TABLE listing_reads (
  listing_id INTEGER NOT NULL PRIMARY KEY REFERENCES listings(id) ON DELETE CASCADE,
  due_at TEXT NOT NULL,
  read_at TEXT,
  failure TEXT,
  -- Readings in a row for which the site did not answer, and when the first of them was.
  silences INTEGER NOT NULL DEFAULT 0,
  silent_since TEXT
) STRICT;
CREATE INDEX listing_reads_by_due ON listing_reads(due_at, listing_id);
INSERT INTO listing_reads (listing_id, due_at)
SELECT DISTINCT listing_id, '2026-11-23T00:00:00.000Z' FROM drafts WHERE listing_id IS NOT NULL;
