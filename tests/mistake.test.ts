import { expect, it } from 'vitest'
import { complaintOf, Mistake } from '../mistake.ts'

const failed = (code: string, more: object = {}) =>
  Object.assign(new Error(`${code}: bad`), { code, ...more })

it.each([
  [new Mistake('Mend it like this.'), 'Mend it like this.'],
  [failed('EACCES', { path: '/x' }), '/x cannot be used. This user is not allowed to.'],
  [failed('ENOSPC', { path: '/x' }), '/x cannot be used. The disk is full.'],
  [failed('EISDIR', { path: '/x.part', dest: '/x' }), '/x cannot be used. It is a folder, not a file.'],
  [failed('SQLITE_BUSY_SNAPSHOT'), /locked by another program/],
  [failed('SQLITE_FULL'), 'The disk is full.'],
  [failed('SQLITE_READONLY'), /not allowed to write/],
  [failed('SQLITE_CANTOPEN'), /DATA_DIR/],
  [failed('SQLITE_NOTADB'), /restore/],
  [failed('SQLITE_IOERR_WRITE'), /disk/],
  [failed('SQLITE_IOERR_GETTEMPPATH'), /temporary files.* \/tmp/],
])('%o is one sentence for the operator', (error, sentence) => {
  expect(complaintOf(error)).toMatch(sentence)
  expect(complaintOf(error)).not.toContain('\n')
})

it('shows a stack for a fault of the program alone', () => {
  expect(complaintOf(new TypeError('x is not a function'))).toMatch(/report it[^]*\n\s+at /)
})
