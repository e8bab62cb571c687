import { z } from 'zod'
import { OutboundRefusal } from '../outbound_refusal.ts'
import { addDays, dayOf } from '../days.ts'
import { defineJob, type Job } from './queue/job.ts'

/** The source of Domain Ratings: a URL with {domain} in it, and its API key, if any. */
type RatingSource = { url_template: string; key: string | undefined }

/** Each domain is asked for once a week, and only as many per run as fit into an hour. */
const days = 7
const at_once = 100
/** Listings rated in one transaction, so that other writers do not wait long. */
const rated_at_once = 50
/** After so many failures in a row the source itself is considered down. */
const patience = 5

/** Asks the operator's source for the ratings of live listings, one after the other. */
export function fetchRatings({ url_template, key }: RatingSource): Job {
  return defineJob({
    kind: 'fetch_ratings',
    lane: 'looking',
    payload: z.object({}),
    max_failures: 5,
    timeout_ms: 1_200_000,
    every_s: 3600,
    async run(_payload, { storage, outbound, now, clock, log, signal }) {
      let silent = 0
      for (const domain of await storage.measures.unrated(addDays(now, -days).toISOString(), at_once)) {
        const answer = await outbound
          .fetch({
            url: url_template.replaceAll('{domain}', encodeURIComponent(domain)),
            accept: 'application/json',
            headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
            max_bytes: 65_536,
            timeout_ms: 10_000,
            redirects: 0,
            signal,
          })
          .catch((error: unknown) => {
            if (error instanceof OutboundRefusal && error.reason !== 'stopped') return null
            throw error
          })
        const isAway =
          answer === null ||
          answer.status === 401 ||
          answer.status === 403 ||
          answer.status === 429 ||
          answer.status >= 500
        silent = isAway ? silent + 1 : 0
        if (silent === patience)
          throw new Error(
            `The source of ratings gives no answer: ${answer === null ? 'unreachable' : answer.status}.`,
          )
        if (isAway) continue
        const rating = answer.status === 200 ? ratingIn(new TextDecoder().decode(answer.body)) : null
        if (rating === null) log.info({ domain, status: answer.status }, 'no rating for this domain')
        const at = clock()
        await storage.write(async ({ measures }) => {
          await measures.asked(domain, at.toISOString())
        })
        if (rating === null) continue
        for (let after = 0, ids: number[] = []; ; after = ids.at(-1)!) {
          ids = await storage.measures.atDomain(domain, after, rated_at_once)
          if (ids.length === 0) break
          await storage.write(async ({ measures }) => {
            for (const id of ids) await measures.rate(id, { measured_on: dayOf(at), rating })
          })
        }
      }
    },
  })
}

const number = z.number().min(0).max(100)
const shape = z.union([
  number,
  z.object({ domain_rating: z.union([number, z.object({ domain_rating: number })]) }),
  z.object({ rating: number }),
])

/** The rating in an answer: a number, or {"domain_rating": 42}, nested as Ahrefs does, or {"rating": 42}. */
export function ratingIn(text: string): number | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const { data } = shape.safeParse(value)
  if (data === undefined) return null
  const rating = typeof data === 'number' ? data : 'rating' in data ? data.rating : data.domain_rating
  return Math.round(typeof rating === 'number' ? rating : rating.domain_rating)
}
