// What an operation may ask of the drafter. Which one answers (extractive, or a model) is decided where things are wired.
import type { Faq, FieldValue, Quote } from '../../storage/schema.ts'

/** A page of a website as it was read. */
export type SitePage = { url: string; html: string; fetched_at: string }
export type Finding<T> = { value: T; evidence: Quote[] }
export type FoundProfile = {
  fields: Record<string, Finding<FieldValue> | null>
  faqs: Finding<Faq>[]
  company_socials: Record<string, Finding<string>>
  founder_socials: Record<string, Finding<string>>
  founders: Finding<{ name: string; title: string | null; bio: string | null }>[]
}
export type KnownCategory = { slug: string; name: string; description: string | null }

export type Drafter = {
  /** Writes a profile from the pages. Everything in it has passed the evidence check against those pages. */
  draft(
    pages: SitePage[],
    options: { start_url: string; categories: KnownCategory[]; signal?: AbortSignal },
  ): Promise<{ found: FoundProfile; drafted_by: string; notices: string[] }>
}
