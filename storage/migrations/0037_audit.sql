-- Who did what: a row for every write and every refusal of somebody who is signed in. Never texts, never secrets.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  door TEXT NOT NULL,
  client TEXT NOT NULL,
  operation TEXT NOT NULL,
  subject TEXT,
  listing_id INTEGER,
  outcome TEXT NOT NULL,
  request_id TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_time ON audit(at, id);
CREATE INDEX audit_by_person ON audit(user_id, id);
CREATE INDEX audit_by_client ON audit(client, id);
CREATE INDEX audit_by_listing ON audit(listing_id, id) WHERE listing_id IS NOT NULL;
