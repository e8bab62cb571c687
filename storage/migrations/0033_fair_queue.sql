-- Whose a job is, so that many of one person's do not keep others waiting. 0 is nobody's.
ALTER TABLE jobs ADD COLUMN person INTEGER NOT NULL DEFAULT 0;
DROP INDEX jobs_by_kind;
CREATE INDEX jobs_by_kind ON jobs(kind, person, run_at, id) WHERE state <> 'dead';
