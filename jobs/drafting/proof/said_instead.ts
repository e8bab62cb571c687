/*
 * Whether another value stands where the one read once stood. A site has more than one year, city and country, and more
 * than one word that could be its name: where the old value went, the next best is not what the site says instead.
 */
import { countryCode } from '../../../countries.ts'
import type { KeptFact } from '../../../tools/my_listings/rereading.ts'
import { type CrawledSite, says } from '../page/reading.ts'
import { fold } from '../page/stored_text.ts'
import type { Evidence } from '../profile.ts'

type Other = { value: string; evidence: readonly Pick<Evidence, 'quote'>[] }

/** A country's name has four words at most here: "Bosnia and Herzegovina", "Trinidad and Tobago". */
const longestCountry = 4

/** The words of a line around a value. */
function around(quote: string, field: string, value: string): string[] {
  if (field !== 'country') return wordsOf(fold(quote).replace(fold(value), ' '))
  const words = wordsOf(quote)
  for (let count = longestCountry; count > 0; count -= 1)
    for (let at = 0; at + count <= words.length; at += 1)
      if (countryCode(words.slice(at, at + count).join(' ')) === value) words.splice(at, count)
  return words.map(fold)
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether one line says the other value as an old quote said the old one. */
export function isSaidInstead({ field, value, quotes }: KeptFact, other: Other): boolean {
  const already = fold(other.value)
  if (quotes.some(({ quote }) => fold(quote).includes(already))) return false
  return quotes.some(({ quote }) => {
    const before = around(quote, field, value)
    return other.evidence.some((found) => {
      const now = around(found.quote, field, other.value)
      const shared = now.filter((word) => before.includes(word)).length
      return shared * 2 >= Math.max(before.length, now.length)
    })
  })
}

/** Sources that agree on a name need no line that uses it. */
const agreed = 3

/** Whether a site calls itself so: at the head of its start page, and in its lines too or in many heads. */
export function callsItself(name: string, { name: found, start, pages }: CrawledSite): boolean {
  if (found?.value !== name) return false
  if (!found.evidence.some(({ where, url }) => where !== 'visible' && url === start.url)) return false
  if (found.evidence.length >= agreed) return true
  return pages.some(({ blocks }) =>
    blocks.some(({ text, region }) =>
      text === name ? region === 'header' || region === 'nav' : says(text, [name]),
    ),
  )
}
