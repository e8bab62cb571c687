-- A key that was stolen: since which day what it signed counts for nothing, and in which line of the ledger that is said.
ALTER TABLE ledger_keys ADD COLUMN stolen_since TEXT;
ALTER TABLE ledger_keys ADD COLUMN stolen_n INTEGER;
