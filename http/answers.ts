// Public answers, kept as text until anything is committed by whomever. Who asks has been checked, and counted against
// the limits, before this is asked.

import type { Tool } from '../tools/tool.ts'

/** What an answer is to everybody; headers of one request are not part of it. */
export type Answer = { text: string; link?: string | null }

/** Whether a tool's answers are the same for everybody who is not signed in, and only an answer: nothing else happens. */
export const isPublicReading = (tool: Pick<Tool, 'http' | 'scope'>): boolean =>
  tool.http.method === 'GET' && tool.scope === 'public'

const longest_ms = 10_000
const day_ms = 86_400_000

/**
 * `version` changes with every commit. Answers also depend on the week, so none outlives the day in UTC, nor the ten
 * seconds that its Cache-Control grants to others. The oldest goes first when there are too many, or too many characters.
 */
export function openAnswers<Kept extends Answer>(
  version: () => number,
  most = { answers: 2000, characters: 2_000_000 },
) {
  const kept = new Map<string, { answer: Kept; until_ms: number }>()
  let characters = 0
  let seen = -1

  const sizeOf = (key: string, answer: Kept) => key.length + answer.text.length + (answer.link?.length ?? 0)

  function forget(key: string): void {
    const old = kept.get(key)
    if (old === undefined) return
    kept.delete(key)
    characters -= sizeOf(key, old.answer)
  }

  function keep(key: string, answer: Kept, now_ms: number): void {
    const size = sizeOf(key, answer)
    if (size > most.characters / 20) return
    forget(key)
    while (kept.size >= most.answers || characters + size > most.characters) forget(kept.keys().next().value!)
    const midnight_ms = (Math.floor(now_ms / day_ms) + 1) * day_ms
    kept.set(key, { answer, until_ms: Math.min(now_ms + longest_ms, midnight_ms) })
    characters += size
  }

  return {
    /** The kept answer of the key, or a new one. The version is read first: what was made across a commit is not kept. */
    async of(key: string, now: Date, make: () => Promise<Kept>): Promise<Kept> {
      const current = version()
      if (current !== seen) {
        kept.clear()
        characters = 0
        seen = current
      }
      const now_ms = now.getTime()
      const known = kept.get(key)
      if (known !== undefined && now_ms < known.until_ms) return known.answer
      const answer = await make()
      if (current === seen) keep(key, answer, now_ms)
      return answer
    },
  }
}

export type Answers<Kept extends Answer> = ReturnType<typeof openAnswers<Kept>>
