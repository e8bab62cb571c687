// The blog.
import { integer, sqliteTable, text } from '../drizzle.ts'
import { id, strings, faqs, flag } from './columns.ts'

export const posts = sqliteTable('posts', {
  id: id(),
  site_id: integer().notNull(),
  slug: text().notNull(),
  title: text().notNull(),
  excerpt: text().notNull(),
  body_markdown: text().notNull(),
  author: text().notNull(),
  tags: strings(),
  faqs: faqs(),
  published_at: text(),
  updated_at: text().notNull(),
  demo: flag(),
})
