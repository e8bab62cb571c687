-- Every checkout that was ever opened at the payment provider, every payment it told of, and what a receipt must say.

CREATE TABLE new_orders (
  id INTEGER PRIMARY KEY,
  number TEXT NOT NULL UNIQUE,
  site_id INTEGER NOT NULL REFERENCES sites(id),
  user_id INTEGER NOT NULL REFERENCES users(id),
  status TEXT NOT NULL,
  quote TEXT NOT NULL,
  currency TEXT NOT NULL,
  net_cents INTEGER NOT NULL,
  vat_cents INTEGER NOT NULL,
  gross_cents INTEGER NOT NULL,
  vat_rate_bp INTEGER NOT NULL,
  vat_reason TEXT NOT NULL,
  vat_explanation TEXT NOT NULL,
  buyer_name TEXT NOT NULL,
  buyer_email TEXT,
  buyer_address TEXT,
  -- Null until the checkout page has asked: the order has no total before, and cannot be paid.
  buyer_country TEXT,
  buyer_vat_number TEXT,
  -- What the register of VAT numbers said: valid, or unchecked when it did not answer.
  vat_number_check TEXT,
  -- What speaks for the country of a consumer, as JSON: the law asks for two pieces that agree.
  country_evidence TEXT NOT NULL DEFAULT '[]',
  -- Stands in the checkout link. It shows the order and grants nothing.
  checkout_token TEXT NOT NULL UNIQUE,
  provider TEXT NOT NULL,
  -- The payment that the order was carried out for. Any other goes back.
  provider_payment TEXT UNIQUE,
  -- Set while the money is on its way: a bank debit takes days.
  under_way_at TEXT,
  -- What last went wrong with paying, in words for the buyer; or why a paid order could not be carried out.
  failure TEXT,
  -- Of the gross amount, what went back.
  returned_cents INTEGER NOT NULL DEFAULT 0,
  receipt_number TEXT UNIQUE,
  credit_note_number TEXT UNIQUE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  ended_at TEXT,
  paid_at TEXT,
  refunded_at TEXT
) STRICT;
INSERT INTO new_orders (
  id, number, site_id, user_id, status, quote, currency, net_cents, vat_cents, gross_cents, vat_rate_bp, vat_reason,
  vat_explanation, buyer_name, buyer_email, buyer_country, buyer_vat_number, vat_number_check, checkout_token, provider,
  provider_payment, failure, returned_cents, receipt_number, credit_note_number, created_at, expires_at, ended_at, paid_at,
  refunded_at)
SELECT
  id, number, site_id, user_id, status, quote, currency, net_cents, vat_cents, gross_cents, vat_rate_bp, vat_reason,
  vat_explanation, buyer_name, buyer_email, buyer_country, buyer_vat_number,
  CASE WHEN buyer_vat_number IS NULL THEN NULL ELSE 'unchecked' END, checkout_token, provider,
  provider_payment, failure, CASE WHEN status = 'refunded' THEN gross_cents ELSE 0 END, receipt_number, credit_note_number,
  created_at, expires_at, ended_at, paid_at, refunded_at
FROM orders;

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

DROP TABLE orders;
ALTER TABLE new_orders RENAME TO orders;
CREATE INDEX orders_by_user ON orders(user_id, site_id, id);
CREATE INDEX orders_by_expiry ON orders(expires_at) WHERE status = 'pending';
