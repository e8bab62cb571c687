// All tables with data. The tables of storage/search are derived from these and not listed.
import type { SQLiteTable as Table } from 'drizzle-orm/sqlite-core'
import { is, SQLiteTable } from '../drizzle.ts'
import * as allowances from './allowances.ts'
import * as claims from './claims.ts'
import * as community from './community.ts'
import * as drafts from './drafts.ts'
import * as facts from './facts.ts'
import * as ledger from './ledger.ts'
import * as listings from './listings.ts'
import * as oauth from './oauth.ts'
import * as orders from './orders.ts'
import * as people from './people.ts'
import * as pictures from './pictures.ts'
import * as posts from './posts.ts'
import * as programmes from './programmes.ts'
import * as queue from './queue.ts'
import * as sites from './sites.ts'
import * as team from './team.ts'
import * as usage from './usage.ts'
import * as versions from './versions.ts'
import * as webhooks from './webhooks.ts'

const nouns = [
  ...[sites, people, listings, community, posts, oauth, queue, drafts, claims, orders, pictures, team],
  ...[allowances, programmes, facts, ledger, usage, versions, webhooks],
]
export const everyTable = nouns
  .flatMap((file) => Object.values(file) as unknown[])
  .filter((one) => is(one, SQLiteTable)) as Table[]
