-- What is wrong and has been told, until it is over; and jobs that fail again and again.
CREATE TABLE alerts (
  key TEXT NOT NULL PRIMARY KEY,
  what TEXT NOT NULL,
  remedy TEXT NOT NULL,
  began_at TEXT NOT NULL
) STRICT;
CREATE INDEX jobs_failing ON jobs(kind) WHERE failures >= 3 AND state <> 'dead';
