-- How many free launches a week takes on a site; NULL is as many as there are.
ALTER TABLE sites ADD COLUMN free_week_cap INTEGER;
