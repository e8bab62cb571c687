-- What people write of a product: each review has a mark that its address and a report name, and the team can take one off.
ALTER TABLE reviews ADD COLUMN mark TEXT;
ALTER TABLE reviews ADD COLUMN name TEXT;
ALTER TABLE reviews ADD COLUMN hidden_at TEXT;
ALTER TABLE reviews ADD COLUMN hidden_why TEXT;
UPDATE reviews SET mark = listing_id || '-' || user_id;
CREATE UNIQUE INDEX reviews_by_mark ON reviews(mark);
CREATE INDEX reviews_newest ON reviews(listing_id, reviewed_at DESC, user_id);
DROP INDEX reviews_by_user;
CREATE INDEX reviews_by_user ON reviews(user_id, reviewed_at);
-- The mark of the review that is reported; NULL is the listing itself.
ALTER TABLE reports ADD COLUMN review TEXT;
