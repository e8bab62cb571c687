-- Where a store names the developer's website, that is what a claim has to prove.
ALTER TABLE claims ADD COLUMN subject_url TEXT;
