-- Refusals are written up to a second after their instant, so the order of ids is not that of time.
DROP INDEX audit_by_person;
DROP INDEX audit_by_client;
DROP INDEX audit_by_listing;
CREATE INDEX audit_by_person ON audit(user_id, at, id);
CREATE INDEX audit_by_client ON audit(client, at, id);
CREATE INDEX audit_by_listing ON audit(listing_id, at, id) WHERE listing_id IS NOT NULL;
