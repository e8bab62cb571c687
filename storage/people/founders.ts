// Founders behind live listings. The search by name is said in words of FTS5. A CROSS JOIN has SQLite begin with the
// founder's few rows: left to choose without statistics, it reads every listing of the site for every founder.
import { and, count, eq, inArray, sql } from '../drizzle.ts'
import { founders, interviewAnswers, interviewQuestions } from '../tables/people.ts'
import { listingFounders, listings } from '../tables/listings.ts'
import type { Db } from '../connection.ts'
import { prepared, slot, type Window } from '../prepared.ts'

export function founderQueries(db: Db) {
  const companies = sql<number>`(SELECT count(*) FROM listing_founders lf CROSS JOIN listings l ON l.id = lf.listing_id
    WHERE lf.founder_id = founders.id AND l.status = 'live' AND l.site_id = ${slot('site_id')})`
  const wanted = and(
    sql`EXISTS (SELECT 1 FROM listing_founders lf CROSS JOIN listings l ON l.id = lf.listing_id
      WHERE lf.founder_id = ${founders.id} AND l.status = 'live' AND l.site_id = ${slot('site_id')})`,
    sql`(CAST(${slot('country')} AS TEXT) IS NULL OR ${founders.country} = ${slot('country')})`,
    sql`(CAST(${slot('match')} AS TEXT) IS NULL OR ${founders.id} IN (SELECT rowid FROM founders_text WHERE founders_text MATCH ${slot('match')}))`,
  )
  const items = prepared(() =>
    db
      .select({
        slug: founders.slug,
        name: founders.name,
        title: founders.title,
        country: founders.country,
        companies: companies.as('companies'),
      })
      .from(founders)
      .where(wanted)
      .orderBy(sql`${founders.name} COLLATE NOCASE`, founders.id)
      .limit(slot('limit'))
      .offset(slot('offset')),
  )
  const total = prepared(() => db.select({ count: count() }).from(founders).where(wanted))
  const countries = prepared(() =>
    db
      .select({ country: founders.country })
      .from(founders)
      .where(
        sql`${founders.country} IS NOT NULL AND EXISTS (SELECT 1 FROM listing_founders lf CROSS JOIN listings l ON l.id = lf.listing_id
        WHERE lf.founder_id = ${founders.id} AND l.status = 'live' AND l.site_id = ${slot('site_id')})`,
      )
      .groupBy(founders.country)
      .orderBy(sql`count(*) DESC`, founders.country)
      .limit(20),
  )
  const bySlug = prepared(() =>
    db
      .select()
      .from(founders)
      .where(
        and(
          eq(founders.slug, slot('slug')),
          sql`EXISTS (SELECT 1 FROM listing_founders lf CROSS JOIN listings l ON l.id = lf.listing_id
          WHERE lf.founder_id = ${founders.id} AND l.status IN ('live', 'scheduled') AND l.site_id = ${slot('site_id')})`,
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
          inArray(listings.status, ['live', 'scheduled']),
          // The plus has SQLite begin with the founder, not with every listing of the site.
          sql`+${listings.site_id} = ${slot('site_id')}`,
        ),
      )
      .orderBy(sql`${listings.votes} DESC`, listings.id),
  )

  return {
    async list(filter: { site_id: number; q: string; country: string | null }, { limit, offset }: Window) {
      const { site_id } = filter
      const country = filter.country?.toUpperCase() ?? null
      const match = matchOf(filter.q)
      if (match === '') return { items: [], total: 0 }
      const [found, [counted]] = await Promise.all([
        items({ site_id, country, match, limit, offset }),
        total({ site_id, country, match }),
      ])
      return { items: found, total: counted!.count }
    },
    /** Countries of the founders behind live listings, those of most first. */
    countries: async (site_id: number) => (await countries({ site_id })).map((row) => row.country!),
    bySlug: async (site_id: number, slug: string) => (await bySlug({ site_id, slug }))[0],
    /** The founder's listings that anybody may see, most voted first. */
    founded: (site_id: number, founder_id: number) => founded({ site_id, founder_id }),
  }
}

/** What founders are asked, and what they answered. */
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
    /** Answers that were given, with the numbers of their questions. */
    answered: (founder_id: number) => answered({ founder_id }),
    questions: () => questions(),
  }
}

/** An FTS5 expression that wants every word as a beginning; null when there are no words to look for, '' when none can match. */
export function matchOf(text: string): string | null {
  if (text.trim() === '') return null
  const words = text.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return words.map((word) => anyOf(spellings(word))).join(' AND ')
}

const anyOf = (words: string[]): string => `(${words.map((word) => `"${word}"*`).join(' OR ')})`

/** FTS5 folds accents, but leaves ß: a Straßer is a Strasser too. */
const spellings = (word: string): string[] => [
  ...new Set([word, word.replaceAll('ß', 'ss'), word.replaceAll(/ss/gi, 'ß')]),
]
