/** The parts of a file that are needed to display the picture, and its size in pixels. */
export type Drawn = { parts: Buffer[]; width: number; height: number }

/** The bytes do not follow their format. */
export class Broken extends Error {}
/** The bytes are valid but not accepted here; the message says what to send instead. */
export class Unfit extends Error {}

export function demand(isSo: boolean): asserts isSo {
  if (!isSo) throw new Broken()
}
