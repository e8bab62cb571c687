-- Stems of more languages, and what abbreviations stand for (kind 3 of search_words): the index is made again from the
-- listings when the database is opened (storage/search/rebuild.ts).
INSERT INTO search_texts(search_texts) VALUES ('delete-all');
DELETE FROM search_words;
DELETE FROM search_listings;
DELETE FROM search_ranks;
DELETE FROM facet_counts;
INSERT INTO browse_votes(browse_votes) VALUES ('delete-all');
INSERT INTO browse_newest(browse_newest) VALUES ('delete-all');
INSERT INTO browse_trend(browse_trend) VALUES ('delete-all');
INSERT INTO browse_views(browse_views) VALUES ('delete-all');
INSERT INTO browse_followers(browse_followers) VALUES ('delete-all');
UPDATE search_state SET is_empty = 1;
