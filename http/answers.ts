// Public answers, kept as text until what they were made of is changed by whomever. Who asks has been checked, and
// counted against the limits, before this is asked.

import { day_ms } from '../days.ts'
import type { OpenStorage } from '../storage/storage.ts'
import type { Versions } from '../storage/versions.ts'
import type { Tool } from '../tools/tool.ts'

/** What an answer is to everybody; headers of one request are not part of it. */
export type Answer = {
  text: string
  brief?: string
  link?: string | null
  /** Bytes in place of the text, where it is long, so that it is not encoded again for every reader. */
  bytes?: Buffer<ArrayBuffer>
}

/**
 * Whether a tool's answers are the same for everybody who is not signed in, and only an answer: nothing else happens.
 */
export const isPublicReading = (tool: Pick<Tool, 'http' | 'scope'>): boolean =>
  tool.http.method === 'GET' && tool.scope === 'public'

const longest_ms = 10_000

/**
 * Answers also depend on the week, so none outlives the day in UTC, nor the ten seconds that its Cache-Control grants
 * to others. The oldest goes first when there are too many, or too many characters.
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
    /** The kept answer of the key, when there is one that still holds, and that is known without waiting. */
    kept(key: string, now: Date): Kept | undefined {
      const entry = kept.get(key)
      if (entry === undefined || now.getTime() >= entry.until_ms) return undefined
      const versions = source.versions()
      return !(versions instanceof Promise) && entry.version === versions.public ? entry.answer : undefined
    },
    /**
     * The kept answer of the key, or a new one. The version is read first: what was made across a change is not kept.
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
