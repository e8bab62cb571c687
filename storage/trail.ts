// Records refusals without delaying requests: they are collected in memory and written a little later, together.
import type { Deed } from './audit.ts'
import type { OpenStorage } from './storage.ts'

export type Trail = {
  /** Records a refusal; returns at once. */
  refused(deed: Deed): void
  close(): Promise<void>
}

const flush_ms = 1000
/** The most refusals recorded of one person at once; the log has all of them. */
const mostOfOnePerson = 10
const most = 5000

export function openTrail(storage: OpenStorage, complain: (error: unknown) => void): Trail {
  let gathered: Deed[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const deeds = gathered
    gathered = []
    if (deeds.length > 0) await storage.write(({ audit }) => audit.note(deeds)).catch(complain)
  }

  return {
    refused(deed) {
      const theirs = gathered.filter(({ user_id }) => user_id === deed.user_id).length
      if (gathered.length >= most || theirs >= mostOfOnePerson) return
      gathered.push(deed)
      timer ??= setTimeout(() => (writing = flush()), flush_ms).unref()
    },
    async close() {
      await writing
      await flush()
    },
  }
}
