-- Independent witnesses who sign what they have seen of the ledger, so that it cannot be shown differently to different people.
CREATE TABLE ledger_witnesses (
  id INTEGER PRIMARY KEY,
  site_id INTEGER NOT NULL REFERENCES sites(id),
  vkey TEXT NOT NULL,
  url TEXT NOT NULL,
  size INTEGER NOT NULL DEFAULT 0,
  fault TEXT
) STRICT;
CREATE INDEX ledger_witnesses_by_site ON ledger_witnesses(site_id);
ALTER TABLE checkpoints ADD COLUMN cosigned TEXT NOT NULL DEFAULT '';
