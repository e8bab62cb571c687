-- Where agents come to use a product, what was found there when somebody last looked, and when to look again; and how it
-- was proved whose a listing is. Both are filters of search, so the index is made again when the database is opened.
ALTER TABLE listings ADD COLUMN mcp_url TEXT;
ALTER TABLE listings ADD COLUMN openapi_url TEXT;
ALTER TABLE listings ADD COLUMN docs_url TEXT;
ALTER TABLE listings ADD COLUMN llms_txt TEXT;
ALTER TABLE listings ADD COLUMN door_findings TEXT NOT NULL DEFAULT '{}';
ALTER TABLE listings ADD COLUMN doors_due_at TEXT;
ALTER TABLE listings ADD COLUMN agent_ready INTEGER NOT NULL DEFAULT 0;
ALTER TABLE listings ADD COLUMN verified_by TEXT;
CREATE INDEX listings_by_doors_due ON listings(doors_due_at) WHERE doors_due_at IS NOT NULL;
UPDATE listings SET verified_by = (
  SELECT method FROM claims WHERE listing_id = listings.id AND status = 'verified' ORDER BY settled_at DESC, id DESC LIMIT 1
) WHERE verified_at IS NOT NULL;

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
