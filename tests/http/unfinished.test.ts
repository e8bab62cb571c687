import { afterEach, expect, it } from 'vitest'
import { holdBytes } from '../../http/unfinished.ts'

const held: ReturnType<typeof holdBytes>[] = []
const hold = (address: string) => void held.push(holdBytes(address))
afterEach(() => held.splice(0).forEach((one) => one.release()))

it('many senders of nothing shut out nobody else', () => {
  for (let address = 0; address < 40; address += 1)
    for (let body = 0; body < 250; body += 1) hold(`10.0.0.${address}`)
  expect(() => hold('10.0.1.1')).not.toThrow()
  expect(() => held.at(-1)!.add(1_000_000)).not.toThrow()
})

it('one sender has so many bodies on their way, and room again when they have ended', () => {
  for (let body = 0; body < 256; body += 1) hold('10.0.0.1')
  expect(() => hold('10.0.0.1')).toThrow('Too much is being sent at once')
  held.pop()!.release()
  expect(() => hold('10.0.0.1')).not.toThrow()
})

it('all senders together have so much on its way', () => {
  for (let address = 0; address < 8; address += 1) {
    hold(`10.0.0.${address}`)
    held.at(-1)!.add(8_300_000)
  }
  hold('10.0.1.1')
  expect(() => held.at(-1)!.add(8_000_000)).toThrow('Too much is being sent at once')
})
