// The interface of the drafter, which jobs/drafter.ts implements: by rules (extractive), or with a model.
import type { Faq } from '../../storage/tables/columns.ts'
import type { FieldName } from '../../facts.ts'
import type { FieldValue, Quote } from '../../storage/tables/drafts.ts'
import type { Said } from '../../storage/search/document.ts'
import type { Usage } from '../../storage/usage.ts'

/** A page of a website as fetched; its HTML is packed (storage/packing.ts) and unpacked only where it is read. */
export type SitePage = { url: string; html: Uint8Array; fetched_at: string }
export type Finding<T> = { value: T; evidence: Quote[] }
export type FoundProfile = {
  fields: Partial<Record<FieldName, Finding<FieldValue> | null>>
  faqs: Finding<Faq>[]
  company_socials: Record<string, Finding<string>>
  founder_socials: Record<string, Finding<string>>
  founders: Finding<{ name: string; title: string | null; bio: string | null }>[]
}
/** `words` are typical words of the category, with weights (storage/search/telling.ts); `parent` is a slug. */
type KnownCategory = {
  slug: string
  name: string
  description: string | null
  parent?: string | null
  words?: string
}

/** Reading the pages takes more time or memory than allowed. A retry would fail in the same way. */
export class TooHeavy extends Error {
  /** The reason for failures.ts. */
  readonly reason = 'too_heavy'
  constructor(what: 'time' | 'memory') {
    super(`It takes more ${what} than it may.`)
    this.name = 'TooHeavy'
  }
}

/** Called after each answer of the model with its tokens: they are paid for, even if the draft fails later. */
export type Spent = (used: Pick<Usage, 'input_tokens' | 'output_tokens'>) => Promise<void>
export type DraftWritten = { found: FoundProfile; drafted_by: string; notices: string[] }

export type Drafter = {
  /**
   * Writes a profile from the pages. Everything in it has passed the evidence check against those pages. Throws
   * TooHeavy if the pages take too much time or memory.
   */
  draft(
    pages: SitePage[],
    options: {
      start_url: string
      categories: KnownCategory[]
      /** Why the model must not be used, as a notice; null or absent if it may be. */
      by_rules?: string | null
      spent?: Spent
      signal?: AbortSignal
    },
  ): Promise<DraftWritten>
  /** With a model: what people may search for who do not know the product. Nothing of it has been checked. */
  needs?: ((said: Said, spent: Spent, signal: AbortSignal) => Promise<string[]>) | undefined
}
