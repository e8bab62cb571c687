// Shows who states a fact: a mark that opens the quote from its site, or words that say it comes from the owner.
import type { z } from 'zod'
import type getListingEvidence from '../../tools/listings/get_listing_evidence.ts'
import { html, type Html } from './html.ts'
import { day, quoted, unfolding } from './parts.ts'

type Evidence = z.output<typeof getListingEvidence.output>
type Fact = Evidence['facts'][number]

const past = (fact: Fact): boolean => fact.state === 'gone' || fact.state === 'contradicted'

/** Adds the evidence of its facts to the value of a row. Whoever submitted it may not have proved to be its owner. */
export function marksOf({ facts, pages, silent_since }: Evidence, isProved: boolean) {
  const keeper = isProved ? 'its owner' : 'whoever submitted it'
  const byField = Map.groupBy(facts, ({ field }) => field)
  const all = (shown: Html | string, ...fields: string[]): Html =>
    behind(
      shown,
      fields.flatMap((field) => byField.get(field) ?? []),
    )
  /** For one value of a field with several. */
  const one = (shown: Html | string, field: string, value: string): Html =>
    behind(shown, byField.get(field)?.filter((fact) => fact.value === value) ?? [])
  return { all, one }

  function behind(shown: Html | string, made: Fact[]): Html {
    const quotes = made.flatMap(({ quotes = [] }) =>
      quotes.map(({ page, quote }) => {
        const { url, read_on } = pages[page]!
        return { quote, url, read_at: read_on }
      }),
    )
    const isOwners = made.some(({ state }) => state === 'owner')
    if (quotes.length === 0) return html`${shown}${isOwners && html`<small>by ${keeper}</small>`}`
    const said = made.some(past)
      ? 'no longer stated'
      : silent_since !== null
        ? 'from their last reading'
        : isOwners
          ? `in part by ${keeper}`
          : null
    const isPast = said !== null && (silent_since !== null || made.some(past))
    const distinct = [...new Map(quotes.map((one) => [`${one.url} ${one.quote}`, one])).values()]
    return unfolding(
      html`<span>${shown}${said !== null && html`<small>${said}</small>`}</span>`,
      [...distinct.slice(0, 3).map(quoted), ...made.filter(past).map(why)],
      { isPast },
    )
  }
}

function why({ since, found }: Fact): Html {
  return html`<p class="why soft">
    ${
      found === undefined
        ? html`On ${day(since)} the sentence was gone. Whoever looks after this page has been asked.`
        : html`On ${day(since)} their site said ${found} instead. Whoever looks after this page has been
          asked.`
    }
  </p>`
}
