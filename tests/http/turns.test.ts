// Turns at the one thread, by a clock that the work itself moves.
import { expect, it } from 'vitest'
import { openTurns } from '../../http/turns.ts'

function start() {
  let now_ms = 0
  const order: string[] = []
  const turns = openTurns(() => now_ms)
  const ask = (address: string, name: string, ms: number) =>
    turns.during(address, async () => {
      await undefined
      now_ms += ms
      order.push(name)
    })
  return { order, turns, ask }
}
/** As from connections of their own: one after the other, in one turn of the loop. */
const arriving = <T>(asks: (() => Promise<T>)[]) =>
  Promise.all(asks.map((ask) => new Promise<T>((done, fail) => setImmediate(() => ask().then(done, fail)))))

it('answers what is cheap as it comes', async () => {
  const { order, ask } = start()
  await arriving(['a', 'b', 'c', 'd', 'e'].map((name) => () => ask('one', name, 0.9)))
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it.each(['each on a connection of its own', 'all in one piece on one connection'])(
  'lets everybody else go before the second expensive request of a flood, %s',
  async (how) => {
    const { order, ask } = start()
    const flood = Array.from({ length: 40 }, (_, n) => () => ask('flood', `flood ${n}`, 30))
    const others = Array.from({ length: 20 }, (_, n) => () => ask(`other ${n}`, `other ${n}`, 1))
    const inOne = async () => void (await Promise.all(flood.map((one) => one())))
    await arriving(how.startsWith('each') ? [...flood, ...others] : [inOne, ...others])
    expect(order[0]).toBe('flood 0')
    expect(order.slice(1, 21)).toEqual(others.map((_, n) => `other ${n}`))
    expect(order.slice(21)).toEqual(flood.slice(1).map((_, n) => `flood ${n + 1}`))
  },
)

it('takes those who wait by turns', async () => {
  const { order, ask } = start()
  await arriving(
    ['a', 'b'].flatMap((address) => [1, 2, 3].map((n) => () => ask(address, `${address}${n}`, 10))),
  )
  expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
})

it('has at most eight readings of one address under way, and lets the next in as soon as one is done', async () => {
  const { turns } = start()
  const ends: (() => void)[] = []
  let most = 0
  let now = 0
  const all = Array.from({ length: 20 }, () =>
    turns.during('one', async () => {
      most = Math.max(most, (now += 1))
      await turns.take('one')
      await new Promise<void>((end) => ends.push(end))
      now -= 1
    }),
  )
  expect(await turns.during('two', async () => 'answered')).toBe('answered')
  for (let done = 0; done < 20; done += 1) {
    while (ends.length === 0) await new Promise((next) => setImmediate(next))
    ends.shift()!()
  }
  await Promise.all(all)
  expect(most).toBe(8)
})

it('goes on after a request that failed', async () => {
  const { order, turns, ask } = start()
  const failed = turns.during('one', () => Promise.reject(new Error('broken')))
  await expect(failed).rejects.toThrow('broken')
  await ask('one', 'next', 1)
  expect(order).toEqual(['next'])
})

it('lets all in who stand at the door before the next expensive request, however many wait', async () => {
  const { order, turns, ask } = start()
  const flood = arriving(Array.from({ length: 5 }, (_, n) => () => ask('flood', `flood ${n}`, 30)))
  // Node accepts one connection a pass of the event loop, and reads its request in the next.
  for (let n = 0; n < 20; n += 1) {
    await new Promise((done) => setImmediate(done))
    turns.arrived()
    setImmediate(() => void ask(`other ${n}`, `other ${n}`, 1))
  }
  await flood
  expect(order.slice(0, 2)).toEqual(['flood 0', 'other 0'])
  expect(order.indexOf('flood 1')).toBeGreaterThan(order.indexOf('other 18'))
})

it('keeps nobody waiting for new connections without end', async () => {
  const { order, turns, ask } = start()
  let isOver = false
  const comes = () => {
    turns.arrived()
    if (!isOver) setImmediate(comes)
  }
  comes()
  await arriving(['a', 'b', 'c'].map((name) => () => ask('one', name, 30)))
  isOver = true
  expect(order).toEqual(['a', 'b', 'c'])
})
