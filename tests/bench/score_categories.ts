/** Categories on the real tree: of listings not learned from against where they are filed, of sites to be read. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCategory } from '../../jobs/drafting/facts/categories.ts'
import { extractProfile } from '../../jobs/drafting/extract.ts'
import { readPage } from '../../jobs/drafting/page/read_page.ts'
import type { Category } from '../../jobs/drafting/profile.ts'
import { sampled, tellingWords, usesIn } from '../../storage/search/telling.ts'
import { readLines } from './score_drafts.ts'
import { dataFolder } from './snapshot_site.ts'

type Listed = { name: string; tagline: string | null; description: string | null; categories: string[] }

/** The real tree, each category with the words of the listings filed there, as the service learns them. */
export function readCategories(listed = readLines<Listed>(join(dataFolder, 'catalog.jsonl'))): Category[] {
  const all = JSON.parse(readFileSync(join(dataFolder, 'categories.json'), 'utf8')) as Category[]
  const filed = Map.groupBy(listed, ({ categories }) => categories[0])
  const places = new Map(all.map(({ slug }, at) => [slug, at]))
  const words = [
    ...tellingWords(
      all.map(({ slug, name, description, parent }) => ({
        name,
        description: description ?? null,
        parent: places.get(parent ?? '') ?? null,
        uses: usesIn((filed.get(slug) ?? []).slice(0, sampled.listings).map(textOf)),
      })),
    ),
  ]
  return all.map((category, at) => ({ ...category, words: words[at]! }))
}
const textOf = ({ tagline, description }: Listed): string =>
  description?.startsWith(tagline ?? '') ? description : `${tagline ?? ''} ${description ?? ''}`

const isHeldListing = ({ name }: Listed): boolean =>
  createHash('sha256').update(`launch ${name}`).digest()[0]! < 51

/** A fifth of the catalogue's listings, drafted as pages of one paragraph, against the words of the others. */
export function benchCategories(): void {
  const listed = readLines<Listed>(join(dataFolder, 'catalog.jsonl'))
  const categories = readCategories(listed.filter((one) => !isHeldListing(one)))
  const bySlug = new Map(categories.map((one) => [one.slug, one as Category & { parent: string | null }]))
  const above = (slug: string): string[] => {
    const parent = bySlug.get(slug)?.parent
    return parent ? [slug, ...above(parent)] : [slug]
  }
  const counts = { listings: 0, given: 0, exact: 0, related: 0 }
  for (const one of listed.filter(isHeldListing)) {
    const text = textOf(one)
    if (text.length < 60) continue
    counts.listings++
    const html = `<title>${one.name}</title><h1>${one.tagline ?? one.name}</h1><p>${text.replaceAll('<', '&lt;')}</p>`
    const pages = [readPage({ url: 'https://listed.test/', html, fetched_at: '' })]
    const [first] = extractProfile(pages, { start_url: 'https://listed.test/', categories }).categories
    const slug = first && findCategory(first.value, categories)?.slug
    if (!slug) continue
    counts.given++
    if (one.categories.includes(slug)) counts.exact++
    if (one.categories.some((filed) => above(filed).includes(slug) || above(slug).includes(filed)))
      counts.related++
  }
  console.log(
    `\ncategories of ${counts.listings} listings not learned from: given ${counts.given}, filed there ${counts.exact}, there or above or below ${counts.related}`,
  )
}
