-- Who is calling: people, their sessions and keys, the OAuth 2.1 server's memory, and the mail on its way out.
-- Every secret is kept as the SHA-256 of 256 random bits; the secret itself stands nowhere.

-- A deleted account keeps its row, without a name or an address, so that votes and versions stay true.
ALTER TABLE users ADD COLUMN deleted_at TEXT;

-- The same person at the upstream OpenID Connect provider.
CREATE TABLE user_identities (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_identities_by_user ON user_identities(user_id);

CREATE TABLE sign_in_links (
  hash TEXT PRIMARY KEY,
  email TEXT NOT NULL COLLATE NOCASE,
  return_to TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_links_by_expiry ON sign_in_links(expires_at);

CREATE TABLE sessions (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  browser TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions(user_id);
CREATE INDEX sessions_by_expiry ON sessions(expires_at);

CREATE TABLE api_keys (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  hint TEXT NOT NULL,
  scope TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT,
  expires_at TEXT,
  revoked_at TEXT
) STRICT;
CREATE INDEX api_keys_by_user ON api_keys(user_id);

-- Clients that registered themselves (RFC 7591). Those with a metadata document are never rows.
CREATE TABLE oauth_clients (
  id TEXT PRIMARY KEY,
  secret_hash TEXT,
  metadata TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT
) STRICT, WITHOUT ROWID;

-- One consent is one family of tokens; ending it is the only switch that is needed.
CREATE TABLE oauth_grants (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  client_id TEXT NOT NULL,
  client_name TEXT NOT NULL,
  scope TEXT NOT NULL,
  resources TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  last_used_at TEXT,
  revoked_at TEXT,
  revoked_why TEXT
) STRICT;
CREATE INDEX oauth_grants_by_user ON oauth_grants(user_id);

CREATE TABLE oauth_codes (
  hash TEXT PRIMARY KEY,
  grant_id INTEGER NOT NULL REFERENCES oauth_grants(id) ON DELETE CASCADE,
  redirect_uri TEXT NOT NULL,
  challenge TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX oauth_codes_by_grant ON oauth_codes(grant_id);

CREATE TABLE oauth_tokens (
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
  grant_id INTEGER NOT NULL REFERENCES oauth_grants(id) ON DELETE CASCADE,
  scope TEXT NOT NULL,
  resources TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX oauth_tokens_by_grant ON oauth_tokens(grant_id);
CREATE INDEX oauth_tokens_by_expiry ON oauth_tokens(expires_at);

-- Client assertions already seen (RFC 7523 section 3, jti).
CREATE TABLE oauth_assertions (
  hash TEXT PRIMARY KEY,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The outbox; a job carries each mail away. What a mail says is erased as soon as it has left, or never will.
CREATE TABLE mails (
  id INTEGER PRIMARY KEY,
  message_id TEXT NOT NULL UNIQUE,
  recipient TEXT NOT NULL COLLATE NOCASE,
  subject TEXT NOT NULL,
  body TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT,
  sent_at TEXT,
  failure TEXT
) STRICT;
CREATE INDEX mails_by_recipient ON mails(recipient);
