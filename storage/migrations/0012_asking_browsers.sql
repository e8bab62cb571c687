-- What the browser that asked for a link keeps, as a hash: only there does the link lead on to where it was asked for.
ALTER TABLE sign_in_links ADD COLUMN asked_by TEXT;
