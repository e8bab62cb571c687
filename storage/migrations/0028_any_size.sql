-- What is asked is found by an index, and totals that are asked often are kept, so that an answer costs the same among a
-- million listings. tests/storage/plans.test.ts looks at the plan of every query.

-- Live listings by id: exports, site maps.
CREATE INDEX listings_live ON listings(site_id, id) WHERE status = 'live';
DROP INDEX listings_by_category;
CREATE INDEX listings_by_category ON listings(category_id, site_id, votes DESC, id) WHERE status = 'live';
CREATE INDEX listings_unlisted ON listings(category_id) WHERE status <> 'live';
CREATE INDEX listings_to_begin ON listings(launch_week, id) WHERE status = 'scheduled';
CREATE INDEX former_slugs_by_listing ON former_slugs(listing_id);
DROP INDEX listing_updates_by_site;
CREATE INDEX listing_updates_by_site ON listing_updates(site_id, published_at DESC, id DESC, listing_id);
CREATE INDEX listing_versions_by_user ON listing_versions(user_id, via, client_name, id) WHERE user_id IS NOT NULL;
CREATE INDEX listing_versions_seen ON listing_versions(id) WHERE seen_at IS NOT NULL AND via <> 'service';
CREATE INDEX users_to_name ON users(id) WHERE email IS NOT NULL AND mailbox IS NULL;
CREATE INDEX users_team ON users(id) WHERE role = 'team';
CREATE INDEX sign_in_links_by_email ON sign_in_links(email);
CREATE INDEX draft_invites_by_email ON draft_invites(email);
CREATE INDEX draft_invites_by_founder ON draft_invites(founder_id) WHERE founder_id IS NOT NULL;
CREATE INDEX draft_pages_raw ON draft_pages(fetched_at) WHERE length(html) > 0;
CREATE INDEX jobs_by_kind ON jobs(kind, run_at, id) WHERE state <> 'dead';
CREATE INDEX jobs_dead ON jobs(id) WHERE state = 'dead';
CREATE INDEX domain_rating_checks_by_age ON domain_rating_checks(checked_at, domain);
CREATE INDEX claims_by_expiry ON claims(expires_at);
CREATE INDEX mails_waiting ON mails(id) WHERE sent_at IS NULL AND failure IS NULL;
CREATE INDEX mails_sent ON mails(id) WHERE sent_at IS NOT NULL;
CREATE INDEX mails_failed ON mails(id) WHERE failure IS NOT NULL;
CREATE INDEX mails_by_age ON mails(created_at);
CREATE INDEX letters_by_age ON letters(created_at);
CREATE INDEX payment_events_by_order ON payment_events(order_id) WHERE order_id IS NOT NULL;
CREATE INDEX reports_settled ON reports(settled_at, id) WHERE settled_at IS NOT NULL;
CREATE INDEX reports_by_user ON reports(user_id) WHERE user_id IS NOT NULL;
CREATE INDEX oauth_clients_unused ON oauth_clients(created_at) WHERE last_used_at IS NULL;
CREATE INDEX oauth_grants_over ON oauth_grants(coalesce(revoked_at, expires_at));
CREATE INDEX oauth_assertions_by_expiry ON oauth_assertions(expires_at);
CREATE INDEX oauth_repeats_by_expiry ON oauth_repeats(expires_at);

-- Who was here today refers to nothing: it goes with the day, and a listing that is removed need not look for it.
CREATE TEMP TABLE kept_visitors AS SELECT day, listing_id, visitor FROM visitors;
DROP TABLE visitors;
CREATE TABLE visitors (
  day TEXT NOT NULL,
  listing_id INTEGER NOT NULL,
  visitor TEXT NOT NULL,
  PRIMARY KEY (day, listing_id, visitor)
) STRICT, WITHOUT ROWID;
INSERT INTO visitors SELECT day, listing_id, visitor FROM kept_visitors;
DROP TABLE kept_visitors;

