// Founders of live listings. The search by name uses FTS5 expressions. CROSS JOIN makes SQLite start with the founder's
// few rows: without statistics it would otherwise read every listing of the site for every founder.
import type { SQL } from 'drizzle-orm'
import { and, count, eq, gt, gte, lt, sql } from '../drizzle.ts'
import { boardCounts, listedFounders } from '../tables/community.ts'
import { founders, interviewAnswers, interviewQuestions } from '../tables/people.ts'
import { listingFounders, listings } from '../tables/listings.ts'
import { hasPageSql } from '../listings/has_page.ts'
import type { Db } from '../connection.ts'
import { filledParts, idsOf, keptTotal, type Part } from '../kept_totals.ts'
import { prepared, readsAll, slot, type Window } from '../prepared.ts'

/** The most name matches, those with the lowest ids: sorting by name must stay bounded. */
const mostMatches = 5_000

export function founderQueries(db: Db) {
  const { site_id, country, founder_id } = listedFounders
  const here = eq(site_id, slot('site_id'))
  const there = and(here, eq(country, slot('country')))
  const matching = and(
    here,
    sql`(CAST(${slot('country')} AS TEXT) IS NULL OR ${country} = ${slot('country')})`,
    sql`${founder_id} IN (SELECT rowid FROM founders_text WHERE founders_text MATCH ${slot('match')} LIMIT ${sql.raw(String(mostMatches))})`,
  )
  const page = (which: SQL | undefined, total = sql<number | null>`NULL`) =>
    prepared(() =>
      db
        .select({ id: founder_id, total })
        .from(listedFounders)
        .where(which)
        .orderBy(listedFounders.name, founder_id)
        .limit(slot('limit'))
        .offset(slot('offset')),
    )
  const pages = {
    all: page(here),
    country: page(there),
    match: page(
      and(matching, readsAll('names that match, as far as they are sorted')),
      sql<number>`count(*) OVER ()`,
    ),
  }
  const matchingTotal = prepared(() => db.select({ total: count() }).from(listedFounders).where(matching))
  const byIds = prepared(() =>
    db
      .select({
        id: founders.id,
        slug: founders.slug,
        name: founders.name,
        title: founders.title,
        country: founders.country,
        companies: listedFounders.companies,
      })
      .from(founders)
      .innerJoin(listedFounders, and(here, eq(founder_id, founders.id)))
      .where(sql`${founders.id} IN (SELECT value FROM json_each(${slot('ids')}))`),
  )
  const total = keptTotal(db)
  const countries = prepared(() =>
    db
      .select({ board: boardCounts.board })
      .from(boardCounts)
      .where(
        and(
          eq(boardCounts.site_id, slot('site_id')),
          sql`${boardCounts.board} > 'founders ' AND ${boardCounts.board} < 'founders!'`,
          gt(boardCounts.listings, 0),
          readsAll('one for each country'),
        ),
      )
      .orderBy(sql`${boardCounts.listings} DESC`, boardCounts.board),
  )
  const slugs = prepared(() =>
    db
      .select({ slug: founders.slug })
      .from(listedFounders)
      .innerJoin(founders, eq(founders.id, founder_id))
      .where(and(here, gte(founder_id, slot('from')), lt(founder_id, slot('to'))))
      .orderBy(founder_id),
  )
  return {
    async list(filter: { site_id: number; q: string; country: string | null }, { limit, offset }: Window) {
      const { site_id } = filter
      const country = filter.country?.toUpperCase() ?? null
      const match = matchOf(filter.q)
      if (match === '') return { items: [], total: 0 }
      const given = { site_id, country, match, limit, offset }
      const kind = match !== null ? 'match' : country !== null ? 'country' : 'all'
      const ranked = await pages[kind](given)
      const rows = await byIds({ site_id, ids: JSON.stringify(ranked.map(({ id }) => id)) })
      const byId = new Map(rows.map(({ id, ...founder }) => [id, founder]))
      return {
        items: ranked.flatMap(({ id }) => byId.get(id) ?? []),
        total:
          kind === 'match'
            ? // A page beyond the last has no row to say it.
              (ranked[0]?.total ?? (offset === 0 ? 0 : (await matchingTotal(given))[0]!.total))
            : await total(site_id, country === null ? 'founders' : `founders ${country}`),
      }
    },
    /** Slugs of the founders of live listings in this range of ids. */
    slugs: async (site_id: number, part: Part) =>
      (await slugs({ site_id, ...idsOf(part) })).map(({ slug }) => slug),
    /** Numbers of the ranges, of `size` ids each, that contain one. */
    parts: (site_id: number, size: number) =>
      filledParts(db, sql`founder_id`, sql`FROM listed_founders WHERE site_id = ${site_id}`, size),
    /** Countries of the founders of live listings, the most common first. */
    countries: async (site_id: number) =>
      (await countries({ site_id })).map(({ board }) => board.slice('founders '.length)),
  }
}

