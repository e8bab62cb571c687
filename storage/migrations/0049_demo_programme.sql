-- A season that the demo brought goes with it.
ALTER TABLE programmes ADD COLUMN demo INTEGER NOT NULL DEFAULT 0;
