// The right name that is nearest to a wrong one. Pure.

/** Other names that people and models use for our parameters and values. */
const otherWords: Record<string, string[]> = {
  q: ['query', 'search', 'searchterm', 'text', 'term', 'keyword', 'keywords', 'words'],
  per_page: ['limit', 'count', 'size', 'pagesize', 'maxresults', 'numresults', 'first'],
  page: ['offset', 'start', 'pagenumber', 'cursor'],
  sort: ['order', 'orderby', 'sortby', 'rank', 'rankby'],
  votes: ['popular', 'popularity', 'top', 'upvotes', 'best', 'mostvoted'],
  newest: ['recent', 'latest', 'new', 'date', 'createdat'],
  recent: ['newest', 'latest', 'new'],
  'most-voted': ['popular', 'popularity', 'top', 'votes', 'best'],
  live: ['active', 'published', 'launched', 'current', 'all'],
  upcoming: ['scheduled', 'future', 'soon', 'next', 'comingsoon'],
  url: ['website', 'link', 'address', 'site', 'homepage', 'domain'],
  domain: ['website', 'url', 'site', 'homepage'],
  listing: ['slug', 'id', 'product'],
  award: ['number', 'id', 'trophy', 'awardid'],
  slug: ['id', 'name', 'key'],
  x: ['twitter'],
  name: ['title', 'productname'],
  title: ['name', 'role', 'headline', 'position'],
  meta: ['description', 'seodescription'],
  short_description: ['summary', 'excerpt', 'abstract'],
  usps: ['benefits', 'uniquesellingpoints', 'highlights'],
  question: ['q', 'title'],
  answer: ['a', 'text', 'body'],
  include_empty: ['empty', 'showempty', 'all'],
  a: ['first', 'left', 'slug1', 'one'],
  b: ['second', 'right', 'slug2', 'other', 'two'],
}

/** The name that was probably meant; undefined if none or several fit. */
export function nearest(wrong: string, names: readonly string[]): string | undefined {
  const plain = plainly(wrong)
  if (plain === '' || wrong.length > 100) return undefined
  const exact = names.filter((name) => plainly(name) === plain)
  if (exact.length > 0) return exact[0]
  const other = names.find((name) => otherWords[name]?.includes(plain))
  if (other !== undefined) return other
  const within = names.filter((name) => contains(plainly(name), plain) || contains(plain, plainly(name)))
  if (within.length === 1) return within[0]
  const [best, next] = names
    .map((name) => ({ name, steps: steps(plain, plainly(name)) }))
    .sort((one, two) => one.steps - two.steps)
  if (best === undefined || best.steps > Math.floor(plain.length / 3)) return undefined
  return next !== undefined && next.steps === best.steps ? undefined : best.name
}

/** In lower case and without separators, so that perPage, per-page and per_page are equal. */
export function plainly(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function contains(long: string, short: string): boolean {
  return short.length >= 3 && long.includes(short)
}

/** The edit distance: letters added, removed, replaced or swapped with the next. */
function steps(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const changed = rows[i - 1]![j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      let fewest = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, changed)
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        fewest = Math.min(fewest, rows[i - 2]![j - 2]! + 1)
      row.push(fewest)
    }
    rows.push(row)
  }
  return rows[from.length]![to.length]!
}
