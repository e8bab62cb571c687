// The edit body of a listing (2.11), and the columns it means. Pure.
import { z } from 'zod'
import type { Listing } from '../../storage/listings/read.ts'
import { socialPlatforms } from '../../storage/tables/columns.ts'
import { accountFault, isAccount, isWebLink, webLinkFault } from '../inputs.ts'

const words = (max: number) => z.string().max(max)
const list = z.array(words(200)).max(20)
const blankOr = (fits: (text: string) => boolean) => (text: string) => text.trim() === '' || fits(text.trim())

export const listingEdits = {
  fields: z
    .strictObject({
      tagline: words(200),
      short_description: words(300),
      description: words(20_000),
      pricing_model: words(40),
      pricing_summary: words(300),
      country: words(2).refine(
        blankOr((text) => /^[a-z]{2}$/i.test(text)),
        'Must be an ISO 3166 two-letter country code, for example FI.',
      ),
      city: words(120),
      founded_year: z.int().min(1800).max(2100).nullable(),
      demo_video_url: words(500).refine(blankOr(isWebLink), webLinkFault),
      contact_email: words(254).refine(
        blankOr((text) => z.email().safeParse(text).success),
        'Must be an email address.',
      ),
      features: list,
      usps: list,
      keywords: list,
      headline: words(200),
      summary: words(20_000),
      seo_title: words(200),
      seo_description: words(320),
    })
    .partial()
    .optional()
    .describe('An empty string removes a text'),
  apply_to: z
    .array(words(40))
    .max(60)
    .optional()
    .describe(
      '["all"] or keys of sites: headline, summary, seo_title and seo_description sent here go to your listings of this company there too',
    ),
  socials: z
    .partialRecord(z.enum(socialPlatforms), words(500).trim().refine(isAccount, accountFault))
    .optional()
    .describe('Replaces all'),
  faqs: z
    .array(z.strictObject({ question: words(300).min(1), answer: words(1500).min(1) }))
    .max(10)
    .optional()
    .describe('Replaces all'),
}
const body = z.object(listingEdits)
export type ListingEdits = z.output<typeof body>

const travelling = ['headline', 'summary', 'seo_title', 'seo_description'] as const

/** The columns an edit sets; what was not sent is not among them. */
export function columnsOf({ fields = {}, socials, faqs }: ListingEdits): Partial<Listing> {
  const columns = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, name === 'country' ? upper(value) : cleaned(value)]],
  )
  return {
    ...Object.fromEntries(columns),
    ...(socials !== undefined && { socials: filled(socials) }),
    ...(faqs !== undefined && { faqs }),
  }
}

/** Of the columns an edit sets, those that may travel to the company's listings on other sites. */
export function travellingOf(columns: Partial<Listing>): Partial<Listing> {
  return Object.fromEntries(travelling.flatMap((name) => (name in columns ? [[name, columns[name]]] : [])))
}

function cleaned(value: string | string[] | number | null): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((one) => one.trim()))].filter((one) => one !== '')
  return typeof value === 'string' ? value.trim() || null : value
}

function upper(value: string | string[] | number | null): string | null {
  return String(value).trim().toUpperCase() || null
}

function filled(socials: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(socials).flatMap(([platform, account = '']) =>
      account === '' ? [] : [[platform, account]],
    ),
  )
}
