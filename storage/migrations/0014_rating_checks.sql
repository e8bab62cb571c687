-- When the rating of a domain was last asked for, whether or not there was one.
CREATE TABLE domain_rating_checks (
  domain TEXT PRIMARY KEY,
  checked_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX listings_by_domain ON listings(domain);
