-- What SQLite makes by copying the table of orders, PostgreSQL changes where it stands.

ALTER TABLE orders ALTER COLUMN buyer_country DROP NOT NULL;
ALTER TABLE orders ADD COLUMN buyer_address TEXT;
ALTER TABLE orders ADD COLUMN vat_number_check TEXT;
ALTER TABLE orders ADD COLUMN country_evidence TEXT NOT NULL DEFAULT '[]';
ALTER TABLE orders ADD COLUMN under_way_at TEXT;
ALTER TABLE orders ADD COLUMN returned_cents INTEGER NOT NULL DEFAULT 0;
UPDATE orders SET vat_number_check = 'unchecked' WHERE buyer_vat_number IS NOT NULL;
UPDATE orders SET returned_cents = gross_cents WHERE status = 'refunded';

CREATE TABLE order_sessions (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders(id),
  -- Counts from 1 in its order; part of the key under which it is opened.
  attempt INTEGER NOT NULL,
  -- The provider's name for it; null where it gave none.
  session TEXT UNIQUE,
  url TEXT,
  state TEXT NOT NULL,
  opened_at TEXT NOT NULL,
  -- When the provider was last asked about it.
  asked_at TEXT,
  UNIQUE (order_id, attempt)
) STRICT;
CREATE UNIQUE INDEX order_sessions_one_open ON order_sessions(order_id) WHERE state IN ('open', 'under_way');
CREATE INDEX order_sessions_unfinished ON order_sessions(asked_at) WHERE state IN ('open', 'under_way', 'ending');
INSERT INTO order_sessions (order_id, attempt, session, state, opened_at)
SELECT id, 1, provider_session, CASE WHEN status = 'pending' THEN 'open' WHEN status = 'paid' THEN 'paid' ELSE 'ended' END, created_at
FROM orders WHERE provider_session IS NOT NULL AND provider = 'stripe';

-- What the provider told of each payment. Money that is no order's goes back, with a note for the site team.
CREATE TABLE payments (
  payment TEXT PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders(id),
  session TEXT,
  -- Null until it is known to have been paid: a refund may be told of first.
  amount_cents INTEGER,
  currency TEXT,
  refunded_cents INTEGER NOT NULL DEFAULT 0,
  -- Taken back by the bank after a dispute.
  lost_cents INTEGER NOT NULL DEFAULT 0,
  dispute TEXT,
  told_at TEXT NOT NULL,
  note TEXT,
  seen_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX payments_by_order ON payments(order_id);
CREATE INDEX payments_noted ON payments(told_at) WHERE note IS NOT NULL AND seen_at IS NULL;
INSERT INTO payments (payment, order_id, amount_cents, currency, refunded_cents, told_at)
SELECT provider_payment, id, gross_cents, currency, CASE WHEN status = 'refunded' THEN gross_cents ELSE 0 END,
  coalesce(paid_at, refunded_at, created_at)
FROM orders WHERE provider_payment IS NOT NULL;

ALTER TABLE orders DROP COLUMN provider_session;
