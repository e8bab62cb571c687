// What is recorded of a call: who, when, through which door, about what and with which outcome; never any content.
import type { Caller } from '../auth/caller.ts'
import type { Deed } from '../storage/audit.ts'
import type { Refusal } from './errors.ts'
import type { Context } from './tool.ts'

type Given = Record<string, unknown>

/** Parameter names that identify what a call is about, the most telling first. */
const names = ['claim_id', 'listing_id', 'draft_id', 'order_id', 'milestone_id', 'update_id', 'number', 'id']
const harmless = /^[\w-]{1,40}$/

export function deedOf(
  operation: string,
  input: unknown,
  { caller, now, door, request_id }: Pick<Context<Caller>, 'caller' | 'now' | 'door' | 'request_id'>,
  outcome = 'done',
  result: unknown = null,
): Deed {
  const all = [input, result].filter((one): one is Given => typeof one === 'object' && one !== null)
  const find = (name: string) => all.map((given) => given[name]).find(isId)
  const named = names.find((name) => find(name) !== undefined)
  const listing_id = find('listing_id') ?? listingOfOrder(result)
  const told = [result].flat().find(isTold)
  return {
    ...{ at: now.toISOString(), user_id: caller.user_id, door, client: caller.credential, operation },
    subject:
      told !== undefined
        ? `${told.about} ${told.about_id}`
        : named === undefined
          ? null
          : `${kindOf(named, find(named))} ${String(find(named))}`,
    listing_id:
      told?.about === 'listing' ? Number(told.about_id) : typeof listing_id === 'number' ? listing_id : null,
    ...{ outcome, request_id },
  }
}

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What kind of thing an id is of. Of all that is called by a bare id, drafts alone have such long ones. */
const kindOf = (name: string, id: unknown): string =>
  name === 'id' && guid.test(String(id)) ? 'draft' : name.replace(/_id$/, '')

/** The listing of an order, by its lines; null if they are of several. */
function listingOfOrder(result: unknown): unknown {
  const lines = (result as { lines?: { listing_id: unknown }[] } | null)?.lines ?? []
  const ids = new Set(lines.map(({ listing_id }) => listing_id))
  return ids.size === 1 ? [...ids][0] : null
}

/** Actions of the site team say themselves what they are about. */
const isTold = (one: unknown): one is { about: string; about_id: string | number } =>
  typeof one === 'object' && one !== null && 'about' in one && 'about_id' in one && isId(one.about_id)

/** Whether this is an id of ours, and not free text sent in its place. */
const isId = (value: unknown): boolean =>
  (typeof value === 'number' && Number.isSafeInteger(value)) ||
  (typeof value === 'string' && harmless.test(value))

const place = /^(?:\/[\w-]{1,40}){1,5}$/

/**
 * Why a call was refused, by our own codes and limits: "invalid_input: /url not_a_website", "rate_limited: write, 60 a
 * minute". Contains nothing the caller sent.
 */
export function whyRefused({ code, errors, limit }: Pick<Refusal, 'code' | 'errors' | 'limit'>): string {
  const faults = errors.slice(0, 3).map((fault) => {
    const isOurs = fault.code !== 'unknown_key' && place.test(fault.pointer)
    return isOurs ? `${fault.pointer} ${fault.code}` : fault.code
  })
  return [code, limit ?? faults.join(', ')].filter((part) => part !== '').join(': ')
}
