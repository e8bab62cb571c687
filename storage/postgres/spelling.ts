// Queries are written once, for SQLite. This file translates what PostgreSQL writes differently; functions that it
// lacks are created with the schema (schema.ts).

const spellings: [RegExp, string | ((match: string) => string)][] = [
  // Drizzle qualifies columns inside ON CONFLICT, where PostgreSQL accepts bare names only.
  [/ on conflict \([^)]*\)/g, (target) => target.replace(/"\w+"\./g, '')],
  [/\bjson_object\(/g, 'json_build_object('],
  // In SQLite a CROSS JOIN is a join with a fixed order.
  [/\bCROSS JOIN (\w+(?: \w+)?) ON\b/g, 'JOIN $1 ON'],
  // A list of numbers in one JSON value; then a list of texts.
  [
    /("(?:\w*_)?id" (?:NOT )?IN \(SELECT) value FROM json_each\(/g,
    '$1 CAST(value AS bigint) FROM values_of(',
  ],
  [/\bjson_each\(/g, 'values_of('],
  // SQLite's LIKE ignores the case of a to z in any collation; PostgreSQL refuses ILIKE on nondeterministic collations.
  [/ LIKE /g, ' COLLATE "C" ILIKE '],
  // Full text: the FTS5 table becomes a column of the table.
  [
    /SELECT rowid AS id, bm25\((\w+)_text[^)]*\) AS rank\s+FROM \w+ WHERE \w+ MATCH \?/g,
    'SELECT id, -ts_rank(words, asked) AS rank FROM $1, words_asked(?) AS asked WHERE words @@ asked',
  ],
  // An array of ids is looked up by index; for a subquery the planner reads the whole table beside it instead.
  [/ IN (\(SELECT rowid FROM \w+_text WHERE [^()]* LIMIT \d+\))/g, ' = ANY(ARRAY$1)'],
  [/SELECT rowid FROM (\w+)_text WHERE \w+ MATCH \?/g, 'SELECT id FROM $1 WHERE words @@ words_asked(?)'],
  [/\/\* postgres: (.*?) \*\//g, '$1'],
]

const translated = new Map<string, string>()

/** The statement for PostgreSQL. */
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
  // Text is compared byte by byte, as in SQLite, whatever the database's collation.
  [/\bTEXT\b(?![^,\n]*COLLATE)/g, 'TEXT COLLATE "C"'],
]
const reference = /\s*\bREFERENCES \w+\(\w+\)(?: ON DELETE (?:CASCADE|SET NULL))?/g

const retyped = (text: string) => types.reduce((said, [pattern, words]) => said.replace(pattern, words), text)

/** CREATE TABLE for PostgreSQL without foreign keys, which are added when all tables and rows exist. */
export const spelledTable = (text: string): string => retyped(text.replace(reference, ''))

/** Ends at a semicolon at the end of a line; a trigger holds such lines itself and ends at END. */
const statement = /\s*(?:CREATE TRIGGER [^]*?\nEND|[^]+?);(?=\s*\n|\s*$)/g
/** Tables of storage/search, which each node has for itself, and what PostgreSQL does in another way. */
const ofSqlite =
  /\b(?:VIRTUAL TABLE|TRIGGER)\b|\b(?:search|browse)_\w+|\b(?:facet|category|board)_counts\b|\blisting_boards\b|\bversions\b/

/** The statements of a migration that PostgreSQL needs too. One that cannot be translated has a file of its own. */
export function spelledMigration(migration: string): string[] {
  const bare = migration.replace(/^\s*--.*$/gm, '')
  return (bare.match(statement) ?? [])
    .map((one) => one.trim().replace(/;$/, ''))
    .filter((one) => one !== '' && !ofSqlite.test(one.split('\n', 1)[0]!))
    .map((one) => spelled(retyped(one)))
}
