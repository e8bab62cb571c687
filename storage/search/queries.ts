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

/** Queries of the search index; absent filters do not narrow the result, and without words it browses. */
export function searchQueries(index: ReturnType<typeof openSearch>) {
  return {
    async find(
      request: Pick<SearchRequest, 'site_id' | 'limit' | 'offset'> & Partial<SearchRequest>,
    ): Promise<Found> {
      return index.search({ ...everything, ...request })
    },
    /** The values of a facet with their numbers of listings, the most common first, in lower case. */
    values: async (...asked: Parameters<typeof index.values>) => index.values(...asked),
    /** The values of a facet among these listings, with their numbers, the most common first. */
    async tally(ids: readonly number[]): Promise<(kind: FacetKind) => { value: string; count: number }[]> {
      const tallied = [...index.tally(ids)].sort(([, a], [, b]) => b - a)
      return (kind) => {
        const mark = facetToken(kind, '')
        return tallied.flatMap(([token, count]) =>
          token.startsWith(mark) ? [{ value: facetText(token.slice(mark.length)), count }] : [],
        )
      }
    },
    /** Suggestions while typing: categories and names with words that begin with the text. */
    suggest: async (...asked: Parameters<typeof index.suggest>) => index.suggest(...asked),
    /** The most similar live listings of the category, best first: a hundred at most. */
    async like(listing: { id: number; site_id: number; category_id: number }): Promise<number[]> {
      return index.like(listing.id, listing.site_id, listing.category_id)
    },
    /**
     * Loads some words for correcting misspellings, before a search needs them at once (0.2 s for a million listings);
     * false if all are loaded.
     */
    warm: async (): Promise<boolean> => index.warm(),
  }
}
