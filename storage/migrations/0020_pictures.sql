-- Pictures are kept here and served from here. Their files lie in DATA_DIR/media, named after their content.
CREATE TABLE pictures (
  file TEXT NOT NULL PRIMARY KEY,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  added_at TEXT NOT NULL,
  unused_since TEXT
) STRICT;

ALTER TABLE listings ADD COLUMN logo TEXT;
ALTER TABLE listings ADD COLUMN logo_from TEXT;
ALTER TABLE listings ADD COLUMN logo_fault TEXT;
CREATE INDEX listings_logo ON listings (logo) WHERE logo IS NOT NULL;
CREATE INDEX listings_media ON listings (id) WHERE media <> '[]';

-- What drafts have found so far is fetched once.
INSERT INTO jobs (kind, key, payload, run_at, created_at)
SELECT 'keep_logo', 'logo-' || id, '{"listing_id":' || id || '}', updated_at, updated_at
FROM listings WHERE logo_url IS NOT NULL;
