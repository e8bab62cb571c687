-- Beside listings, categories and founders can be followed, each on a site. One column says what it is.
CREATE TEMP TABLE kept_follows AS
  SELECT row_number() OVER (ORDER BY f.followed_at, f.listing_id, f.user_id) AS id, l.site_id, f.listing_id, f.user_id, f.followed_at, f.token, f.told
  FROM follows f JOIN listings l ON l.id = f.listing_id;
DROP TABLE follows;
CREATE TABLE follows (
  id INTEGER PRIMARY KEY,
  site_id INTEGER NOT NULL REFERENCES sites(id),
  listing_id INTEGER REFERENCES listings(id) ON DELETE CASCADE,
  category_id INTEGER REFERENCES categories(id) ON DELETE CASCADE,
  founder_id INTEGER REFERENCES founders(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  followed_at TEXT NOT NULL,
  token TEXT,
  told INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO follows (id, site_id, listing_id, user_id, followed_at, token, told)
  SELECT id, site_id, listing_id, user_id, followed_at, token, told FROM kept_follows;
DROP TABLE kept_follows;
CREATE UNIQUE INDEX follows_of_listing ON follows(listing_id, user_id) WHERE listing_id IS NOT NULL;
CREATE UNIQUE INDEX follows_of_category ON follows(category_id, site_id, user_id) WHERE category_id IS NOT NULL;
CREATE UNIQUE INDEX follows_of_founder ON follows(founder_id, site_id, user_id) WHERE founder_id IS NOT NULL;
CREATE INDEX follows_by_user ON follows(user_id, site_id, followed_at DESC, id);
CREATE UNIQUE INDEX follows_by_token ON follows(token);

-- Weeks whose letters are in the outbox.
CREATE TABLE digests (
  site_id INTEGER NOT NULL REFERENCES sites(id),
  week TEXT NOT NULL,
  sent_at TEXT NOT NULL,
  PRIMARY KEY (site_id, week)
) STRICT, WITHOUT ROWID;
