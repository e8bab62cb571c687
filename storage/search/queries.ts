import type { openSearch } from './search.ts'
import type { Found, SearchRequest } from './request.ts'
import { facetText, facetToken, type FacetKind } from './words.ts'

const everything = {
  q: '',
  category_id: null,
  stage: null,
  country: null,
  pricing_model: null,
  domain: null,
  agent_ready: false,
  verified: false,
  status: 'live',
  sort: 'relevance',
} as const

/** Asks the search index; what a request leaves out does not narrow it, and without words it browses. */
export function searchQueries(index: ReturnType<typeof openSearch>) {
  return {
    async find(
      request: Pick<SearchRequest, 'site_id' | 'limit' | 'offset'> & Partial<SearchRequest>,
    ): Promise<Found> {
      return index.search({ ...everything, ...request })
    },
    /** Values of a facet that find something and how much, the most common first, in small letters. */
    values: async (...asked: Parameters<typeof index.values>) => index.values(...asked),
    /** The values of a facet that these listings have and how many have each, the most common first. */
    async tally(ids: readonly number[]): Promise<(kind: FacetKind) => { value: string; count: number }[]> {
      const tallied = [...index.tally(ids)].sort(([, a], [, b]) => b - a)
      return (kind) => {
        const mark = facetToken(kind, '')
        return tallied.flatMap(([token, count]) =>
          token.startsWith(mark) ? [{ value: facetText(token.slice(mark.length)), count }] : [],
        )
      }
    },
    /** What is offered while somebody types: categories and names that have words that begin so. */
    suggest: async (...asked: Parameters<typeof index.suggest>) => index.suggest(...asked),
    /** Live listings of the category that are most like this one, best first: a hundred at most. */
    async like(listing: { id: number; site_id: number; category_id: number }): Promise<number[]> {
      return index.like(listing.id, listing.site_id, listing.category_id)
    },
    /**
     * Loads some of the words for misspellings before a search needs them all at once (0.2 s for a million listings);
     * false when it has them all.
     */
    warm: async (): Promise<boolean> => index.warm(),
  }
}
