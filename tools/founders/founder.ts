import { notFound } from '../errors.ts'
import type { Context } from '../tool.ts'

/** The founder of a slug, or a refusal that says where to look. */
export async function founderOr404(slug: string, { storage, site }: Pick<Context, 'storage' | 'site'>) {
  const founder = await storage.founders.bySlug(site.id, slug)
  if (founder !== undefined) return founder
  const q = slug.replaceAll('-', ' ').slice(0, 120)
  throw notFound('founder of this slug', [
    { tool: 'list_founders', arguments: { q }, why: 'Finds founders by name' },
  ])
}