-- Founders behind live listings, by site, with the number of these listings. Kept by triggers, as board_counts is.
CREATE TABLE listed_founders (
  site_id INTEGER NOT NULL REFERENCES sites(id),
  founder_id INTEGER NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE,
  country TEXT,
  companies INTEGER NOT NULL,
  PRIMARY KEY (site_id, founder_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX listed_founders_by_name ON listed_founders(site_id, name, founder_id);
CREATE INDEX listed_founders_by_country ON listed_founders(site_id, country, name, founder_id);
INSERT INTO listed_founders
  SELECT l.site_id, f.id, f.name, f.country, count(DISTINCT l.id)
  FROM listings l JOIN listing_founders lf ON lf.listing_id = l.id JOIN founders f ON f.id = lf.founder_id
  WHERE l.status = 'live' GROUP BY l.site_id, f.id, f.name, f.country;

-- What each listing counts for, and how many times.
CREATE VIEW listing_boards(listing_id, site_id, board, times) AS
  SELECT id, site_id, 'billboard', 1 FROM listings WHERE status = 'live' AND billboard_cents > 0
  UNION ALL SELECT id, site_id, 'domain-rating', 1 FROM listings WHERE status = 'live' AND domain_rating IS NOT NULL
  UNION ALL SELECT id, site_id, 'revenue', 1 FROM listings WHERE status = 'live' AND revenue_cents IS NOT NULL
  UNION ALL SELECT id, site_id, 'upcoming', 1 FROM listings WHERE status = 'scheduled'
  UNION ALL SELECT id, site_id, 'week ' || launch_week, 1 FROM listings WHERE status = 'live' AND launch_week IS NOT NULL
  UNION ALL SELECT id, site_id, 'category ' || category_id, 1 FROM listings WHERE status = 'live'
  UNION ALL SELECT l.id, l.site_id, 'updates', count(*) FROM listings l JOIN listing_updates u ON u.listing_id = l.id
    WHERE l.status = 'live' GROUP BY l.id, l.site_id;

DROP TRIGGER board_billboard_insert;
DROP TRIGGER board_billboard_delete;
DROP TRIGGER board_billboard_update;
DROP TRIGGER board_domain_rating_insert;
DROP TRIGGER board_domain_rating_delete;
DROP TRIGGER board_domain_rating_update;
DROP TRIGGER board_revenue_insert;
DROP TRIGGER board_revenue_delete;
DROP TRIGGER board_revenue_update;
DROP TRIGGER board_upcoming_insert;
DROP TRIGGER board_upcoming_delete;
DROP TRIGGER board_upcoming_update;
DELETE FROM board_counts;
INSERT INTO board_counts SELECT site_id, board, sum(times) FROM listing_boards GROUP BY site_id, board;
INSERT INTO board_counts SELECT site_id, 'founders', count(*) FROM listed_founders GROUP BY site_id;
INSERT INTO board_counts SELECT site_id, 'founders ' || country, count(*) FROM listed_founders
  WHERE country IS NOT NULL GROUP BY site_id, country;

CREATE TRIGGER boards_insert AFTER INSERT ON listings BEGIN
  INSERT INTO board_counts SELECT site_id, board, times FROM listing_boards WHERE listing_id = new.id
    ON CONFLICT DO UPDATE SET listings = listings + excluded.listings;
END;
CREATE TRIGGER boards_delete BEFORE DELETE ON listings BEGIN
  INSERT INTO board_counts SELECT site_id, board, -times FROM listing_boards WHERE listing_id = old.id
    ON CONFLICT DO UPDATE SET listings = listings + excluded.listings;
END;
CREATE TRIGGER boards_before BEFORE UPDATE OF status, category_id, launch_week, billboard_cents, domain_rating, revenue_cents ON listings BEGIN
  INSERT INTO board_counts SELECT site_id, board, -times FROM listing_boards WHERE listing_id = old.id
    ON CONFLICT DO UPDATE SET listings = listings + excluded.listings;
END;
CREATE TRIGGER boards_after AFTER UPDATE OF status, category_id, launch_week, billboard_cents, domain_rating, revenue_cents ON listings BEGIN
  INSERT INTO board_counts SELECT site_id, board, times FROM listing_boards WHERE listing_id = new.id
    ON CONFLICT DO UPDATE SET listings = listings + excluded.listings;
END;
CREATE TRIGGER updates_insert AFTER INSERT ON listing_updates BEGIN
  INSERT INTO board_counts SELECT site_id, 'updates', 1 FROM listings WHERE id = new.listing_id AND status = 'live'
    ON CONFLICT DO UPDATE SET listings = listings + 1;
END;
CREATE TRIGGER updates_delete AFTER DELETE ON listing_updates BEGIN
  INSERT INTO board_counts SELECT site_id, 'updates', -1 FROM listings WHERE id = old.listing_id AND status = 'live'
    ON CONFLICT DO UPDATE SET listings = listings - 1;
END;

-- A founder joins a live listing or leaves it, or the listing goes live or is live no more. A row of no company goes.
CREATE TRIGGER founder_joins AFTER INSERT ON listing_founders WHEN NOT EXISTS (
  SELECT 1 FROM listing_founders WHERE listing_id = new.listing_id AND founder_id = new.founder_id AND position <> new.position) BEGIN
  INSERT INTO listed_founders SELECT l.site_id, f.id, f.name, f.country, 1 FROM listings l JOIN founders f ON f.id = new.founder_id
    WHERE l.id = new.listing_id AND l.status = 'live'
    ON CONFLICT DO UPDATE SET companies = companies + 1;
END;
CREATE TRIGGER founder_leaves AFTER DELETE ON listing_founders WHEN NOT EXISTS (
  SELECT 1 FROM listing_founders WHERE listing_id = old.listing_id AND founder_id = old.founder_id) BEGIN
  UPDATE listed_founders SET companies = companies - 1 WHERE founder_id = old.founder_id
    AND site_id = (SELECT site_id FROM listings WHERE id = old.listing_id AND status = 'live');
END;
CREATE TRIGGER founders_shown AFTER UPDATE OF status ON listings WHEN new.status = 'live' AND old.status <> 'live' BEGIN
  INSERT INTO listed_founders SELECT DISTINCT new.site_id, f.id, f.name, f.country, 1
    FROM listing_founders lf JOIN founders f ON f.id = lf.founder_id WHERE lf.listing_id = new.id
    ON CONFLICT DO UPDATE SET companies = companies + 1;
END;
CREATE TRIGGER founders_hidden AFTER UPDATE OF status ON listings WHEN old.status = 'live' AND new.status <> 'live' BEGIN
  UPDATE listed_founders SET companies = companies - 1
    WHERE site_id = old.site_id AND founder_id IN (SELECT founder_id FROM listing_founders WHERE listing_id = old.id);
END;
CREATE TRIGGER founders_gone BEFORE DELETE ON listings WHEN old.status = 'live' BEGIN
  UPDATE listed_founders SET companies = companies - 1
    WHERE site_id = old.site_id AND founder_id IN (SELECT founder_id FROM listing_founders WHERE listing_id = old.id);
END;
CREATE TRIGGER founder_renamed AFTER UPDATE OF name, country ON founders BEGIN
  UPDATE listed_founders SET name = new.name, country = new.country WHERE founder_id = new.id AND site_id IN (SELECT id FROM sites);
END;
CREATE TRIGGER listed_founders_empty AFTER UPDATE OF companies ON listed_founders WHEN new.companies = 0 BEGIN
  DELETE FROM listed_founders WHERE site_id = new.site_id AND founder_id = new.founder_id;
END;
CREATE TRIGGER listed_founders_insert AFTER INSERT ON listed_founders BEGIN
  INSERT INTO board_counts SELECT new.site_id, board, 1 FROM (SELECT 'founders' AS board UNION ALL SELECT 'founders ' || new.country)
    WHERE board IS NOT NULL ON CONFLICT DO UPDATE SET listings = listings + 1;
END;
CREATE TRIGGER listed_founders_delete AFTER DELETE ON listed_founders BEGIN
  UPDATE board_counts SET listings = listings - 1 WHERE site_id = old.site_id AND board IN ('founders', 'founders ' || old.country);
END;
CREATE TRIGGER listed_founders_moved AFTER UPDATE OF country ON listed_founders WHEN old.country IS NOT new.country BEGIN
  UPDATE board_counts SET listings = listings - 1 WHERE site_id = old.site_id AND board = 'founders ' || old.country;
  INSERT INTO board_counts SELECT new.site_id, 'founders ' || new.country, 1 WHERE new.country IS NOT NULL
    ON CONFLICT DO UPDATE SET listings = listings + 1;
END;
