// The real catalogue, where it lies beside the project, as search sees it.
import { existsSync, readFileSync } from 'node:fs'
import type { IndexedListing } from '../../storage/search/document.ts'

const folder = new URL('../../../shared/data/', import.meta.url)

type Row = {
  name: string
  url: string
  tagline: string | null
  description: string | null
  tags: string[]
  founders: string[]
  categories: string[]
  country: string | null
  stage: string | null
  pricing_model: string | null
}

/** With parents before their children, as ids must be inserted. */
export function loadCategories() {
  const read = JSON.parse(readFileSync(new URL('categories.json', folder), 'utf8')) as {
    slug: string
    name: string
    parent: string | null
  }[]
  const ids = new Map(read.map(({ slug }, i) => [slug, i + 1]))
  const depth = (slug: string | null): number =>
    slug === null ? 0 : 1 + depth(read[ids.get(slug)! - 1]!.parent)
  return read
    .map(({ slug, name, parent }) => ({
      id: ids.get(slug)!,
      slug,
      name,
      parent,
      parent_id: parent && ids.get(parent)!,
    }))
    .sort((a, b) => depth(a.slug) - depth(b.slug))
}

/** Slugs by the ids that loadCatalogue gives. */
export function loadSlugs(): string[] {
  const rows = readFileSync(new URL('catalog.jsonl', folder), 'utf8').trimEnd().split('\n')
  return rows.map((line) => (JSON.parse(line) as { slug: string }).slug)
}

/** Null where the data are absent. */
export function loadCatalogue(): IndexedListing[] | null {
  const file = new URL('catalog.jsonl', folder)
  if (!existsSync(file)) return null
  const categories = loadCategories()
  const ids = new Map(categories.map(({ slug, id }) => [slug, id]))
  const parents = new Map(categories.map(({ slug, parent }) => [slug, parent]))
  function upwards(slug: string): number[] {
    const found: number[] = []
    for (let at: string | null = slug; at !== null; at = parents.get(at) ?? null) found.push(ids.get(at)!)
    return found
  }
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n')
  return rows.map((line, i) => {
    const row = JSON.parse(line) as Row
    return {
      id: i + 1,
      site_id: 1,
      name: row.name,
      tagline: row.tagline ?? '',
      description: row.description ?? '',
      keywords: row.tags,
      founders: row.founders,
      needs: [],
      status: 'live',
      category_ids: [...new Set(row.categories.flatMap(upwards))],
      stage: row.stage,
      country: row.country,
      pricing_model: row.pricing_model,
      agent_ready: false,
      verified: false,
      domain: new URL(row.url).hostname.replace(/^www\./, ''),
      votes: 0,
      views: 0,
      followers: 0,
      trend: 0,
      live_at: '2026-01-05T00:00:00Z',
    }
  })
}
