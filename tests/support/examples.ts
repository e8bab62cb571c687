// What every operation answers to its own example: all of them run against the demonstration catalogue on the fixed
// Thursday, the writing ones as somebody who owns a listing there and has a website to draft from. The reference shows it.
import type { Example } from '../../http/site/public/docs_examples.ts'
import { catalog } from '../../tools/catalog.ts'
import { enter, type Caller } from './callers.ts'
import { openOutside, pages } from './outside.ts'
import { completeProfile } from './owned.ts'
import { callRest, startService, type Service } from './service.ts'
import { tide } from './tide.ts'

type Input = Record<string, unknown>

export async function recordExamples(): Promise<Record<string, Example>> {
  const outside = await openOutside({ 'example.com': tide })
  const service = await startService({ outside: outside.options, demo: true })
  const recorded: Record<string, { input: Input; status: number; body: object }> = {}

  /** Runs the example; `things` are the numbers that what it is about has here. */
  async function record(name: string, caller: Caller | null, things: Input = {}) {
    const tool = catalog.find((one) => one.name === name)!
    const input: Input = { ...tool.example, ...things }
    const { status, body } = await callRest(service, name, input, caller?.headers)
    if (status !== (tool.http.status ?? 200))
      throw new Error(`The example of ${name} is answered with ${status}: ${JSON.stringify(body)}`)
    recorded[name] = { input, status, body }
    return body
  }
  try {
    for (const { name, scope } of catalog) if (scope === 'public') await record(name, null)
    const listing_id = await claim(service, record, outside.hosts)
    const owner = await enter(service, 'rest', 'you@example.com')
    await edit(service, record, owner, listing_id)
    await draftAndOrder(service, record, owner)
    const { status, body } = await callRest(service, 'get_listing', { slug: 'patient-hero' })
    recorded.refusal = { input: { slug: 'patient-hero' }, status, body }
  } finally {
    await service.close()
    await outside.close()
  }
  const known = new Map<string, string>()
  return Object.fromEntries(
    Object.entries(recorded).map(([name, { input, status, body }]) => {
      const lasting = steady({ input, body }, service.url, known)
      return [name, { input: lasting.input, status, ...shortened(lasting.body) }]
    }),
  )
}

type RecordOne = (name: string, caller: Caller | null, things?: Input) => Promise<Record<string, any>>

async function claim(service: Service, record: RecordOne, hosts: Map<string, ReturnType<typeof pages>>) {
  const claimant = await enter(service, 'rest', 'claimant@example.com')
  const { listing_id } = await record('claim_listing', claimant)
  const { claim_id, publish } = await claimant.get('claim_listing', { slug: 'calm-harbour', method: 'file' })
  hosts.set('calm-harbour.example', pages({ [new URL(publish.at).pathname]: { body: publish.content } }))
  await record('verify_claim', claimant, { claim_id })
  await record('list_my_claims', claimant)
  return listing_id as number
}

async function edit(service: Service, record: RecordOne, owner: Caller, listing_id: number) {
  await completeProfile(service, owner.user_id)
  const at = service.clock.now.toISOString()
  await service.storage.write(({ owners }) => owners.add(listing_id, owner.user_id, at))
  await record('get_account', owner)
  await record('list_my_listings', owner)
  await record('get_my_listing', owner, { listing_id })
  await record('update_my_listing', owner, { listing_id })
  await record('post_listing_update', owner, { listing_id })
  const { milestone_id } = await record('add_milestone', owner, { listing_id })
  await record('delete_milestone', owner, { listing_id, milestone_id })
  await record('set_founder_story', owner, { listing_id })
  await record('answer_interview', owner)
}

async function draftAndOrder(service: Service, record: RecordOne, owner: Caller) {
  const { id } = await record('submit_listing', owner)
  await service.worker.idle()
  await record('get_draft', owner, { id })
  await record('list_my_drafts', owner)
  await record('update_draft', owner, { id })
  await record('invite_cofounder', owner, { id })
  const { listing_id } = await record('submit_draft', owner, { id })
  const items = [{ product: 'launch', listing_id }]
  await record('quote_order', owner, { items })
  const { number } = await record('create_checkout', owner, { items })
  await record('list_my_orders', owner)
  await record('get_order', owner, { number })
  await record('choose_free_listing', owner, { listing_id })
}

/** Ids of drafts and requests, what a claim publishes, and the secret of a checkout's address. */
const drawnByLot = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{36}\b|(?<=\blo_)[\w-]{43}/g

/** The same in every run: the address of the site has a name, and what is drawn by lot is counted. */
function steady<T>(value: T, url: string, known: Map<string, string>): T {
  const text = JSON.stringify(value).replaceAll(url, '{public_url}')
  return JSON.parse(
    text.replace(drawnByLot, (drawn) => {
      const counted = String(known.size + 1)
      const isSecret = drawn.length === 43
      if (!known.has(drawn))
        known.set(drawn, drawn.replace(isSecret ? /./g : /[^-]/g, '0').slice(0, -counted.length) + counted)
      return known.get(drawn)!
    }),
  ) as T
}

/** The file that the reference reads. */
export const examplesText = (examples: Record<string, Example>): string =>
  `${JSON.stringify(examples, null, 1)}\n`

/** Long lists and texts end early, and say so. */
function shortened(body: object): { answer: unknown; is_cut: boolean } {
  let is_cut = false
  const cut = (value: unknown): unknown => {
    if (typeof value === 'string' && value.length > 200) {
      is_cut = true
      return `${value.slice(0, 160)}…`
    }
    if (Array.isArray(value)) {
      const kept = typeof value[0] === 'object' ? 1 : 4
      if (value.length <= kept) return value.map(cut)
      is_cut = true
      return [...value.slice(0, kept).map(cut), `… ${value.length - kept} more`]
    }
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cut(one)]))
  }
  return { answer: cut(body), is_cut }
}
