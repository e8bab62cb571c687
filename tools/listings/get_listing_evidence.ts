import { z } from 'zod'
import type { ListingFact } from '../../storage/listing_facts.ts'
import { factStates } from '../../storage/tables/facts.ts'
import { slug } from '../inputs.ts'
import { defineTool } from '../tool.ts'
import { listingOr404 } from './profile.ts'

export default defineTool({
  name: 'get_listing_evidence',
  title: 'Read the evidence of a listing',
  description:
    'Returns who says what a listing states: its own website, with the sentence (quote), page and day, or whoever submitted it (owner). Gone or contradicted: two readings, a week apart, did not find it.',
  scope: 'public',
  http: { method: 'GET', path: '/listings/{slug}/evidence' },
  tag: 'Directory',
  input: z.strictObject({ slug }),
  output: z.object({
    slug: z.string(),
    silent_since: z.string().nullable(),
    pages: z.array(z.object({ url: z.string(), read_on: z.string() })),
    facts: z
      .array(
        z.object({
          field: z.string(),
          value: z.string(),
          state: z.enum(factStates),
          since: z.string(),
          quotes: z
            .array(z.object({ page: z.int().describe('Index in pages'), quote: z.string() }))
            .optional(),
          found: z.string().optional().describe('Said instead'),
        }),
      )
      .describe('Empty: imported, unchecked'),
  }),
  example: { slug: 'patient-heron' },
  async handler({ slug }, { storage, site, ...context }) {
    const { listing, facts: counts } = await listingOr404(slug, { ...context, storage, site })
    const shown = (await storage.facts.of(listing.id)).filter((fact) => fact.shown)
    const pages: { url: string; read_on: string }[] = []
    const pageOf = (url: string, read_at: string): number => {
      const read_on = read_at.slice(0, 10)
      const at = pages.findIndex((page) => page.url === url && page.read_on === read_on)
      return at >= 0 ? at : pages.push({ url, read_on }) - 1
    }
    const present = ({ field, value, state, since, read_at, quotes, found }: ListingFact) => ({
      ...{ field, value: brief(textOf(field, value)), state, since: since.slice(0, 10) },
      ...(quotes.length > 0 && {
        quotes: quotes
          .slice(0, 3)
          .map(({ quote, url }) => ({ page: pageOf(url, read_at ?? since), quote: brief(quote) })),
      }),
      ...(state === 'contradicted' && found !== null && { found: brief(found.value) }),
    })
    return {
      slug: listing.slug,
      silent_since: counts?.silent_since ?? null,
      // A listing cannot state more: its lists have twenty values at most.
      facts: shown.slice(0, 120).map((fact) => present(fact)),
      pages,
    }
  },
})

/** A FAQ is stored as question and answer; evidence shows only the question. */
const textOf = (field: string, value: string): string =>
  field === 'faqs' ? (JSON.parse(value) as { question: string }).question : value

const longest = 120
/** Cut between words if it is longer than a quote may be. */
function brief(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= longest) return line
  const cut = line.slice(0, longest - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2))}…`
}
