const pagesForOne = 100
const wordsForOne = 12

/** How many calls more than one a reading counts for: what stands far back in a list, and many words, take longer to find. */
export function furtherCalls({ page, q }: Record<string, unknown>): number {
  const far = typeof page === 'number' ? Math.floor(page / pagesForOne) : 0
  const words = typeof q === 'string' ? (q.match(/\S+/g) ?? []).length : 0
  return far + Math.floor(words / wordsForOne)
}