/** One founder, and their listings. */
export function founderProfiles(db: Db) {
  const bySlug = prepared(() =>
    db
      .select()
      .from(founders)
      .where(
        and(
          eq(founders.slug, slot('slug')),
          sql`EXISTS (SELECT 1 FROM listing_founders lf CROSS JOIN listings l ON l.id = lf.listing_id
          WHERE lf.founder_id = ${founders.id} AND ${hasPageSql('l')} AND l.site_id = ${slot('site_id')})`,
        ),
      ),
  )
  const founded = prepared(() =>
    db
      .select({
        id: listings.id,
        slug: listings.slug,
        name: listings.name,
        title: listingFounders.title,
        story: listings.story,
        unlocked_sections: listings.unlocked_sections,
      })
      .from(listingFounders)
      .innerJoin(listings, eq(listings.id, listingFounders.listing_id))
      .where(
        and(
          eq(listingFounders.founder_id, slot('founder_id')),
          hasPageSql('listings'),
          // The unary plus makes SQLite start with the founder, not with every listing of the site.
          sql`+${listings.site_id} = ${slot('site_id')}`,
        ),
      )
      .orderBy(sql`${listings.votes} DESC`, listings.id),
  )

  return {
    bySlug: async (site_id: number, slug: string) => (await bySlug({ site_id, slug }))[0],
    /** The founder's public listings, most voted first. */
    founded: (site_id: number, founder_id: number) => founded({ site_id, founder_id }),
  }
}

/** Interview questions and founders' answers. */
export function interviewQueries(db: Db) {
  const answers = prepared(() =>
    db
      .select({ question: interviewQuestions.question, answer: interviewAnswers.answer })
      .from(interviewAnswers)
      .innerJoin(interviewQuestions, eq(interviewQuestions.id, interviewAnswers.question_id))
      .where(eq(interviewAnswers.founder_id, slot('founder_id')))
      .orderBy(interviewQuestions.position),
  )
  const answered = prepared(() =>
    db
      .select({ question_id: interviewAnswers.question_id, answer: interviewAnswers.answer })
      .from(interviewAnswers)
      .where(eq(interviewAnswers.founder_id, slot('founder_id')))
      .orderBy(interviewAnswers.question_id),
  )
  const questions = prepared(() =>
    db
      .select({
        id: interviewQuestions.id,
        question: interviewQuestions.question,
        hint: interviewQuestions.hint,
      })
      .from(interviewQuestions)
      .where(eq(interviewQuestions.active, true))
      .orderBy(interviewQuestions.position),
  )

  return {
    answers: (founder_id: number) => answers({ founder_id }),
    /** The founder's answers, with the numbers of their questions. */
    answered: (founder_id: number) => answered({ founder_id }),
    questions: () => questions(),
  }
}

/** An FTS5 expression that requires all words as prefixes; null without words, '' if nothing can match. */
export function matchOf(text: string): string | null {
  if (text.trim() === '') return null
  const words = text.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return words.map((word) => anyOf(spellings(word))).join(' AND ')
}

const anyOf = (words: string[]): string => `(${words.map((word) => `"${word}"*`).join(' OR ')})`

/** FTS5 folds accents, but not ß: Straßer is also found as Strasser. */
const spellings = (word: string): string[] => [
  ...new Set([word, word.replaceAll('ß', 'ss'), word.replaceAll(/ss/gi, 'ß')]),
]
