// A cache of public answers, valid until the data behind them changes. Callers are authenticated and rate limits are
// counted before this is used.

import { day_ms } from '../days.ts'
import type { OpenStorage } from '../storage/storage.ts'
import type { Versions } from '../storage/versions.ts'
import type { Tool } from '../tools/tool.ts'

/** The part of an answer that is the same for everybody, without headers of a single request. */
export type Answer = {
  text: string
  brief?: string
  link?: string | null
  /** Bytes of a long text, so that it is not encoded again for every reader. */
  bytes?: Buffer<ArrayBuffer>
}

/**
 * Whether all callers without a credential get the same answer from the tool, and the call has no other effect.
 */
export const isPublicReading = (tool: Pick<Tool, 'http' | 'scope'>): boolean =>
  tool.http.method === 'GET' && tool.scope === 'public'

const longest_ms = 10_000

/**
 * Answers also depend on the week, so none is kept beyond the UTC day, nor beyond the ten seconds of its Cache-Control.
 * The oldest are dropped when there are too many answers or characters.
 */
export function openAnswers<Kept extends Answer>(
  source: Pick<OpenStorage, 'versions'>,
  most = { answers: 2000, characters: 2_000_000 },
) {
  type Entry = { answer: Kept; until_ms: number; version: Versions['public'] }
  const kept = new Map<string, Entry>()
  let characters = 0

  const sizeOf = (key: string, { text, brief = '', link, bytes }: Kept) =>
    key.length + text.length + brief.length + (link?.length ?? 0) + (bytes?.byteLength ?? 0)

  function forget(key: string): void {
    const old = kept.get(key)
    if (old === undefined) return
    kept.delete(key)
    characters -= sizeOf(key, old.answer)
  }

  function keep(key: string, entry: Entry): void {
    const size = sizeOf(key, entry.answer)
    if (size > most.characters / 20) return
    forget(key)
    while (kept.size >= most.answers || characters + size > most.characters) forget(kept.keys().next().value!)
    kept.set(key, entry)
    characters += size
  }

  return {
    /** The valid cached answer of the key, if the current data version is known without waiting. */
    kept(key: string, now: Date): Kept | undefined {
      const entry = kept.get(key)
      if (entry === undefined || now.getTime() >= entry.until_ms) return undefined
      const versions = source.versions()
      return !(versions instanceof Promise) && entry.version === versions.public ? entry.answer : undefined
    },
    /**
     * The cached answer of the key, or a new one. One that was made while the data changed is not cached.
     */
    async of(key: string, now: Date, make: () => Promise<Kept>): Promise<Kept> {
      const { public: version } = await source.versions()
      const now_ms = now.getTime()
      const entry = kept.get(key)
      if (entry !== undefined && now_ms < entry.until_ms && entry.version === version) return entry.answer
      const answer = await make()
      const midnight_ms = (Math.floor(now_ms / day_ms) + 1) * day_ms
      const until_ms = Math.min(now_ms + longest_ms, midnight_ms)
      if ((await source.versions()).public === version) keep(key, { answer, version, until_ms })
      return answer
    },
  }
}

export type Answers<Kept extends Answer> = ReturnType<typeof openAnswers<Kept>>
