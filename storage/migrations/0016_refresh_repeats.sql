-- What a spent refresh token was exchanged for, for a minute: whoever repeats the request gets the same answer, from any
-- process. The answer is encrypted under a key that only the spent token gives, so it can be read by nobody else.
CREATE TABLE oauth_repeats (
  hash TEXT PRIMARY KEY REFERENCES oauth_tokens(hash) ON DELETE CASCADE,
  request TEXT NOT NULL,
  answer TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
