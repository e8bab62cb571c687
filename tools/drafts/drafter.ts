// What an operation may ask of the drafter. Which one answers (extractive, or a model) is decided where things are wired.
import type { Faq } from '../../storage/tables/columns.ts'
import type { FieldName } from '../../facts.ts'
import type { FieldValue, Quote } from '../../storage/tables/drafts.ts'
import type { Usage } from '../../storage/usage.ts'

/** A page of a website as it was read; its HTML is packed (storage/packing.ts) and unpacked only where it is read. */
export type SitePage = { url: string; html: Uint8Array; fetched_at: string }
export type Finding<T> = { value: T; evidence: Quote[] }
export type FoundProfile = {
  fields: Partial<Record<FieldName, Finding<FieldValue> | null>>
  faqs: Finding<Faq>[]
  company_socials: Record<string, Finding<string>>
  founder_socials: Record<string, Finding<string>>
  founders: Finding<{ name: string; title: string | null; bio: string | null }>[]
}
/** `words` are those that tell it, with their weights (storage/search/telling.ts); `parent` is a slug. */
type KnownCategory = {
  slug: string
  name: string
  description: string | null
  parent?: string | null
  words?: string
}

/** Pages cost more time or memory than they may. Trying again would cost as much. */
export class TooHeavy extends Error {
  /** As a failure (failures.ts). */
  readonly reason = 'too_heavy'
  constructor(what: 'time' | 'memory') {
    super(`It takes more ${what} than it may.`)
    this.name = 'TooHeavy'
  }
}

/** Hears of what the model was told and has said, after each answer: it is paid, whatever comes of the draft. */
export type Spent = (used: Pick<Usage, 'input_tokens' | 'output_tokens'>) => Promise<void>
export type DraftWritten = { found: FoundProfile; drafted_by: string; notices: string[] }

export type Drafter = {
  /**
   * Writes a profile from the pages. Everything in it has passed the evidence check against those pages. Throws
   * TooHeavy for pages that cannot be borne.
   */
  draft(
    pages: SitePage[],
    options: {
      start_url: string
      categories: KnownCategory[]
      /** Why the model is not to be asked, as a notice; null or left out where it may be. */
      by_rules?: string | null
      spent?: Spent
      signal?: AbortSignal
    },
  ): Promise<DraftWritten>
}
