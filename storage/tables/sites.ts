// Sites, companies, categories and products.
import { integer, primaryKey, sqliteTable, text } from '../drizzle.ts'
import { id, faqs, flag } from './columns.ts'

export const productKinds = ['launch', 'extra', 'billboard'] as const

export const sites = sqliteTable('sites', {
  id: id(),
  key: text().notNull(),
  name: text().notNull(),
  host: text(),
  purpose: text().notNull(),
  currency: text().notNull().default('EUR'),
  free_queue_weeks: integer().notNull().default(6),
  /** The most free launches in a week; null means no limit. */
  free_week_cap: integer(),
  /** The sender of its mails; null means MAIL_FROM. */
  mail_from: text(),
  created_at: text().notNull(),
})

export const companies = sqliteTable('companies', {
  id: id(),
  key: text().notNull(),
  created_at: text().notNull(),
})

export const categories = sqliteTable('categories', {
  id: id(),
  slug: text().notNull(),
  name: text().notNull(),
  description: text(),
  faqs: faqs(),
  parent_id: integer(),
  demo: flag(),
})

export const formerCategorySlugs = sqliteTable('former_category_slugs', {
  slug: text().primaryKey(),
  category_id: integer().notNull(),
})

export const categoryAttributes = sqliteTable(
  'category_attributes',
  { category_id: integer().notNull(), key: text().notNull() },
  (t) => [primaryKey({ columns: [t.category_id, t.key] })],
)

export const products = sqliteTable('products', {
  key: text().primaryKey(),
  name: text().notNull(),
  description: text().notNull(),
  kind: text({ enum: productKinds }).notNull(),
  position: integer().notNull(),
  active: integer({ mode: 'boolean' }).notNull().default(true),
})

/** The price of a product on a site; without a row it is not sold there. */
export const productPrices = sqliteTable(
  'product_prices',
  {
    site_id: integer().notNull(),
    product_key: text().notNull(),
    amount_cents: integer(),
    minimum_cents: integer(),
  },
  (t) => [primaryKey({ columns: [t.site_id, t.product_key] })],
)
