// The queries are written once, in SQLite's words. What PostgreSQL says differently is told here, and nowhere else; the
// functions it lacks are made with the schema (schema.ts).

const spellings: [RegExp, string | ((match: string) => string)][] = [
  // Drizzle names the table inside ON CONFLICT, where PostgreSQL takes bare columns only.
  [/ on conflict \([^)]*\)/g, (target) => target.replace(/"\w+"\./g, '')],
  [/\bjson_object\(/g, 'json_build_object('],
  // In SQLite a CROSS JOIN is a join whose order stands.
  [/\bCROSS JOIN (\w+(?: \w+)?) ON\b/g, 'JOIN $1 ON'],
  // Numbers in a list that is given as one JSON text; then words.
  [
    /("(?:\w*_)?id" (?:NOT )?IN \(SELECT) value FROM json_each\(/g,
    '$1 CAST(value AS bigint) FROM values_of(',
  ],
  [/\bjson_each\(/g, 'values_of('],
  // SQLite's LIKE knows no case of a to z, whatever the collation; PostgreSQL refuses it on one without case.
  [/ LIKE /g, ' COLLATE "C" ILIKE '],
  // Full text: the table of words is a column of the table itself.
  [
    /SELECT rowid AS id, bm25\((\w+)_text[^)]*\) AS rank\s+FROM \w+ WHERE \w+ MATCH \?/g,
    'SELECT id, -ts_rank(words, asked) AS rank FROM $1, words_asked(?) AS asked WHERE words @@ asked',
  ],
  [/SELECT rowid FROM (\w+)_text WHERE \w+ MATCH \?/g, 'SELECT id FROM $1 WHERE words @@ words_asked(?)'],
  [/\/\* postgres: (.*?) \*\//g, '$1'],
]

const translated = new Map<string, string>()

/** The statement in PostgreSQL's words. */
export function spelled(text: string): string {
  const before = translated.get(text)
  if (before !== undefined) return before
  let said = text
  for (const [pattern, words] of spellings) said = said.replace(pattern, words as string)
  let number = 0
  const numbered = said.replace(/'(?:[^']|'')*'|"[^"]*"|\?/g, (part) =>
    part === '?' ? `$${++number}` : part,
  )
  translated.set(text, numbered)
  return numbered
}

const types: [RegExp, string][] = [
  [/\)\s*STRICT(?:,\s*WITHOUT ROWID)?\s*$/, ')'],
  [/ AUTOINCREMENT\b/g, ''],
  [/\bINTEGER\b/g, 'BIGINT'],
  [/\bREAL\b/g, 'DOUBLE PRECISION'],
  [/\bBLOB\b/g, 'BYTEA'],
  // Texts are compared byte by byte, as in SQLite, whatever the database was made with.
  [/\bTEXT\b(?![^,\n]*COLLATE)/g, 'TEXT COLLATE "C"'],
]
const reference = /\s*\bREFERENCES \w+\(\w+\)(?: ON DELETE (?:CASCADE|SET NULL))?/g

const retyped = (text: string) => types.reduce((said, [pattern, words]) => said.replace(pattern, words), text)

/** A table as PostgreSQL makes it. Its references are left out: they are made when every table is there, and its rows. */
export const spelledTable = (text: string): string => retyped(text.replace(reference, ''))

/** Ends at a semicolon at the end of a line; a trigger holds such lines itself and ends at END. */
const statement = /\s*(?:CREATE TRIGGER [^]*?\nEND|[^]+?);(?=\s*\n|\s*$)/g
/** What storage/search keeps, each node for itself, and what PostgreSQL does in another way. */
const ofSqlite =
  /\b(?:VIRTUAL TABLE|TRIGGER)\b|\b(?:search|browse)_\w+|\b(?:facet|category|board)_counts\b|\blisting_boards\b|\bversions\b/

/** The statements of a migration that PostgreSQL needs too. One that it cannot take so has a file of its own. */
export function spelledMigration(migration: string): string[] {
  const bare = migration.replace(/^\s*--.*$/gm, '')
  return (bare.match(statement) ?? [])
    .map((one) => one.trim().replace(/;$/, ''))
    .filter((one) => one !== '' && !ofSqlite.test(one.split('\n', 1)[0]!))
    .map((one) => spelled(retyped(one)))
}
