// What was typed: an address, or words.
import { addressIn, type Address } from './address.ts'
import { stopWords } from './language.ts'
import { solidWords, wordsTyped } from './words.ts'

const mostWords = 12
/** English contractions: the part after the apostrophe is no word. */
const contracted = /['’](?:s|t|d|m|ll|ve|re)(?![\p{L}\p{N}])/giu

/** The words of an address that name the site. */
function hostOf(address: Address | null): string[] | null {
  if (address === null || !address.isCertain) return null
  return address.path.length > 0 ? address.path : address.host
}

/** The words of the name that may have been typed, alone or as that beside which others are asked for. */
export const calledIn = (q: string, address: Address | null, beside: string[] | null): string[] =>
  solidWords((hostOf(address) ?? beside ?? [q]).join(' '))

export function typedIn(q: string) {
  const address = /\s/.test(q.trim()) ? null : addressIn(q.trim())
  if (address !== null)
    return { address, words: [...new Set([...address.host, ...address.path])].slice(0, mostWords) }
  // "My" may be part of two phrases, and says nothing that would count twice.
  const seen = new Set<string>()
  const words = wordsTyped(q.replace(contracted, '')).filter((word) => {
    if (seen.has(word)) return stopWords.has(word) && seen.size < mostWords
    seen.add(word)
    return seen.size <= mostWords
  })
  return { address, words }
}
