/** A site of a few lines, read and drafted as a real one is. */
import { checkEvidence } from '../../../jobs/drafting/proof/evidence.ts'
import { extractProfile } from '../../../jobs/drafting/extract.ts'
import type { Category, ExtractedProfile, ReadPage } from '../../../jobs/drafting/profile.ts'
import { readPage } from '../../../jobs/drafting/page/read_page.ts'

export const home = 'https://tide.app/'

export const read = (path: string, body: string, head = ''): ReadPage =>
  readPage({
    url: new URL(path, home).href,
    html: `<!doctype html><html lang="en"><head><title>Tide</title>${head}</head><body>${body}</body></html>`,
    fetched_at: '2026-11-21T00:00:00Z',
  })

/** Paths with their bodies; "/" is the start page. Everything drafted has passed the evidence check. */
export function draft(
  site: { [path: string]: string },
  categories: Category[] = [],
  head = '',
): ExtractedProfile {
  const pages = Object.entries(site).map(([path, body]) => read(path, body, path === '/' ? head : ''))
  const known = { start_url: home, categories }
  return checkEvidence(extractProfile(pages, known), pages, known)
}

export const hero =
  '<h1>Invoices that chase themselves</h1><p>Tide sends your invoices and reminds your customers.</p>'

/** What a draft says the product is: a site that says so in one sentence alone has no longer text. */
export const described = ({ description, short_description }: ExtractedProfile): string | undefined =>
  (description ?? short_description)?.value
