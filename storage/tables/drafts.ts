// Drafts: what was read on a website, and what was written from it.
import { blob, customType, integer, primaryKey, sqliteTable, text } from '../drizzle.ts'
import { id, strings, type Faq } from './columns.ts'
import type { Story } from './listings.ts'

export const draftStatuses = ['crawling', 'drafting', 'ready', 'failed'] as const
export const fieldStates = ['ai', 'not_found', 'edited', 'manual', 'override', 'deleted'] as const

/** A sentence of the site that a value follows from; `item` is its place in a list of values. */
export type Quote = {
  quote: string
  url: string
  where: 'visible' | 'meta' | 'json-ld' | 'link'
  item?: number
}

export const textFields = [
  'name',
  'tagline',
  'short_description',
  'description',
  'stage',
  'pricing_model',
  'pricing_summary',
  'country',
  'city',
  'founded_year',
  'contact_email',
  'demo_video_url',
  'logo_url',
] as const
export const listFields = ['categories', 'tags', 'features', 'usps', 'keywords'] as const
export const fieldNames = [...textFields, ...listFields] as const
export const partNames = ['faqs', 'company_socials', 'founder_socials', 'founders'] as const
export type TextField = (typeof textFields)[number]
export type ListField = (typeof listFields)[number]
export type FieldName = TextField | ListField
export type PartName = (typeof partNames)[number]
/** Whatever can be locked, restored and redrafted by its name. */
export const draftedNames = [...fieldNames, ...partNames] as const
export type DraftedName = FieldName | PartName

export type FieldState = (typeof fieldStates)[number]

/** A drafted value. `original` is what the AI first wrote, kept for ever; null where it found nothing. */
export type Drafted<T> = {
  value: T | null
  state: FieldState
  evidence: Quote[]
  original: { value: T; evidence: Quote[] } | null
}

export const blankOf = <T>(): Drafted<T> => ({
  value: null,
  state: 'not_found',
  evidence: [],
  original: null,
})

export type FieldValue = string | string[]

export type DraftFounder = { name: string; title?: string; bio?: string }

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

/** A stored profile with every field and part of today; what it does not have is blank. */
export function wholeProfile(stored: Partial<DraftProfile>): DraftProfile {
  const fields: Partial<DraftProfile['fields']> = stored.fields ?? {}
  return {
    fields: Object.fromEntries(
      fieldNames.map((name) => [name, fields[name] ?? blankOf()]),
    ) as DraftProfile['fields'],
    faqs: stored.faqs ?? blankOf(),
    company_socials: stored.company_socials ?? blankOf(),
    founder_socials: stored.founder_socials ?? blankOf(),
    founders: stored.founders ?? blankOf(),
    story: stored.story ?? {},
    milestones: stored.milestones ?? [],
    seo: stored.seo ?? {},
  }
}

/** Read through here whichever statement asks, so that a draft of last year opens after an upgrade. */
const profile = customType<{ data: DraftProfile; driverData: string }>({
  dataType: () => 'text',
  toDriver: (whole) => JSON.stringify(whole),
  fromDriver: (json) => wholeProfile(JSON.parse(json) as Partial<DraftProfile>),
})

export const draftSteps = ['waiting', 'robots', 'reading', 'writing', 'done'] as const

export type DraftProgress = { step: (typeof draftSteps)[number]; pages_read: number; reading: string | null }

export type Comparison = {
  status: 'reading' | 'ready' | 'failed'
  reason: string | null
  rows: { attribute: string; own: ComparedValue; theirs: ComparedValue }[]
}

export type ComparedValue = { value: FieldValue | null; evidence: Quote[] }

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
