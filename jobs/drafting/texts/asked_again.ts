import type { CrawledSite } from '../page/reading.ts'
import type { Faq } from '../profile.ts'
import { contentOf } from '../proof/words.ts'

const wordsOf = (text: string): ReadonlySet<string> => new Set(contentOf(text).map(({ word }) => word))

/** The same in other words: nothing is asked beside it, and as much is asked or answered alike. */
export function isAskedAgain(one: Faq, chosen: { value: Faq }[], site: CrawledSite): boolean {
  const [asked, said] = [one.question, one.answer].map(wordsOf)
  return chosen.some(({ value }) => {
    const others = wordsOf(value.question)
    const shared = asked!.intersection(others).difference(site.own_words).size
    const isWithin = asked!.difference(others).difference(site.own_words).size === 0
    const isAround = others.difference(asked!).difference(site.own_words).size === 0
    const answer = wordsOf(value.answer)
    const alike = said!.intersection(answer).size / Math.min(said!.size, answer.size)
    return (
      (alike > 0.9 && answer.size > 9) ||
      ((isWithin || isAround) && shared > 0 && (shared > 2 || alike > 0.4))
    )
  })
}
