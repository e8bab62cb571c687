import { z } from 'zod'
import { addDays } from '../days.ts'
import { doors, type FactIn } from '../facts.ts'
import { OutboundRefusal } from '../outbound_refusal.ts'
import { isInLists } from '../storage/listings/has_page.ts'
import type { Listing } from '../storage/listings/read.ts'
import { lookAtServer, NoServer, type ServerFound } from './doors/mcp.ts'
import { defineJob, type JobContext } from './queue/job.ts'
import { fetchAllowed } from './reading/robots.ts'

type Door = FactIn<'door'>

/** Each door (facts.ts) is checked once a week, and soon after it was added. */
const days = 7
const at_once = 20
/** Doors that an agent can call; the others are texts. */
const callable: readonly Door[] = ['mcp_url', 'openapi_url']

/** Checks whether the doors for agents answer, one listing after the other; no tool is ever called. */
export const lookAtDoors = defineJob({
  kind: 'look_at_doors',
  payload: z.object({}),
  max_failures: 5,
  timeout_ms: 1_800_000,
  every_s: 300,
  lane: 'looking',
  async run(_payload, context) {
    const { storage, clock, now } = context
    for (const id of await storage.listings.doorsDue(now.toISOString(), at_once)) {
      const listing = await storage.listings.byId(id)
      if (listing === undefined) continue
      // Sites of listings that are not public are not visited.
      const found = isInLists(listing) ? await lookAt(listing, context) : listing.door_findings
      const answered = callable.some((door) => found[door] !== undefined && found[door].fault === null)
      const isThere = doors.some((door) => listing[door] !== null)
      const due = isThere ? addDays(clock(), days).toISOString() : null
      await storage.write(async ({ listings }) => {
        const present = await listings.byId(id)
        if (present === undefined) return
        // A door changed meanwhile is checked again soon.
        const isSame = doors.every((door) => present[door] === listing[door])
        const agent_ready = answered && isThere
        await listings.change(id, { door_findings: found, agent_ready, ...(isSame && { doors_due_at: due }) })
      })
    }
  },
})

async function lookAt(listing: Listing, context: JobContext): Promise<Listing['door_findings']> {
  const found: Listing['door_findings'] = {}
  for (const door of doors) {
    const url = listing[door]
    if (url === null) continue
    const at = context.clock().toISOString()
    const known = listing.door_findings[door]
    const seen_at = known?.url === url ? known.seen_at : null
    const nothing = { asks_sign_in: false, protocol_version: null, tools: null }
    const answer = await lookIn(door, url, context)
    found[door] =
      typeof answer === 'string'
        ? { url, checked_at: at, seen_at, fault: answer, ...nothing }
        : { url, checked_at: at, seen_at: at, fault: null, ...answer }
  }
  return found
}

/** What was found, or a sentence about why nothing was. */
async function lookIn(door: Door, url: string, context: JobContext): Promise<ServerFound | string> {
  const { outbound, signal } = context
  try {
    if (door !== 'mcp_url') return await read(door, url, context)
    return await lookAtServer(url, (exchange) => outbound.fetch({ ...exchange, signal }))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof NoServer) return error.message
    if (error instanceof OutboundRefusal) return error.reason === 'stopped' ? robots : error.message
    throw error
  }
}

const robots = 'Its robots.txt does not let us read it.'

async function read(door: Door, url: string, context: JobContext): Promise<ServerFound | string> {
  const answer = await fetchAllowed(context, {
    url,
    accept: '*/*',
    max_bytes: 65_536,
    cut: true,
    timeout_ms: 10_000,
  })
  if ('forbidden' in answer) return robots
  const asks_sign_in = answer.status === 401
  if (!asks_sign_in && (answer.status < 200 || answer.status > 299))
    return `It answers with status ${answer.status}.`
  const text = new TextDecoder().decode(answer.body)
  const isPage = /^\s*<(?:!doctype|html)/i.test(text)
  // Many sites answer every path with their start page.
  if (!asks_sign_in && door === 'llms_txt' && isPage) return 'There is a web page there.'
  if (!asks_sign_in && door === 'openapi_url' && !isDescription.test(text))
    return 'There is no OpenAPI file there.'
  return { asks_sign_in, protocol_version: null, tools: null }
}

const isDescription = /(?:^|[\s{,])["']?(?:openapi|swagger)["']?\s*:\s*["']?\d/
