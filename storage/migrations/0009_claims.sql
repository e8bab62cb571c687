-- Claims, mail in two forms, followers who are told or want no mail, visitors counted once a day, and measures of the
-- outside with their history.

-- The token is what is published; it is worth nothing to anybody but the claimant. The mailed link is kept as its hash.
CREATE TABLE claims (
  id INTEGER PRIMARY KEY,
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  method TEXT NOT NULL,
  token TEXT NOT NULL,
  email TEXT COLLATE NOCASE,
  link_hash TEXT UNIQUE,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  checked_at TEXT,
  finding TEXT,
  settled_at TEXT
) STRICT;
CREATE INDEX claims_by_user ON claims(user_id, id DESC);
CREATE INDEX claims_by_listing ON claims(listing_id);
CREATE INDEX claims_disputed ON claims(id) WHERE status = 'disputed';

-- What many are told in the same words is kept once; each mail of it has its own address to end such mails.
CREATE TABLE letters (
  id INTEGER PRIMARY KEY,
  body TEXT NOT NULL,
  html TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
ALTER TABLE mails ADD COLUMN html TEXT;
ALTER TABLE mails ADD COLUMN letter_id INTEGER REFERENCES letters(id) ON DELETE SET NULL;
ALTER TABLE mails ADD COLUMN unsubscribe_url TEXT;
ALTER TABLE mails ADD COLUMN handed_at TEXT;
CREATE INDEX mails_by_letter ON mails(letter_id) WHERE letter_id IS NOT NULL;

-- The token ends the mails about this listing, for whoever holds it; it can do nothing else, so it stands as it is.
ALTER TABLE follows ADD COLUMN token TEXT;
ALTER TABLE follows ADD COLUMN told INTEGER NOT NULL DEFAULT 1;
UPDATE follows SET token = lower(hex(randomblob(16)));
CREATE UNIQUE INDEX follows_by_token ON follows(token);

-- Who was here today, as hashes under a salt that goes with the day. Nobody can be known again by them.
CREATE TABLE visitor_salts (
  day TEXT PRIMARY KEY,
  salt TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE visitors (
  day TEXT NOT NULL,
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  visitor TEXT NOT NULL,
  PRIMARY KEY (day, listing_id, visitor)
) STRICT, WITHOUT ROWID;

-- What was measured outside and when; the listing carries the newest, and of the rating the one before it.
CREATE TABLE domain_ratings (
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  measured_on TEXT NOT NULL,
  rating INTEGER NOT NULL,
  PRIMARY KEY (listing_id, measured_on)
) STRICT, WITHOUT ROWID;
INSERT INTO domain_ratings SELECT id, domain_rating_on, domain_rating FROM listings
  WHERE domain_rating IS NOT NULL AND domain_rating_on IS NOT NULL;
CREATE TABLE revenues (
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  measured_on TEXT NOT NULL,
  revenue_cents INTEGER NOT NULL,
  source TEXT,
  PRIMARY KEY (listing_id, measured_on)
) STRICT, WITHOUT ROWID;
INSERT INTO revenues SELECT id, revenue_on, revenue_cents, NULL FROM listings
  WHERE revenue_cents IS NOT NULL AND revenue_on IS NOT NULL;
