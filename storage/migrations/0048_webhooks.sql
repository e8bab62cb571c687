-- Webhooks of people, and what each was sent or is to be sent.
CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users(id),
  url TEXT NOT NULL,
  -- They sign what is sent, so they are kept as they are; the old one signs too for a while after a rotation.
  secret TEXT NOT NULL,
  old_secret TEXT,
  old_secret_until TEXT,
  events TEXT NOT NULL,
  created_at TEXT NOT NULL,
  off_at TEXT,
  off_reason TEXT,
  dead_in_a_row INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX webhooks_by_user ON webhooks(user_id);

CREATE TABLE webhook_deliveries (
  id INTEGER PRIMARY KEY,
  webhook_id INTEGER NOT NULL REFERENCES webhooks(id),
  user_id INTEGER NOT NULL,
  -- Sent as webhook-id, the same at every attempt.
  message_id TEXT NOT NULL,
  site_id INTEGER NOT NULL,
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  created_at TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting',
  attempts INTEGER NOT NULL DEFAULT 0,
  -- What the last attempt came to: a status, or why there was none.
  outcome TEXT,
  tried_at TEXT
) STRICT;
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries(webhook_id, id);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries(created_at);
