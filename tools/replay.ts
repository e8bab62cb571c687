// Idempotency-Key: the same request again gets the same answer (draft-ietf-httpapi-idempotency-key).
import { hash } from 'node:crypto'
import type { Replay } from '../storage/replays.ts'
import type { Storage } from '../storage/storage.ts'
import { Refusal } from './errors.ts'

const kept_ms = 24 * 3600 * 1000

type Body = Record<string, unknown>
type Call = Pick<Replay, 'user_id' | 'operation' | 'key'>
export type Once = {
  replay(storage: Storage, now: Date): Promise<Body | undefined>
  keep(storage: Storage, body: Body, now: Date): Promise<void>
}

/** Calls in progress, by caller, operation and key. A second call waits for the first and gets its answer. */
const running = new Map<string, Promise<unknown>>()

export async function inTurn<T>(call: Call, input: unknown, work: (once: Once) => Promise<T>): Promise<T> {
  const name = JSON.stringify([call.user_id, call.operation, call.key])
  const turn = (running.get(name) ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => work(onceOf(call, input)))
  running.set(name, turn)
  try {
    return await turn
  } finally {
    if (running.get(name) === turn) running.delete(name)
  }
}

function onceOf(call: Call, input: unknown): Once {
  const fingerprint = hash('sha256', canonical(input), 'base64url')
  return {
    async replay(storage, now) {
      const replay = await storage.replays.find(call)
      if (replay === undefined || replay.created_at <= daysAgo(now)) return undefined
      if (replay.fingerprint === fingerprint) return JSON.parse(replay.body) as Body
      throw new Refusal(
        'idempotency_key_reused',
        'This Idempotency-Key was used for another request of this operation. Use a fresh key for each new request.',
      )
    },
    keep: (storage, body, now) =>
      storage.replays.keep({
        ...call,
        fingerprint,
        body: JSON.stringify(body),
        created_at: now.toISOString(),
      }),
  }
}

/** Answers older than this instant are deleted. */
function daysAgo(now: Date): string {
  return new Date(now.getTime() - kept_ms).toISOString()
}

/** The Idempotency-Key of a request, or a refusal. */
export function idempotencyKey(given: unknown): string | null {
  if (given === undefined || given === null) return null
  if (typeof given === 'string' && given.length >= 1 && given.length <= 255) return given
  throw new Refusal('invalid_input', 'The Idempotency-Key must have 1 to 255 characters.', {
    errors: [
      {
        pointer: '',
        code: 'idempotency_key',
        message: 'Must be a string of 1 to 255 characters.',
        limit: 255,
      },
    ],
  })
}

/** JSON with sorted keys, so that the order of keys in a request does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}
