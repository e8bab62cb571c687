// Columns that many tables have.
import { byFact, columnFacts, facts, type ColumnFact, type KindOf } from '../../facts.ts'
import { integer, text } from '../drizzle.ts'

/** The keys of `socials` (2.10). */
export const socialPlatforms = [
  'linkedin',
  'x',
  'facebook',
  'instagram',
  'tiktok',
  'youtube',
  'threads',
  'pinterest',
  'github',
  'reddit',
  'producthunt',
  'medium',
  'website',
  'custom',
] as const
export type SocialPlatform = (typeof socialPlatforms)[number]

export type Faq = { question: string; answer: string }

export const id = () => integer().primaryKey()
export const strings = () => text({ mode: 'json' }).$type<string[]>().notNull().default([])
export const faqs = () => text({ mode: 'json' }).$type<Faq[]>().notNull().default([])
export const socials = () => text({ mode: 'json' }).$type<Record<string, string>>().notNull().default({})
export const count = () => integer().notNull().default(0)
export const flag = () => integer({ mode: 'boolean' }).notNull().default(false)

/** The column of a fact of each kind; without a value it is null, or an empty list. */
const columnOf = {
  line: () => text(),
  text: () => text(),
  slug: () => text(),
  country: () => text(),
  email: () => text(),
  link: () => text(),
  year: () => integer(),
  list: strings,
}
type Optional = Exclude<ColumnFact, 'name'>

/** The columns of all facts but the name, which every listing has. */
export const factColumns = byFact<{ [N in Optional]: ReturnType<(typeof columnOf)[KindOf<N>]> }>(
  columnFacts.filter((name) => name !== 'name'),
  (name) => columnOf[facts[name].kind](),
)
