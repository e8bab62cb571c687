// Bodies still being received: somebody who sends many large ones slowly must not fill the memory.
import { Refusal } from '../tools/errors.ts'

const mostOfOne = 8_388_608
const mostOfAll = 67_108_864
/**
 * What a body counts for its sender before its first byte: connection, request and their bookkeeping. The total of
 * all senders does not include it, or a few senders of nothing would shut everybody else out.
 */
const beforeAny = 32_768

const held = new Map<string, number>()
let all = 0

/** Counts the received bytes of one body from this address until it is released; throws when too many are held. */
export function holdBytes(address: string) {
  let own = 0
  let ofAll = 0
  function add(bytes: number, amongAll = bytes): void {
    const theirs = (held.get(address) ?? 0) + bytes
    if (theirs > mostOfOne || all + amongAll > mostOfAll)
      throw new Refusal('rate_limited', 'Too much is being sent at once. Send it again in a moment.', {
        limit: 'bytes of bodies on their way',
        headers: { 'retry-after': '5', connection: 'close' },
      })
    own += bytes
    ofAll += amongAll
    all += amongAll
    held.set(address, theirs)
  }
  add(beforeAny, 0)
  return {
    add: (bytes: number) => add(bytes),
    release(): void {
      const left = (held.get(address) ?? 0) - own
      if (left > 0) held.set(address, left)
      else held.delete(address)
      all -= ofAll
      own = ofAll = 0
    },
  }
}
