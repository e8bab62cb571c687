-- Full-text search and browsing. The FTS5 tables keep no text of their own: they only map words and facets to rowids.
-- A rowid is a sort value in the high 32 bits and the listing's id in the low 32, so "the best first" is reading backwards.

-- Words of the name; of the name, tagline and keywords; and of all these and the description. In order of popularity.
CREATE VIRTUAL TABLE search_names USING fts5(
  words, content='', contentless_delete=1, tokenize='ascii', detail=none, prefix='1 2 3 4'
);
CREATE VIRTUAL TABLE search_heads USING fts5(
  words, content='', contentless_delete=1, tokenize='ascii', detail=none, prefix='2 3'
);
CREATE VIRTUAL TABLE search_texts USING fts5(
  words, content='', contentless_delete=1, tokenize='ascii', detail=none
);

-- Every word, with the number of listings that use it in their name (in_names = 1) or anywhere (in_names = 0).
-- Rows are never deleted: readers follow the table by its growing id.
CREATE TABLE search_words (
  id INTEGER PRIMARY KEY,
  word TEXT NOT NULL,
  in_names INTEGER NOT NULL,
  uses INTEGER NOT NULL,
  UNIQUE (word, in_names)
) STRICT;

-- What ranking reads of a candidate: its name in lower case (empty where that is just its words), and its words as they
-- were indexed.
CREATE TABLE search_listings (
  id INTEGER PRIMARY KEY,
  spelling TEXT NOT NULL,
  name TEXT NOT NULL,
  parts TEXT NOT NULL,
  head TEXT NOT NULL
) STRICT;

-- What sorting reads of a match, kept narrow.
CREATE TABLE search_ranks (
  id INTEGER PRIMARY KEY,
  votes INTEGER NOT NULL,
  views INTEGER NOT NULL,
  followers INTEGER NOT NULL,
  trend INTEGER NOT NULL,
  newest INTEGER NOT NULL,
  facets TEXT NOT NULL
) STRICT;

-- One table of facets (site, categories, country, stage, pricing, upcoming) for every order a list can have.
CREATE VIRTUAL TABLE browse_votes USING fts5(facets, content='', contentless_delete=1, tokenize='ascii', detail=none);
CREATE VIRTUAL TABLE browse_newest USING fts5(facets, content='', contentless_delete=1, tokenize='ascii', detail=none);
CREATE VIRTUAL TABLE browse_trend USING fts5(facets, content='', contentless_delete=1, tokenize='ascii', detail=none);
CREATE VIRTUAL TABLE browse_views USING fts5(facets, content='', contentless_delete=1, tokenize='ascii', detail=none);
CREATE VIRTUAL TABLE browse_followers USING fts5(facets, content='', contentless_delete=1, tokenize='ascii', detail=none);

-- Background merges begin with two segments of a level, not four: fewer segments to look into, for a little more writing.
INSERT INTO search_names(search_names, rank) VALUES ('usermerge', 2);
INSERT INTO search_heads(search_heads, rank) VALUES ('usermerge', 2);
INSERT INTO search_texts(search_texts, rank) VALUES ('usermerge', 2);
INSERT INTO browse_votes(browse_votes, rank) VALUES ('usermerge', 2);
INSERT INTO browse_newest(browse_newest, rank) VALUES ('usermerge', 2);
INSERT INTO browse_trend(browse_trend, rank) VALUES ('usermerge', 2);
INSERT INTO browse_views(browse_views, rank) VALUES ('usermerge', 2);
INSERT INTO browse_followers(browse_followers, rank) VALUES ('usermerge', 2);

-- How many listings carry a facet, so that common totals need no counting. The empty facet is the whole site.
CREATE TABLE facet_counts (
  site_id INTEGER NOT NULL,
  facet TEXT NOT NULL,
  live INTEGER NOT NULL,
  upcoming INTEGER NOT NULL,
  PRIMARY KEY (site_id, facet)
) STRICT, WITHOUT ROWID;

-- Live listings of a category and its subcategories. A category's facet is a mark, "ca" and its id.
CREATE VIEW category_counts(site_id, category_id, live) AS
SELECT site_id, CAST(substr(facet, 4) AS INTEGER), live
FROM facet_counts
WHERE facet > char(57344) || 'ca' AND facet < char(57344) || 'cb';
