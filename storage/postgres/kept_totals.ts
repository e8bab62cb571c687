// Triggers that keep the totals and the founders, as migration 0028 does for SQLite. Each connection counts in rows of
// its own, so that transactions that change the same total do not conflict. All statements may run again, even if parts
// exist already.
const watched = 'status, category_id, launch_week, billboard_cents, domain_rating, revenue_cents'
const counter = 'pg_backend_pid() % 64'
/** Adds to the totals of a site; `boards` selects the boards and their increments. */
const add = (boards: string) => `INSERT INTO board_parts
  SELECT site_id, board, ${counter}, times FROM (${boards}) AS told(site_id, board, times) WHERE board IS NOT NULL
  ON CONFLICT (site_id, board, counter) DO UPDATE SET listings = board_parts.listings + excluded.listings;`
const define = (name: string, body: string) =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$`
const watch = (table: string, event: string, does: string) =>
  `CREATE OR REPLACE TRIGGER ${does} AFTER ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${does}()`

const live = "status = 'live'"
const row = (side: 'OLD' | 'NEW', what: string) => `SELECT ${side}.site_id, ${what}`
/** Changes a founder's number of listings; a founder without any is removed. */
const company = (by: 1 | -1, founder_id: string, site_id: string) =>
  by === 1
    ? `INSERT INTO listed_founders SELECT ${site_id}, id, name, country, 1 FROM founders WHERE id IN (${founder_id})
       ON CONFLICT (site_id, founder_id) DO UPDATE SET companies = listed_founders.companies + 1;`
    : `UPDATE listed_founders SET companies = companies - 1 WHERE site_id = ${site_id} AND founder_id IN (${founder_id});
       DELETE FROM listed_founders WHERE site_id = ${site_id} AND founder_id IN (${founder_id}) AND companies = 0;`
const foundersOf = (id: string) => `SELECT founder_id FROM listing_founders WHERE listing_id = ${id}`
const updatesOf = (id: string) => `(SELECT count(*) FROM listing_updates WHERE listing_id = ${id})`

export const keptTotals = [
  `CREATE TABLE IF NOT EXISTS board_parts (site_id BIGINT, board TEXT COLLATE "C", counter BIGINT, listings BIGINT NOT NULL,
    PRIMARY KEY (site_id, board, counter))`,
  'DROP VIEW IF EXISTS board_counts',
  `CREATE VIEW board_counts(site_id, board, listings) AS
    SELECT site_id, board, CAST(sum(listings) AS BIGINT) FROM board_parts GROUP BY site_id, board`,
  `CREATE OR REPLACE FUNCTION boards_of(l listings) RETURNS SETOF text LANGUAGE sql STABLE AS $$
    SELECT 'upcoming' WHERE l.status = 'scheduled'
    UNION ALL SELECT board FROM (VALUES ('category ' || l.category_id), ('week ' || l.launch_week),
      (CASE WHEN l.billboard_cents > 0 THEN 'billboard' END), (CASE WHEN l.domain_rating IS NOT NULL THEN 'domain-rating' END),
      (CASE WHEN l.revenue_cents IS NOT NULL THEN 'revenue' END)) AS boards(board) WHERE l.status = 'live' AND board IS NOT NULL $$`,
  `INSERT INTO board_parts
    SELECT site_id, board, 0, count(*) FROM (
      SELECT l.site_id, boards_of(l) AS board FROM listings l
      UNION ALL SELECT l.site_id, 'updates' FROM listing_updates u JOIN listings l ON l.id = u.listing_id AND l.${live}
      UNION ALL SELECT site_id, unnest(ARRAY['founders', 'founders ' || country]) FROM listed_founders
    ) AS told WHERE board IS NOT NULL AND NOT EXISTS (SELECT FROM board_parts) GROUP BY site_id, board`,
  define(
    'count_listing',
    `IF TG_OP <> 'INSERT' THEN ${add(`${row('OLD', 'board, -1 FROM boards_of(OLD) AS board')} UNION ALL ${row('OLD', `'updates', -${updatesOf('OLD.id')} WHERE OLD.${live}`)}`)} END IF;
     IF TG_OP <> 'DELETE' THEN ${add(`${row('NEW', 'board, 1 FROM boards_of(NEW) AS board')} UNION ALL ${row('NEW', `'updates', ${updatesOf('NEW.id')} WHERE NEW.${live}`)}`)} END IF;
     IF TG_OP = 'UPDATE' AND OLD.${live} AND NEW.status <> 'live' THEN ${company(-1, foundersOf('OLD.id'), 'OLD.site_id')} END IF;
     IF TG_OP = 'UPDATE' AND NEW.${live} AND OLD.status <> 'live' THEN ${company(1, foundersOf('NEW.id'), 'NEW.site_id')} END IF;`,
  ),
  // A trigger before deletion, so that rows that refer to the listing still exist when its counts are subtracted.
  `CREATE OR REPLACE FUNCTION forget_listing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    ${add(`${row('OLD', 'board, -1 FROM boards_of(OLD) AS board')} UNION ALL ${row('OLD', `'updates', -${updatesOf('OLD.id')} WHERE OLD.${live}`)}`)}
    IF OLD.${live} THEN ${company(-1, foundersOf('OLD.id'), 'OLD.site_id')} END IF;
    RETURN OLD; END $$`,
  define(
    'count_update',
    `${['OLD', 'NEW'].map((side) => `IF TG_OP = '${side === 'OLD' ? 'DELETE' : 'INSERT'}' THEN ${add(`SELECT site_id, 'updates', ${side === 'OLD' ? -1 : 1} FROM listings WHERE id = ${side}.listing_id AND ${live}`)} END IF;`).join(' ')}`,
  ),
  define(
    'founder_joins',
    `IF EXISTS (SELECT FROM listings WHERE id = NEW.listing_id AND ${live})
       AND NOT EXISTS (${foundersOf('NEW.listing_id')} AND founder_id = NEW.founder_id AND position <> NEW.position) THEN
       ${company(1, 'NEW.founder_id', '(SELECT site_id FROM listings WHERE id = NEW.listing_id)')} END IF;`,
  ),
  // Once per statement: a founder may be listed twice at one listing.
  define(
    'founders_leave',
    `UPDATE listed_founders f SET companies = companies - times FROM (
       SELECT l.site_id, g.founder_id, count(DISTINCT l.id) AS times FROM gone g JOIN listings l ON l.id = g.listing_id AND l.${live}
       WHERE NOT EXISTS (${foundersOf('l.id')} AND founder_id = g.founder_id) GROUP BY l.site_id, g.founder_id
     ) AS lost WHERE f.site_id = lost.site_id AND f.founder_id = lost.founder_id;
     DELETE FROM listed_founders WHERE companies = 0 AND founder_id IN (SELECT founder_id FROM gone);`,
  ),
  define(
    'rename_founder',
    `UPDATE listed_founders SET name = NEW.name, country = NEW.country WHERE founder_id = NEW.id;`,
  ),
  define(
    'count_listed',
    `IF TG_OP <> 'INSERT' THEN ${add(row('OLD', "unnest(ARRAY['founders', 'founders ' || OLD.country]), -1"))} END IF;
     IF TG_OP <> 'DELETE' THEN ${add(row('NEW', "unnest(ARRAY['founders', 'founders ' || NEW.country]), 1"))} END IF;`,
  ),
  watch('listings', `INSERT OR UPDATE OF ${watched}`, 'count_listing'),
  'CREATE OR REPLACE TRIGGER forget_listing BEFORE DELETE ON listings FOR EACH ROW EXECUTE FUNCTION forget_listing()',
  watch('listing_updates', 'INSERT OR DELETE', 'count_update'),
  watch('listing_founders', 'INSERT', 'founder_joins'),
  `CREATE OR REPLACE TRIGGER founders_leave AFTER DELETE ON listing_founders REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION founders_leave()`,
  watch('founders', 'UPDATE OF name, country', 'rename_founder'),
  watch('listed_founders', 'INSERT OR DELETE OR UPDATE OF country', 'count_listed'),
]
