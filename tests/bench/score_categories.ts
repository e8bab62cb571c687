/** Categories on the real tree: of listings not learned from against where they are filed, of sites to be read. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCategory } from '../../jobs/drafting/facts/category_names.ts'
import { extractProfile } from '../../jobs/drafting/extract.ts'
import { readPage } from '../../jobs/drafting/page/read_page.ts'
import type { Category, ExtractedProfile } from '../../jobs/drafting/profile.ts'
import { sampled, tellingWords, usesIn } from '../../storage/search/telling.ts'
import { readLines, type Truth } from './score_drafts.ts'
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

/** Those of sites, against what a lenient reader accepts where somebody wrote it down; the others are printed to be read. */
export function printCategories(drafted: { truth: Truth; profile: ExtractedProfile }[]): void {
  const known = readCategories()
  const rows = drafted.map(({ truth: { host, categories_ok: fitting }, profile }) => {
    const slugs = profile.categories.map(({ value }) => findCategory(value, known)?.slug ?? value)
    const right = slugs.filter((slug) => fitting?.includes(slug)).length
    return { host, fitting, slugs, right, isRight: fitting?.includes(slugs[0] ?? '') === true }
  })
  const given = rows.filter(({ slugs }) => slugs.length > 0)
  console.log(`categories on ${given.length} of ${rows.length} sites`)
  const read = rows.filter(({ fitting }) => fitting !== undefined)
  const said = read.filter(({ slugs }) => slugs.length > 0)
  const sum = (count: (row: (typeof rows)[number]) => number) =>
    read.reduce((all, row) => all + count(row), 0)
  if (read.length > 0)
    console.log(
      `of ${read.length} read by somebody: given ${said.length}, the first right ${sum(({ isRight }) => Number(isRight))}, ` +
        `of all given ${sum(({ right }) => right)} of ${sum(({ slugs }) => slugs.length)}; ` +
        `one fits ${read.filter(({ fitting }) => fitting!.length > 0).length}`,
    )
  for (const { host, fitting, slugs, isRight } of rows)
    if (slugs.length > 0 || fitting?.length)
      console.log(
        `  ${fitting === undefined ? ' ' : isRight ? '+' : slugs.length > 0 ? '-' : '.'} ${host}: ${slugs.join(', ')}` +
          (fitting === undefined || isRight ? '' : ` (${fitting.join(', ') || 'none fits'})`),
      )
}
