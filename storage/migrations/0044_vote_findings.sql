-- What the rules against rings find in the votes of a week, listing by listing, and what the team decided about it.
CREATE TABLE vote_findings (
  site_id INTEGER NOT NULL REFERENCES sites(id),
  week TEXT NOT NULL,
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  vote_ids TEXT NOT NULL,
  found_at TEXT NOT NULL,
  decision TEXT,
  decided_at TEXT,
  decided_by INTEGER,
  reason TEXT,
  PRIMARY KEY (site_id, week, listing_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX vote_findings_by_listing ON vote_findings(listing_id);
