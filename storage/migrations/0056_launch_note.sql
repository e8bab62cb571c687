-- What the makers say at the top of their listing, from its launch on.
ALTER TABLE listings ADD COLUMN launch_note TEXT;
