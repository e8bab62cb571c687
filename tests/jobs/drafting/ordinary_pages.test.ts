// Product pages as they are made today, invented: pain sections, grids, comparisons, steps, press, testimonials, notices of
// hosters. Each names what its draft says and what no text of it may say. ordinary_pages.txt: "=== name language", what is
// wanted, the page.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkEvidence } from '../../../jobs/drafting/proof/evidence.ts'
import { extractProfile } from '../../../jobs/drafting/extract.ts'
import type { ExtractedProfile } from '../../../jobs/drafting/profile.ts'
import { readPage } from '../../../jobs/drafting/page/read_page.ts'

const pages = readFileSync(new URL('./ordinary_pages.txt', import.meta.url), 'utf8')
  .split(/^=== /m)
  .slice(1)

function draft(name: string, lang: string, body: string): ExtractedProfile {
  const url = `https://${name.toLowerCase().replaceAll(' ', '')}.app/`
  const html = `<!doctype html><html lang="${lang}"><head><title>${name}</title></head><body>${body}</body></html>`
  const read = [readPage({ url, html, fetched_at: '' })]
  const known = { start_url: url, categories: [] }
  return checkEvidence(extractProfile(read, known), read, known)
}

describe('an ordinary page', () => {
  it.each(pages.map((page) => [page.slice(0, page.indexOf('\n')), page] as const))('%s', (head, page) => {
    const [, name = '', lang = ''] = /^(.*) (\w+)$/.exec(head) ?? []
    const wanted = [...page.matchAll(/^(feature|price|never): (.*)$/gm)].map(([, of, text]) => ({ of, text }))
    const of = (kind: string): string[] => wanted.flatMap((one) => (one.of === kind ? one.text! : []))
    const profile = draft(name, lang, page.slice(page.indexOf('\n<')))
    const lists = [...profile.features, ...profile.usps].map(({ value }) => value)
    const { tagline, short_description, description, pricing_summary } = profile
    const all = [tagline, short_description, description, pricing_summary].flatMap((one) => one?.value ?? [])
    for (const feature of of('feature')) expect(lists).toContainEqual(expect.stringContaining(feature))
    for (const price of of('price')) expect(pricing_summary?.value).toContain(price)
    for (const never of of('never'))
      expect([...all, ...lists]).not.toContainEqual(expect.stringContaining(never))
    expect(of('never').length).toBeGreaterThan(2)
  })
})
