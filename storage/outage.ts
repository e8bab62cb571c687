/**
 * Kinds of outages. slow: a statement was stopped because it took too long; unsettled: the connection broke during a
 * commit, so it is unknown whether that was done.
 */
export type Trouble = 'gone' | 'busy' | 'slow' | 'unsettled' | 'out of order'

/** The database is unavailable: neither the caller's fault nor a bug of ours. */
export class Outage extends Error {
  readonly trouble: Trouble

  constructor(trouble: Trouble, cause: unknown) {
    super(`The database is ${trouble}: ${(cause as Error).message}`, { cause })
    this.name = 'Outage'
    this.trouble = trouble
  }
}

/** SQLite's error codes for problems of the file, the disk or locks. */
const ofFile = /^SQLITE_(?:(BUSY|LOCKED|PROTOCOL)|FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM)/

/** The outage behind an error, if there is one; drizzle wraps the errors of the database. */
export function outageIn(error: unknown): Outage | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof Outage) return at
    const found = ofFile.exec((at as { code?: string }).code ?? '')
    if (found !== null) return new Outage(found[1] === undefined ? 'out of order' : 'busy', at)
  }
  return null
}
