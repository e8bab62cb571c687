// Judged queries (what somebody needs, and how well listings answer it) and the measures of an answer to them.
import { readFileSync } from 'node:fs'
import { seeded } from './random.ts'

export type Judged = {
  id: string
  kind: string
  q: string
  /** Grades 1 to 3 by slug; what is not named is not useful. */
  judgments: Record<string, number>
  note: string
}

export const kinds = [
  'known',
  'need',
  'sentence',
  'alternative',
  'variant',
  'category',
  'filter',
  'lang',
  'none',
] as const

export const readJudged = (file: string | URL): Judged[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Judged)

/** Two halves of every kind, the wordings of one need on the same side. The seed was chosen before anything was tuned. */
export function halves(queries: Judged[], seed = 1122): Record<'tuned' | 'unseen', Judged[]> {
  const random = seeded(seed)
  const split: Record<'tuned' | 'unseen', Judged[]> = { tuned: [], unseen: [] }
  let isTuned = true
  for (const kind of kinds) {
    const groups = new Map<string, Judged[]>()
    for (const query of queries.filter((one) => one.kind === kind)) {
      const group = /pair (\w+)/.exec(query.note)?.[1] ?? query.id
      groups.set(group, [...(groups.get(group) ?? []), query])
    }
    for (const group of random.shuffle([...groups.values()])) {
      split[isTuned ? 'tuned' : 'unseen'].push(...group)
      isTuned = !isTuned
    }
  }
  return split
}

export type Scored = {
  query: Judged
  ndcg: number | null
  first: number | null
  many: number | null
  top: string[]
}

/** Gain 2^grade - 1, discounted by log2(rank + 1), beside the best order of all that was judged. */
export function score(query: Judged, slugs: string[], total: number): Scored {
  const gain = (grade: number, i: number) => (2 ** grade - 1) / Math.log2(i + 2)
  const top = [...new Set(slugs)].slice(0, 10)
  const grades = Object.values(query.judgments).sort((a, b) => b - a)
  const ideal = grades.slice(0, 10).reduce((sum, grade, i) => sum + gain(grade, i), 0)
  if (query.kind === 'none') return { query, ndcg: null, first: null, many: Number(total > 5), top }
  const found = top.reduce((sum, slug, i) => sum + gain(query.judgments[slug] ?? 0, i), 0)
  const useful = query.kind === 'known' ? 3 : 2
  const first = Number((query.judgments[top[0] ?? ''] ?? 0) >= useful)
  return { query, ndcg: ideal === 0 ? null : found / ideal, first, many: null, top }
}

export function mean(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
