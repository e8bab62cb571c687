/**
 * What is wrong with the database. slow: it was stopped, for it took too long; unsettled: the connection broke while a
 * transaction was being committed, so nobody can say whether it was done.
 */
export type Trouble = 'gone' | 'busy' | 'slow' | 'unsettled' | 'out of order'

/** The database cannot do what was asked: neither whoever asked is to blame, nor a fault of ours. */
export class Outage extends Error {
  readonly trouble: Trouble

  constructor(trouble: Trouble, cause: unknown) {
    super(`The database is ${trouble}: ${(cause as Error).message}`, { cause })
    this.name = 'Outage'
    this.trouble = trouble
  }
}

/** What SQLite says of its file, its disk, and others who hold its lock. */
const ofFile = /^SQLITE_(?:(BUSY|LOCKED|PROTOCOL)|FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM)/

/** The outage behind an error, if there is one; what builds the queries wraps the errors of the database. */
export function outageIn(error: unknown): Outage | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof Outage) return at
    const found = ofFile.exec((at as { code?: string }).code ?? '')
    if (found !== null) return new Outage(found[1] === undefined ? 'out of order' : 'busy', at)
  }
  return null
}
