const pagesForOne = 100
const wordsForOne = 12

/** How many extra calls a read counts for: far pages of a list and long queries take longer. */
export function furtherCalls({ page, q }: Record<string, unknown>): number {
  const far = typeof page === 'number' ? Math.floor(page / pagesForOne) : 0
  const words = typeof q === 'string' ? (q.match(/\S+/g) ?? []).length : 0
  return far + Math.floor(words / wordsForOne)
}
