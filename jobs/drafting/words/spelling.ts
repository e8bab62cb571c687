/** Words as they are spelt where they are compared. */

/** A word as sets hold it: without accents, unless they are all that parts it from another ("e" and "è", "ne" and "né"). */
export const bare = (word: string): string =>
  word.length === 1 || word === 'né' || !/[^\x00-\x7f]/.test(word)
    ? word
    : word
        .normalize('NFD')
        .replace(/[\u0300-\u036f\u064b-\u065f]/g, '')
        .normalize('NFC')

/** A name in small letters without any mark, as lists of towns and given names hold it. */
export const plainName = (name: string): string =>
  bare(name.toLowerCase()).replaceAll('ł', 'l').replaceAll('ø', 'o').replaceAll('ß', 'ss')

/** Scripts that part no words. */
export const gapless = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/

/** Small letters, each written one way: "ς" at the end of a word is "σ", and "İ" is "i". */
export const lowered = (text: string): string =>
  text.toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i')
