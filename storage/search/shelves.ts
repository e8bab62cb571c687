// Words in typed arrays, to find those within one or two edits of a misspelt one. SQLite has no such lookup, and a scan of
// 350,000 words here takes under a millisecond.
import { alike, editDistance, letterMask, type Codes } from './edits.ts'

export type Neighbour = { word: string; distance: number; uses: number }

/** Words of one length side by side: their letters, a mask of which letters they have, and how used they were when read. */
type Shelf = { count: number; codes: Codes; masks: Uint32Array; uses: Uint32Array }

const shortest = 3
const longest = 30
/** Shelves of one size never grow: an array that does leaves its smaller selves behind in memory. */
const room = 512
const plain = /^[\x00-\x7f]*$/

/** Two edits are forgiven in long words only: two in a short one make any word of any other. */
function reach(length: number, other: number): number {
  if (Math.min(length, other) < shortest || (length === 3 && other === 3)) return 0
  return Math.max(length, other) >= 8 ? 2 : 1
}

const read = ({ codes }: Shelf, at: number, length: number): string =>
  String.fromCharCode(...codes.subarray(at * length, (at + 1) * length))

export function openShelves() {
  const byLength = () => Array.from({ length: longest + 3 }, (): Shelf[] => [])
  // Most words have only letters that fit into a byte.
  const narrow = byLength()
  const wide = byLength()
  const query = new Uint16Array(longest + 2)

  function shelfFor(word: string): Shelf {
    const isPlain = plain.test(word)
    const shelves = (isPlain ? narrow : wide)[word.length]!
    let last = shelves.at(-1)
    if (last === undefined || last.count === room) {
      const size = room * word.length
      const codes = isPlain ? new Uint8Array(size) : new Uint16Array(size)
      last = { count: 0, codes, masks: new Uint32Array(room), uses: new Uint32Array(room) }
      shelves.push(last)
    }
    return last
  }

  /** Those that a word may be near, of one length. */
  const shelvesFor = (isPlain: boolean, length: number): Shelf[] =>
    isPlain || wide[length]!.length === 0 ? narrow[length]! : [...narrow[length]!, ...wide[length]!]

  function ask(word: string): number {
    for (let i = 0; i < word.length; i += 1) query[i] = word.charCodeAt(i)
    return letterMask(query, 0, word.length)
  }

  return {
    add(word: string, uses: number): void {
      if (word.length < shortest || word.length > longest) return
      const shelf = shelfFor(word)
      const from = shelf.count * word.length
      for (let i = 0; i < word.length; i += 1) shelf.codes[from + i] = word.charCodeAt(i)
      shelf.masks[shelf.count] = letterMask(shelf.codes, from, word.length)
      shelf.uses[shelf.count] = uses
      shelf.count += 1
    },

    /** Words one or two edits away, the word itself not among them. */
    near(word: string): Neighbour[] {
      const found: Neighbour[] = []
      if (word.length < shortest || word.length > longest) return found
      const mask = ask(word)
      const isPlain = plain.test(word)

      function look(shelf: Shelf, length: number, edits: number): void {
        const lost = edits - Math.max(0, length - word.length)
        const gained = edits - Math.max(0, word.length - length)
        const { masks, codes, uses, count } = shelf
        for (let at = 0; at < count; at += 1) {
          if (!alike(mask, masks[at]!, lost, gained)) continue
          const distance = editDistance(query, word.length, codes, at * length, length, edits)
          if (distance > 0 && distance <= edits)
            found.push({ word: read(shelf, at, length), distance, uses: uses[at]! })
        }
      }
      for (let length = Math.max(shortest, word.length - 2); length <= word.length + 2; length += 1) {
        const edits = reach(word.length, length)
        if (edits === 0 || edits < Math.abs(length - word.length)) continue
        for (const shelf of shelvesFor(isPlain, length)) look(shelf, length, edits)
      }
      return found
    },
  }
}
