// Tasks for a thread that tests end in every way.
import { threadId } from 'node:worker_threads'
import { serveTasks } from '../../jobs/reading/thread.ts'

let calls = 0
export const tasks = {
  echo: (text: string) => ({ text, thread: threadId }),
  spin(): never {
    for (;;);
  },
  backtrack: () => /^(?:a+)+$/.test(`${'a'.repeat(50)}b`),
  eat(): never {
    for (const eaten: object[] = []; ;) eaten.push({ more: eaten.length })
  },
  swallow(): never {
    for (const eaten: string[][] = []; ;) eaten.push('a\n'.repeat(2_000_000).split('\n'))
  },
  complain(): never {
    throw new RangeError('out of range')
  },
  leave(): never {
    throw process.exit(0)
  },
  nap(): void {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  },
  sleep(): void {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
  /** How often it was called in this thread. */
  count: () => (calls += 1),
  unsayable: () => () => 'functions cannot cross',
}
if (threadId !== 0) serveTasks(tasks)
