import type { Answer } from '../../outbound.ts'
import { OutboundRefusal } from '../../outbound_refusal.ts'
import type { ReadSitePage } from '../../storage/drafts.ts'
import { TooHeavy } from '../../tools/drafts/drafter.ts'
import type { DraftingThread } from './drafting_thread.ts'

/** Well-known paths that programs try first. */
const places = ['/llms.txt', '/.well-known/mcp/server-card.json', '/openapi.json']
const longest = 65_536

type Visiting = {
  get(url: string, accept: string, max_bytes: number): Promise<Answer>
  mayRead(url: string): Promise<boolean>
  /** Whether there is time for another request. */
  goesOn(): boolean
  thread: DraftingThread
  clock: () => Date
  signal: AbortSignal
}

/** For each path where something was found, a page that names it. */
export async function readDoors(
  start_url: string,
  { get, mayRead, goesOn, thread, clock, signal }: Visiting,
): Promise<ReadSitePage[]> {
  const found: ReadSitePage[] = []
  for (const path of places) {
    if (!goesOn()) break
    try {
      const asked = new URL(path, start_url).href
      if (!(await mayRead(asked))) continue
      const { url, status, body } = await get(asked, 'application/json, text/markdown, */*;q=0.1', longest)
      if (status !== 200) continue
      const read = await thread.run('door', { url, asked, body }, signal)
      if (read !== null) found.push({ url, fetched_at: clock().toISOString(), ...read })
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof TooHeavy || error instanceof OutboundRefusal)) throw error
    }
  }
  return found
}
