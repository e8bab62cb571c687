/** What draws a picture, in pieces, and how large it is. */
export type Drawn = { parts: Buffer[]; width: number; height: number }

/** The bytes are not what their format says. */
export class Broken extends Error {}
/** The bytes are right, and yet nothing that is kept here; the message says what to send instead. */
export class Unfit extends Error {}

export function demand(isSo: boolean): asserts isSo {
  if (!isSo) throw new Broken()
}
