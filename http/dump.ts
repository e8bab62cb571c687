// All listings as one file: complete once a week, and in between what has changed.
import type { H3 } from 'h3'
import { FastResponse } from 'srvx'
import { z } from 'zod'
import { dumpLines } from '../tools/catalogue/dump.ts'
import { Refusal } from '../tools/errors.ts'
import { parseInput } from '../tools/faults.ts'
import { cors } from './cors.ts'
import { problemResponse } from './errors.ts'
import { answerOtherMethods } from './methods.ts'
import type { Services } from './services.ts'

export const dumpPath = '/dump/listings.ndjson'

const input = z.object({
  updated_since: z
    .string()
    .refine(
      (text) => [z.iso.date(), z.iso.datetime()].some((form) => form.safeParse(text).success),
      'Must be a day such as 2026-11-16, or an instant in UTC such as 2026-11-16T08:00:00Z.',
    )
    .optional(),
})

/** A dump costs thousands of reads, so it counts against the "checks" limit. */
const reading = { http: { method: 'GET', path: dumpPath }, policy: 'checks' } as const

export function dumpRoutes(app: H3, services: Services): void {
  app.get(dumpPath, ({ req, url }) => {
    try {
      const { context, take } = services.arriveAs(req, null)
      const given = parseInput({ name: 'dump', input }, Object.fromEntries(url.searchParams))
      if (given instanceof Refusal) throw given
      take(reading)
      const { site, now } = context
      const since = given.updated_since
      // Instants are compared as text, so one must have the form of those that are stored.
      const updated_since = since === undefined ? null : new Date(since).toISOString()
      const lines = dumpLines(services.storage, { site, now, updated_since })
      const encoder = new TextEncoder()
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const { done, value } = await lines.next()
          if (done === true) controller.close()
          else controller.enqueue(encoder.encode(value))
        },
        cancel: async () => void (await lines.return(undefined)),
      })
      return new FastResponse(body, {
        headers: {
          'content-type': 'application/x-ndjson',
          'cache-control': 'public, max-age=3600',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          ...cors,
        },
      })
    } catch (error) {
      return problemResponse(error, services, req)
    }
  })
  answerOtherMethods(app, services, dumpPath, ['GET'])
}
