// What abbreviations stand for, learned from the catalogue's own texts: "customer relationship management (CRM)",
// and the other way round. Pure: how many listings say so is counted with the words.

const inBrackets = /\(([A-Z][A-Za-z0-9]{1,7})\)/g
const spelledOut = /(?<![A-Za-z0-9])([A-Z][A-Z0-9]{1,6}) \(([A-Za-z][A-Za-z -]{3,60})\)/g
/** Words that have no letter in an abbreviation. */
const small = new Set(['of', 'and', 'for', 'the', 'to', 'in', 'on', 'as', 'a'])
const mostWords = 6
const reach = 100

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []
const initials = (words: string[]): string => words.map((word) => word[0]!).join('')
const one = (word: string): string => (/[^s]s$/.test(word) ? word.slice(0, -1) : word)

function fits(short: string, words: string[]): boolean {
  return initials(words) === short || initials(words.filter((word) => !small.has(word))) === short
}

/** The last words whose initials are these letters. */
function endingIn(words: string[], short: string): string[] | null {
  for (let length = 2; length <= Math.min(mostWords, words.length); length += 1) {
    const phrase = words.slice(-length)
    if (!small.has(phrase[0]!) && fits(short, phrase)) return phrase
  }
  return null
}

/** Joins an abbreviation or phrase with its meaning. */
export const saidMark = '='

/** All abbreviations that the text explains, in both directions. */
export function abbreviationsIn(text: string, into = new Set<string>()): Set<string> {
  if (!text.includes('(')) return into
  function take(letters: string, words: string[], isAll: boolean): void {
    if (letters.replace(/[^A-Z]/g, '').length < 2) return
    const short = letters.replace(/s$/, '').toLowerCase()
    const phrase = endingIn(words, short)
    if (phrase === null || (isAll && phrase.length < words.length)) return
    const long = [...phrase.slice(0, -1), one(phrase.at(-1)!)].join(' ')
    into.add(`${short}${saidMark}${long}`).add(`${long}${saidMark}${short}`)
  }
  for (const found of text.matchAll(inBrackets))
    take(found[1]!, wordsIn(text.slice(Math.max(0, found.index - reach), found.index)), false)
  for (const found of text.matchAll(spelledOut)) take(found[1]!, wordsIn(found[2]!), true)
  return into
}
