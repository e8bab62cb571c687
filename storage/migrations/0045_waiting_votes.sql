-- Votes given in an account's first hour: each counts by itself when that hour is over.
CREATE TABLE waiting_votes (
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  counts_at TEXT NOT NULL,
  PRIMARY KEY (user_id, listing_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX waiting_votes_due ON waiting_votes(counts_at);
CREATE INDEX waiting_votes_by_listing ON waiting_votes(listing_id);
