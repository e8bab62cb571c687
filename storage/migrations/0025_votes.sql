-- A vote belongs to a mailbox, whatever its spelling and whichever account, and outlives the account: `voter` is a keyed
-- hash of it. Rows are never deleted: a vote that was taken back or voided is marked, and counts no more.

CREATE TABLE service_keys (
  name TEXT PRIMARY KEY,
  key TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Whoever has an address has a mailbox: filled in when the database is opened (storage/people/mailboxes.ts), for no SQL
-- knows the rule. A closed account signs in no more, under no spelling of its mailbox.
ALTER TABLE users ADD COLUMN mailbox TEXT;
ALTER TABLE users ADD COLUMN closed_at TEXT;
CREATE INDEX users_by_mailbox ON users(mailbox);

CREATE TABLE old_votes AS
  SELECT row_number() OVER (ORDER BY v.listing_id, v.user_id) AS id, v.listing_id, 'account ' || v.user_id AS voter,
    CASE WHEN u.deleted_at IS NULL THEN v.user_id END AS user_id, v.voted_at
  FROM votes v JOIN users u ON u.id = v.user_id;
DROP TABLE votes;
CREATE TABLE votes (
  id INTEGER PRIMARY KEY,
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  voter TEXT NOT NULL,
  user_id INTEGER REFERENCES users(id) ON DELETE SET NULL,
  voted_at TEXT NOT NULL,
  withdrawn_at TEXT,
  voided_at TEXT,
  voided_why TEXT
) STRICT;
INSERT INTO votes(id, listing_id, voter, user_id, voted_at)
  SELECT id, listing_id, voter, user_id, voted_at FROM old_votes;
DROP TABLE old_votes;
CREATE UNIQUE INDEX votes_once ON votes(listing_id, voter) WHERE withdrawn_at IS NULL;
CREATE INDEX votes_by_instant ON votes(listing_id, voted_at);
CREATE INDEX votes_by_voter ON votes(voter, voted_at);
CREATE INDEX votes_by_user ON votes(user_id);

-- Mails are limited by the mailbox they go to.
ALTER TABLE mails ADD COLUMN mailbox TEXT;
CREATE INDEX mails_by_mailbox ON mails(mailbox, created_at) WHERE mailbox IS NOT NULL;
ALTER TABLE draft_invites ADD COLUMN mailbox TEXT;
CREATE INDEX draft_invites_by_mailbox ON draft_invites(mailbox, created_at) WHERE mailbox IS NOT NULL;
