-- A job merges segments, a few pages at a time. FTS5 on its own lets an edit now and then merge 64 pages for each level
-- that the index ever had: a third of a second for whoever edits one of a million listings.
INSERT INTO search_names(search_names, rank) VALUES ('automerge', 0);
INSERT INTO search_heads(search_heads, rank) VALUES ('automerge', 0);
INSERT INTO search_texts(search_texts, rank) VALUES ('automerge', 0);
INSERT INTO browse_votes(browse_votes, rank) VALUES ('automerge', 0);
INSERT INTO browse_newest(browse_newest, rank) VALUES ('automerge', 0);
INSERT INTO browse_trend(browse_trend, rank) VALUES ('automerge', 0);
INSERT INTO browse_views(browse_views, rank) VALUES ('automerge', 0);
INSERT INTO browse_followers(browse_followers, rank) VALUES ('automerge', 0);
