import { dirname } from 'node:path'
import { allowanceQueries } from './allowances.ts'
import { alternativeQueries } from './listings/alternatives.ts'
import { apiKeyQueries } from './people/api_keys.ts'
import { alertQueries } from './alerts.ts'
import { auditQueries } from './audit.ts'
import { awardQueries, hallQueries } from './awards.ts'
import { badgeQueries } from './listings/badges.ts'
import { badgeCheckQueries } from './badge_checks.ts'
import { catalogueQueries } from './catalogue.ts'
import { categoryQueries } from './categories.ts'
import { claimQueries } from './claims.ts'
import {
  gatherStatistics,
  keepingStatements,
  openConnections,
  openTransactions,
  type Db,
  type Turn,
} from './connection.ts'
import { inviteQueries } from './draft_invites.ts'
import { draftQueries } from './drafts.ts'
import { demoRows } from './demo.ts'
import { digestQueries } from './digests.ts'
import { drizzle } from './drizzle.ts'
import { jobQueries } from './jobs.ts'
import { deedQueries } from './people/deeds.ts'
import { everythingOf } from './people/everything.ts'
import { founderProfiles, founderQueries, interviewQueries } from './people/founders.ts'
import { founderWrites } from './people/founder_writes.ts'
import { findingQueries } from './listings/findings.ts'
import { waitingVoteQueries } from './listings/waiting_votes.ts'
import { followQueries } from './follows.ts'
import { listingFactQueries } from './listing_facts.ts'
import { needQueries } from './listings/needs.ts'
import { listingWrites } from './listings/save.ts'
import { ledgerMaterial } from './ledger/material.ts'
import { checkpointQueries, ledgerQueries } from './ledger/rows.ts'
import { launchQueries } from './listings/launches.ts'
import { listingQueries, livePartQueries } from './listings/read.ts'
import { numberQueries } from './listings/numbers.ts'
import { viewQueries } from './listings/views.ts'
import { voteQueries } from './listings/votes.ts'
import { isLocked } from './lock.ts'
import { mailQueries } from './mail.ts'
import { measureQueries } from './listings/measures.ts'
import { ownerQueries } from './listings/owners.ts'
import { replayQueries } from './replays.ts'
import { oauthQueries } from './people/oauth.ts'
import { oauthClientQueries } from './people/oauth_clients.ts'
import { oauthCodeQueries } from './people/oauth_codes.ts'
import { oauthRepeatQueries } from './people/oauth_repeats.ts'
import { sessionQueries } from './people/sessions.ts'
import { signInLinkQueries } from './people/sign_in_links.ts'
import { orderQueries } from './orders.ts'
import { paymentQueries } from './payments.ts'
import { pictureQueries } from './pictures.ts'
import { postQueries } from './posts.ts'
import { programmeQueries } from './programmes.ts'
import { productQueries } from './products.ts'
import { reportQueries } from './reports.ts'
import { reviewQueries } from './listings/reviews.ts'
import { rankingQueries } from './listings/rankings.ts'
import { inStep, outside, type Changes } from './search/in_step.ts'
import { openSearch } from './search/search.ts'
import { searchQueries } from './search/queries.ts'
import { siteQueries } from './sites.ts'
import { teamQueries } from './team.ts'
import { usageQueries } from './usage.ts'
import { updateQueries } from './listings/updates.ts'
import { userQueries } from './people/users.ts'
import { countChanges, openVersions, type Versions } from './versions.ts'
import { webhookQueries } from './webhooks.ts'
import { weekQueries } from './weeks.ts'

export type Storage = ReturnType<typeof queries> & {
  /**
   * Runs the work in one transaction, all or nothing. The work uses only the storage it is given, awaits nothing else
   * and has no other effects: SQLite queues transactions for its single writer, but PostgreSQL runs one again after a
   * conflict. Inside a transaction, write joins it.
   */
  write<T>(work: (storage: Storage) => Promise<T>): Promise<T>
}

export type OpenStorage = Storage & {
  /** Version counters of all committed changes, by any process. */
  versions(): Versions | Promise<Versions>
  /** How far (ms) the search index is behind the listings; 0 if both change in one transaction. */
  behind_ms(): number
  /** How many writes of this process wait for their turn or for a lock, or are under way. */
  unfinishedWrites(): number
  /** Does another process import a catalogue, and merge the search index itself when it is done? */
  importing(): boolean
  /** Moves what was written from the write-ahead log into the database file, so that no other process has to. */
  checkpoint(): Promise<void>
  /** Updates the statistics of changed tables, and empties the write-ahead log; PostgreSQL does so by itself. */
  refreshStatistics(): Promise<void>
  close(): void | Promise<void>
}

