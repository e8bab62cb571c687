-- Each vote says whether it counts, and why not: withdrawn, team, or a rule against rings (newcomers, ring). `nonce` is random and
-- known to its voter alone: with the address it makes the name under which the vote stands in the public ledger.
ALTER TABLE votes ADD COLUMN nonce TEXT;
ALTER TABLE votes ADD COLUMN weight INTEGER NOT NULL DEFAULT 1;
ALTER TABLE votes ADD COLUMN why TEXT;
-- Counted by a person of the team although a rule would set it aside.
ALTER TABLE votes ADD COLUMN lifted_at TEXT;
UPDATE votes SET weight = 0, why = 'withdrawn' WHERE withdrawn_at IS NOT NULL;
UPDATE votes SET weight = 0, why = 'team' WHERE withdrawn_at IS NULL AND voided_at IS NOT NULL;
CREATE INDEX votes_in_turn ON votes(voted_at);

-- Awards are of a week, a year or a programme: `period` is its Monday, its year or its slug. `ledger_n` and `revoked_n` are the lines
-- of the ledger that say so.
CREATE TABLE old_awards AS SELECT id, site_id, week, place, listing_id, votes FROM awards;
DROP TABLE awards;
CREATE TABLE awards (
  id INTEGER PRIMARY KEY,
  site_id INTEGER NOT NULL REFERENCES sites(id),
  kind TEXT NOT NULL DEFAULT 'week',
  period TEXT NOT NULL,
  week TEXT NOT NULL,
  place INTEGER NOT NULL CHECK (place > 0),
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  votes INTEGER NOT NULL,
  revoked_at TEXT,
  reason TEXT,
  ledger_n INTEGER,
  revoked_n INTEGER,
  UNIQUE (site_id, kind, period, place)
) STRICT;
INSERT INTO awards(id, site_id, period, week, place, listing_id, votes)
  SELECT id, site_id, week, week, place, listing_id, votes FROM old_awards;
DROP TABLE old_awards;
CREATE INDEX awards_by_listing ON awards(listing_id, week DESC);
CREATE INDEX awards_by_week ON awards(site_id, week DESC, place) WHERE kind = 'week';
