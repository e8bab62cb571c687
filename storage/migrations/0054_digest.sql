-- A follow of nothing else is of its site: the digest.
CREATE UNIQUE INDEX follows_of_site ON follows(site_id, user_id) WHERE listing_id IS NULL AND category_id IS NULL AND founder_id IS NULL;
-- A link that signs nobody in: it confirms who wants the digest of this site.
ALTER TABLE sign_in_links ADD COLUMN confirms INTEGER REFERENCES sites(id);
