// Bodies that are still on their way: whoever sends many large ones slowly must not fill the memory.
import { Refusal } from '../tools/errors.ts'

const mostOfOne = 8_388_608
const mostOfAll = 67_108_864
/** What a body takes before anything of it has come: its connection, its request, and all that waits for it. */
const beforeAny = 32_768

const held = new Map<string, number>()
let all = 0

/** Counts what has come of one body from this address, until it is released; throws when too much is on its way. */
export function holdBytes(address: string) {
  let own = 0
  const body = {
    add(bytes: number): void {
      const theirs = (held.get(address) ?? 0) + bytes
      if (theirs > mostOfOne || all + bytes > mostOfAll)
        throw new Refusal('rate_limited', 'Too much is being sent at once. Send it again in a moment.', {
          headers: { 'retry-after': '5', connection: 'close' },
        })
      own += bytes
      all += bytes
      held.set(address, theirs)
    },
    release(): void {
      const left = (held.get(address) ?? 0) - own
      if (left > 0) held.set(address, left)
      else held.delete(address)
      all -= own
      own = 0
    },
  }
  body.add(beforeAny)
  return body
}
