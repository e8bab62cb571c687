import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { openThread, type Thread } from '../../../jobs/reading/thread.ts'
import type { tasks } from '../../support/thread_tasks.ts'

type Tasks = typeof tasks
const opened: Thread<Tasks>[] = []
afterEach(async () => void (await Promise.all(opened.splice(0).map((thread) => thread.close()))))

function open(more: { limit_ms?: number; idle_ms?: number } = {}): Thread<Tasks> {
  const { limit_ms = 120_000, idle_ms = 10_000 } = more
  const thread = openThread<Tasks>(new URL('../../support/thread_tasks.ts', import.meta.url), {
    limits_ms: {
      echo: limit_ms,
      spin: limit_ms,
      backtrack: limit_ms,
      eat: limit_ms,
      swallow: limit_ms,
      complain: limit_ms,
      leave: limit_ms,
      nap: limit_ms,
      sleep: limit_ms,
      count: limit_ms,
      unsayable: limit_ms,
    },
    heap_mb: 64,
    idle_ms,
  })
  opened.push(thread)
  return thread
}
const failing = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => `${error.name}: ${error.message}`,
  )

describe('a thread', () => {
  it('does what it is asked in the order asked, all of it in one thread', async () => {
    const thread = open()
    const order: string[] = []
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (text) => {
        const answer = await thread.run('echo', text)
        order.push(text)
        return answer
      }),
    )
    expect(order).toEqual(['a', 'b', 'c', 'd'])
    expect(answers.map(({ text }) => text)).toEqual(order)
    expect(new Set(answers.map((answer) => answer.thread)).size).toBe(1)
  })

  it.each(['spin', 'backtrack'] as const)(
    'that runs away (%s) is ended, and those who wait are served',
    async (name) => {
      const thread = open({ limit_ms: 300 })
      const { thread: first } = await thread.run('echo', 'before')
      const lost = failing(thread.run(name, undefined as never))
      const waiting = [thread.run('echo', 'one'), thread.run('echo', 'two')]
      expect(await lost).toBe('TooHeavy: It takes more time than it may.')
      const [one, two] = await Promise.all(waiting)
      expect([one!.text, two!.text]).toEqual(['one', 'two'])
      expect(one!.thread).not.toBe(first)
    },
  )

  it('is given computing time, so that a busy machine takes none of it away', async () => {
    const thread = open({ limit_ms: 20 })
    const { thread: first } = await thread.run('echo', 'before')
    expect(await failing(thread.run('nap', undefined as never))).toBe('done')
    expect((await thread.run('echo', 'after')).thread).toBe(first)
  })

  it('that is stuck without computing anything is ended at last', async () => {
    const thread = open({ limit_ms: 20 })
    expect(await failing(thread.run('sleep', undefined as never))).toBe(
      'TooHeavy: It takes more time than it may.',
    )
  })

  it.each(['eat', 'swallow'] as const)(
    'that eats memory (%s) is ended, and the process lives',
    async (name) => {
      const thread = open()
      const lost = failing(thread.run(name, undefined as never))
      const next = thread.run('echo', 'next')
      expect(await lost).toBe('TooHeavy: It takes more memory than it may.')
      expect((await next).text).toBe('next')
    },
  )

  it('hands errors on and goes on in the same thread', async () => {
    const thread = open()
    const { thread: first } = await thread.run('echo', 'before')
    expect(await failing(thread.run('complain', undefined as never))).toBe('RangeError: out of range')
    expect((await thread.run('echo', 'after')).thread).toBe(first)
  })

  it.each([
    ['leave', 'Error: The thread has ended.'],
    ['unsayable', /^DataCloneError/],
  ] as const)('that breaks (%s) breaks for nobody else', async (name, said) => {
    const thread = open()
    const lost = failing(thread.run(name, undefined as never))
    const next = thread.run('echo', 'next')
    expect(await lost).toEqual(typeof said === 'string' ? said : expect.stringMatching(said))
    expect((await next).text).toBe('next')
  })

  it('refuses what cannot be handed over, and only that', async () => {
    const thread = open()
    const lost = failing(thread.run('echo', (() => 'no') as never))
    const next = thread.run('echo', 'next')
    expect(await lost).toMatch(/^DataCloneError/)
    expect((await next).text).toBe('next')
  })

  it('is left by whoever gives up, at once; what nobody waits for any more is not begun', async () => {
    const thread = open()
    const stop = new AbortController()
    const order: string[] = []
    const lost = (['nap', 'count', 'count'] as const).map(async (name) => {
      const answer = await failing(thread.run(name, undefined as never, stop.signal))
      order.push(answer)
    })
    const counted = thread.run('count', undefined as never).then((calls) => order.push(`${calls}`))
    stop.abort(new Error('enough'))
    await Promise.all([...lost, counted])
    expect(order).toEqual(['Error: enough', 'Error: enough', 'Error: enough', '1'])
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
    expect(await failing(thread.run('count', undefined as never, stop.signal))).toBe('Error: enough')
    expect(await thread.run('count', undefined as never)).toBe(2)
  })

  it('ends when it has had nothing to do for a while, and begins again', async () => {
    const thread = open({ idle_ms: 30 })
    const { thread: first } = await thread.run('echo', 'one')
    expect((await thread.run('echo', 'two')).thread).toBe(first)
    const next = async () => (await thread.run('echo', 'three')).thread
    await expect.poll(next, { interval: 150 }).not.toBe(first)
  })

  it('closes in the middle of anything', async () => {
    const thread = open()
    const lost = [failing(thread.run('spin', undefined as never)), failing(thread.run('echo', 'waiting'))]
    await thread.close()
    expect(await Promise.all(lost)).toEqual(['Error: The thread is closed.', 'Error: The thread is closed.'])
    expect(await failing(thread.run('echo', 'late'))).toBe('Error: The thread is closed.')
  })
})
