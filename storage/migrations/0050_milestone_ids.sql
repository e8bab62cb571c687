-- The id of a deleted milestone is given to no other: who deletes it twice would take another one off.
CREATE TABLE new_milestones (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  listing_id INTEGER NOT NULL REFERENCES listings(id) ON DELETE CASCADE,
  date TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT,
  url TEXT
) STRICT;
INSERT INTO new_milestones SELECT id, listing_id, date, title, description, url FROM milestones;
DROP TABLE milestones;
ALTER TABLE new_milestones RENAME TO milestones;
CREATE INDEX milestones_by_listing ON milestones(listing_id, date DESC, id DESC);
