-- Search by need: one table of words for all fields, the field being part of a token, and stems beside the words. What
-- these tables held is made again from the listings when the database is opened (storage/search/rebuild.ts).
DROP TABLE search_names;
DROP TABLE search_heads;
DROP TABLE search_texts;
DROP TABLE search_words;
DROP TABLE search_listings;

-- Facets, whole names, words of names and their beginnings, stems of taglines and keywords, and all words and stems, in
-- order of popularity.
CREATE VIRTUAL TABLE search_texts USING fts5(
  words, content='', contentless_delete=1, tokenize='ascii', detail=none
);
INSERT INTO search_texts(search_texts, rank) VALUES ('usermerge', 2);
INSERT INTO search_texts(search_texts, rank) VALUES ('automerge', 0);

-- How many listings use a word (kind 0), use it in their name (1), or use only other forms of this stem (2).
-- Rows are never deleted: readers follow the table by its growing id.
CREATE TABLE search_words (
  id INTEGER PRIMARY KEY,
  word TEXT NOT NULL,
  kind INTEGER NOT NULL,
  uses INTEGER NOT NULL,
  UNIQUE (word, kind)
) STRICT;

-- What ranking reads of a candidate: its name in lower case (empty where that is just its words), the words of the name,
-- the parts of these, and the stems of its tagline and keywords.
CREATE TABLE search_listings (
  id INTEGER PRIMARY KEY,
  spelling TEXT NOT NULL,
  name TEXT NOT NULL,
  parts TEXT NOT NULL,
  head TEXT NOT NULL
) STRICT;

DELETE FROM search_ranks;
DELETE FROM facet_counts;
INSERT INTO browse_votes(browse_votes) VALUES ('delete-all');
INSERT INTO browse_newest(browse_newest) VALUES ('delete-all');
INSERT INTO browse_trend(browse_trend) VALUES ('delete-all');
INSERT INTO browse_views(browse_views) VALUES ('delete-all');
INSERT INTO browse_followers(browse_followers) VALUES ('delete-all');

-- Whether the index has still to be made from the listings.
CREATE TABLE search_state (is_empty INTEGER NOT NULL) STRICT;
INSERT INTO search_state VALUES (1);
