-- A directory's reviewer signs in with the same link for weeks.
ALTER TABLE sign_in_links ADD COLUMN reusable INTEGER NOT NULL DEFAULT 0;