/** All queries of the service, by noun, for one database. Each is prepared on first use (prepared.ts). */
export function queries(db: Db, search: ReturnType<typeof openSearch>, changes: Changes) {
  const writes = listingWrites(db, changes)
  return {
    search: searchQueries(search),
    sites: siteQueries(db),
    listings: {
      ...listingQueries(db, search),
      ...livePartQueries(db),
      ...alternativeQueries(db),
      ...launchQueries(db),
      ...badgeQueries(db),
      ...writes,
    },
    alerts: alertQueries(db),
    audit: auditQueries(db),
    awards: { ...awardQueries(db), ...hallQueries(db) },
    badge_checks: badgeCheckQueries(db),
    facts: listingFactQueries(db),
    needs: needQueries(db, writes.reindexed),
    updates: updateQueries(db),
    weeks: weekQueries(db),
    catalogue: catalogueQueries(db),
    categories: categoryQueries(db, search),
    allowances: allowanceQueries(db),
    claims: claimQueries(db),
    drafts: { ...draftQueries(db), ...inviteQueries(db) },
    jobs: jobQueries(db),
    measures: measureQueries(db),
    follows: followQueries(db, writes.change),
    views: viewQueries(db, writes.change),
    numbers: numberQueries(db),
    deeds: deedQueries(db),
    digests: digestQueries(db),
    votes: voteQueries(db, writes.change),
    waiting_votes: waitingVoteQueries(db),
    owners: ownerQueries(db),
    replays: replayQueries(db),
    users: { ...userQueries(db), ...everythingOf(db) },
    sessions: sessionQueries(db),
    sign_in_links: signInLinkQueries(db),
    api_keys: apiKeyQueries(db),
    oauth: {
      ...oauthQueries(db),
      ...oauthClientQueries(db),
      ...oauthCodeQueries(db),
      ...oauthRepeatQueries(db),
    },
    mail: mailQueries(db),
    rankings: rankingQueries(db),
    reviews: reviewQueries(db),
    findings: findingQueries(db),
    ledger: { ...ledgerQueries(db), ...checkpointQueries(db), ...ledgerMaterial(db) },
    founders: {
      ...founderQueries(db),
      ...founderProfiles(db),
      ...interviewQueries(db),
      ...founderWrites(db, writes.reindexed),
    },
    orders: orderQueries(db),
    payments: paymentQueries(db),
    pictures: pictureQueries(db),
    posts: postQueries(db),
    products: productQueries(db),
    programmes: programmeQueries(db),
    reports: reportQueries(db),
    usage: usageQueries(db),
    webhooks: webhookQueries(db),
    team: teamQueries(db),
    demo: demoRows(db),
  }
}

/** Opens the database file, creating or migrating it first. One connection writes in turns; another reads. */
export function openStorage(file: string, turn?: Turn): OpenStorage {
  const { writer, reader } = openConnections(file)
  const search = openSearch(reader)
  const over = (connection: typeof writer) =>
    drizzle(keepingStatements(connection) as unknown as typeof connection) as unknown as Db
  const db = over(writer)
  const index = inStep(db, writer)
  const inside: Storage = Object.assign(queries(db, search, index), {
    write: <T>(work: (storage: Storage) => Promise<T>) => work(inside),
  })
  countChanges(writer)
  const { versions, forget } = openVersions(reader)
  const { inTurn, checkpoint, emptyLog, unfinished } = openTransactions(writer, forget, turn)

  return Object.assign(queries(over(reader), search, outside), {
    write: <T>(work: (storage: Storage) => Promise<T>) => inTurn(() => index.around(() => work(inside))),
    versions,
    behind_ms: () => 0,
    unfinishedWrites: unfinished,
    importing: () => isLocked(dirname(file), 'import'),
    checkpoint,
    async refreshStatistics() {
      await inTurn(async () => gatherStatistics(writer, 'optimize'))
      await emptyLog()
    },
    close() {
      reader.close()
      writer.close()
    },
  })
}
