-- How often each kind of public data has changed. storage/versions.ts counts, inside the transaction of every change.
CREATE TABLE versions (
  noun TEXT PRIMARY KEY,
  version INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO versions (noun) VALUES ('listings'), ('categories'), ('founders'), ('posts'), ('products'), ('users'), ('credentials');
