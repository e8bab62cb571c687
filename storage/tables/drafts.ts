// Drafts: the pages that were read of a website, and the profile written from them.
import { byFact, fieldNames, type FieldName } from '../../facts.ts'
import { blob, customType, integer, primaryKey, sqliteTable, text } from '../drizzle.ts'
import { id, strings, type Faq } from './columns.ts'
import type { Story } from './listings.ts'

export const draftStatuses = ['crawling', 'drafting', 'ready', 'failed'] as const
export const fieldStates = ['ai', 'not_found', 'edited', 'manual', 'override', 'deleted'] as const

/** A sentence of the site that proves a value; `item` is the value's index in a list. */
export type Quote = {
  quote: string
  url: string
  where: 'visible' | 'meta' | 'json-ld' | 'link'
  item?: number
}

export type FieldState = (typeof fieldStates)[number]

/** A drafted value. `original` is what the AI first wrote, kept for ever; null if it found nothing. */
export type Drafted<T> = {
  value: T | null
  state: FieldState
  evidence: Quote[]
  original: { value: T; evidence: Quote[] } | null
  /** Nobody has looked for it on the website yet, so it does not count as missing there. */
  unsought?: true
  /** Some pages could not be read, so it does not count as missing there. */
  unread?: true
  /** It was looked for again without success. */
  sought_again?: true
}

export const blankOf = <T>(): Drafted<T> => ({
  value: null,
  state: 'not_found',
  evidence: [],
  original: null,
})

export type FieldValue = string | string[]

type DraftFounder = { name: string; title?: string; bio?: string }

export type DraftMilestone = { date: string; title: string; description?: string; url?: string }

export type DraftProfile = {
  fields: Record<FieldName, Drafted<FieldValue>>
  faqs: Drafted<Faq[]>
  company_socials: Drafted<Record<string, string>>
  founder_socials: Drafted<Record<string, string>>
  founders: Drafted<DraftFounder[]>
  story: Story
  milestones: DraftMilestone[]
  seo: { title?: string; meta?: string }
}

/** A stored profile with exactly the current fields; those it lacked count as not looked for. */
export function wholeProfile(stored: Partial<DraftProfile>): DraftProfile {
  const unsought = <T>(): Drafted<T> => ({ ...blankOf<T>(), unsought: true })
  const fields: Partial<DraftProfile['fields']> = stored.fields ?? {}
  return {
    fields: byFact<DraftProfile['fields']>(fieldNames, (name) => fields[name] ?? unsought()),
    faqs: stored.faqs ?? unsought(),
    company_socials: stored.company_socials ?? unsought(),
    founder_socials: stored.founder_socials ?? unsought(),
    founders: stored.founders ?? unsought(),
    story: stored.story ?? {},
    milestones: stored.milestones ?? [],
    seo: stored.seo ?? {},
  }
}

/** All statements read profiles through this type, so that old drafts still open after an upgrade. */
const profile = customType<{ data: DraftProfile; driverData: string }>({
  dataType: () => 'text',
  toDriver: (whole) => JSON.stringify(whole),
  fromDriver: (json) => wholeProfile(JSON.parse(json) as Partial<DraftProfile>),
})

export const draftSteps = ['waiting', 'robots', 'reading', 'writing', 'done'] as const

type DraftProgress = { step: (typeof draftSteps)[number]; pages_read: number; reading: string | null }

export type Comparison = {
  status: 'reading' | 'ready' | 'failed'
  reason: string | null
  rows: { attribute: string; own: ComparedValue; theirs: ComparedValue }[]
}

type ComparedValue = { value: FieldValue | null; evidence: Quote[] }

export const drafts = sqliteTable('drafts', {
  id: text().primaryKey(),
  site_id: integer().notNull(),
  user_id: integer().notNull(),
  url: text().notNull(),
  url_key: text().notNull(),
  status: text({ enum: draftStatuses }).notNull(),
  profile: profile().notNull(),
  progress: text({ mode: 'json' }).$type<DraftProgress>().notNull(),
  failure: text(),
  notices: strings(),
  drafted_by: text(),
  competitor_url: text(),
  comparison: text({ mode: 'json' }).$type<Comparison>(),
  listing_id: integer(),
  submitted_at: text(),
  created_at: text().notNull(),
  updated_at: text().notNull(),
})

export const draftPages = sqliteTable(
  'draft_pages',
  {
    draft_id: text().notNull(),
    side: text({ enum: ['own', 'competitor'] }).notNull(),
    position: integer().notNull(),
    url: text().notNull(),
    fetched_at: text().notNull(),
    hash: text().notNull(),
    text: text().notNull(),
    html: blob({ mode: 'buffer' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.draft_id, t.side, t.position] })],
)

export const draftInvites = sqliteTable('draft_invites', {
  id: id(),
  draft_id: text().notNull(),
  email: text().notNull(),
  hash: text().notNull(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
  accepted_at: text(),
  founder_id: integer(),
})
