-- What each person used of what costs the operator, a row a day; 0 is nobody in particular.
CREATE TABLE usage_by_day (
  day TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  drafts INTEGER NOT NULL DEFAULT 0,
  pages INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  mails INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (day, user_id)
) STRICT, WITHOUT ROWID;
