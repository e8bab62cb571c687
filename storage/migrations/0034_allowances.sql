-- What is left of a limit that holds over all processes and nodes; a row that is missing means all of it.
CREATE TABLE allowances (
  name TEXT NOT NULL PRIMARY KEY,
  remaining REAL NOT NULL,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX allowances_by_age ON allowances (at);

-- Whose picture it is while nothing shows it, and those that nothing shows.
ALTER TABLE pictures ADD COLUMN added_by INTEGER;
CREATE INDEX pictures_unused_of ON pictures (added_by) WHERE unused_since IS NOT NULL;
CREATE INDEX pictures_unused ON pictures (unused_since) WHERE unused_since IS NOT NULL;

-- Mails to a mailbox are counted in the outbox, which outlives drafts and accounts.
DROP INDEX draft_invites_by_mailbox;
ALTER TABLE draft_invites DROP COLUMN mailbox;
