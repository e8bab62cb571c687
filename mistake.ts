// Errors with a cause outside the program reach the operator as a sentence, never as a stack trace.

/** An error that the operator can fix; the message says how. */
export class Mistake extends Error {}

const reasons: Record<string, string> = {
  ENOENT: 'There is no such file or folder.',
  ENOTDIR: 'A part of the path is a file, not a folder.',
  EISDIR: 'It is a folder, not a file.',
  EEXIST: 'Something else is there already.',
  EACCES: 'This user is not allowed to.',
  EPERM: 'This user is not allowed to.',
  EROFS: 'That disk cannot be written to.',
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk quota is used up.',
  EMFILE: 'Too many files are open.',
  EADDRNOTAVAIL: 'This machine does not have that address.',
}

const databaseReasons: [RegExp, string][] = [
  [/^SQLITE_(BUSY|LOCKED)/, 'The database is locked by another program. Try again when that one is done.'],
  [/^SQLITE_FULL/, 'The disk is full.'],
  [/^SQLITE_(READONLY|PERM|AUTH)/, 'This user is not allowed to write to the database.'],
  [
    /^SQLITE_CANTOPEN/,
    'The database cannot be opened. Check that DATA_DIR is a folder this user can write to.',
  ],
  [
    /^SQLITE_(CORRUPT|NOTADB)/,
    'The database is damaged, or is not a database. Put a backup back with restore.',
  ],
  [
    /^SQLITE_IOERR_GETTEMPPATH/,
    'No folder for temporary files can be written to. Give the service one, such as /tmp.',
  ],
  [/^SQLITE_IOERR/, 'The disk reports an error.'],
]

/** Why a file or folder cannot be used, to be put into a longer message. */
export function reasonOf(error: unknown): string {
  const { code = 'unknown' } = error as { code?: string }
  return reasons[code] ?? `The system says ${code}.`
}

/** What to print for an error. Only a bug of the program shows a stack trace, so that it can be reported. */
export function complaintOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof Mistake) return error.message
  const { code = '', path, dest } = error as { code?: string; path?: string; dest?: string }
  const ofDatabase = databaseReasons.find(([pattern]) => pattern.test(code))
  if (ofDatabase !== undefined) return ofDatabase[1]
  const reason = reasons[code]
  if (reason !== undefined) return `${dest ?? path ?? 'That'} cannot be used. ${reason}`
  return `This is a fault in the program. Please report it.\n${error.stack ?? error.message}`
}
