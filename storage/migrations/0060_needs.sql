-- Lines that somebody may search for who does not know the product. A model writes them (jobs/write_needs.ts) and only search reads them,
-- for as long as the texts that they were made of stay as they are.
CREATE TABLE listing_needs (
  listing_id INTEGER PRIMARY KEY REFERENCES listings(id) ON DELETE CASCADE,
  needs TEXT NOT NULL DEFAULT '[]',
  -- The digest of those texts; empty if the needs have still to be made.
  texts TEXT NOT NULL DEFAULT '',
  looked_at TEXT NOT NULL
) STRICT;
CREATE INDEX listing_needs_in_turn ON listing_needs(looked_at, listing_id);
ALTER TABLE search_listings ADD COLUMN needs TEXT NOT NULL DEFAULT '';
