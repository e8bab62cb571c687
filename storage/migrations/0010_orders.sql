-- Orders, what they bought, and what a payment provider said of them.

-- Numbers without gaps: taken in the transaction that uses them, so that a rollback gives them back.
CREATE TABLE document_numbers (
  series TEXT PRIMARY KEY,
  last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE orders (
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
  buyer_country TEXT NOT NULL,
  buyer_vat_number TEXT,
  -- Stands in the checkout link. It shows the order and grants nothing.
  checkout_token TEXT NOT NULL UNIQUE,
  provider TEXT NOT NULL,
  provider_session TEXT UNIQUE,
  provider_payment TEXT UNIQUE,
  -- What last went wrong with paying, in words for the buyer; or why a paid order could not be carried out.
  failure TEXT,
  receipt_number TEXT UNIQUE,
  credit_note_number TEXT UNIQUE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  ended_at TEXT,
  paid_at TEXT,
  refunded_at TEXT
) STRICT;
CREATE INDEX orders_by_user ON orders(user_id, site_id, id);
CREATE INDEX orders_by_expiry ON orders(expires_at) WHERE status = 'pending';

CREATE TABLE order_lines (
  order_id INTEGER NOT NULL REFERENCES orders(id),
  position INTEGER NOT NULL,
  product TEXT NOT NULL,
  name TEXT NOT NULL,
  listing_id INTEGER NOT NULL REFERENCES listings(id),
  listing_name TEXT NOT NULL,
  week TEXT,
  net_cents INTEGER NOT NULL,
  vat_rate_bp INTEGER NOT NULL,
  vat_cents INTEGER NOT NULL,
  gross_cents INTEGER NOT NULL,
  -- What the listing was before this line was carried out, so that a refund can take it back.
  before TEXT,
  PRIMARY KEY (order_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_lines_by_listing ON order_lines(listing_id);

-- Events of the payment provider, each handled once.
CREATE TABLE payment_events (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  order_id INTEGER REFERENCES orders(id),
  received_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
