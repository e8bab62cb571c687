/** What the check of every field needs: which of its evidence stands, and keeping only what a rule allows. */
import { supportsText } from './claims.ts'
import type { Evidence, Found, Proven, StoredPage } from '../profile.ts'
import { type Proof, proofsOf, trickery } from './proofs.ts'

type Judged = { evidence: Evidence[]; proofs: Proof[] }
export type Rule = (proofs: Proof[]) => boolean

export type Court = {
  pages: StoredPage[]
  start_url: string
  names: string[]
  kindOf: (url: string) => string
}

/** The evidence that stands, with every place where it does. */
export function judge(evidence: Evidence[] | undefined, pages: StoredPage[]): Judged {
  const kept: Evidence[] = []
  const proofs: Proof[] = []
  for (const item of (Array.isArray(evidence) ? evidence : []).slice(0, 40)) {
    const found = item && typeof item.url === 'string' ? proofsOf(item, pages) : []
    if (found.length === 0) continue
    kept.push({ quote: item.quote, url: item.url, where: whereOf(found[0]) })
    proofs.push(...found)
  }
  return { evidence: kept, proofs }
}

const whereOf = (proof: Proof | undefined): Evidence['where'] => {
  if (proof?.kind === 'json-ld' || proof?.kind === 'link' || proof?.kind === 'meta') return proof.kind
  return proof?.kind === 'title' ? 'meta' : 'visible'
}

export function kept<T>(found: Found<T> | undefined, pages: StoredPage[], rule: Rule): Found<T> {
  if (!found || found.value === null || found.value === undefined) return null
  const { evidence, proofs } = judge(found.evidence, pages)
  return evidence.length > 0 && rule(proofs) ? { value: found.value, evidence } : null
}

export const clean = (value: unknown, most: number): value is string =>
  typeof value === 'string' &&
  value.trim() !== '' &&
  value.length <= most &&
  !trickery.test(value.replace(/[\n\t]/g, ' '))

export const ownWords = (proofs: Proof[]): Proof[] =>
  proofs.filter((proof) => proof.kind !== 'foreign' && proof.kind !== 'sample' && proof.kind !== 'link')

export function textRule(value: string, court: Court, kinds?: Set<string>): Rule {
  return (proofs) => {
    const own = ownWords(proofs).filter((proof) => !kinds || kinds.has(court.kindOf(proof.url)))
    return supportsText(
      value,
      own.map((proof) => proof.quote),
      court.names,
    )
  }
}

export function keptText(
  found: Found<string>,
  most: number,
  court: Court,
  kinds?: Set<string>,
): Found<string> {
  return found && clean(found.value, most)
    ? kept(found, court.pages, textRule(found.value, court, kinds))
    : null
}

export function keptList(
  list: Proven<string>[] | undefined,
  most: number,
  court: Court,
  rule: (value: string) => Rule,
): Proven<string>[] {
  const seen = new Set<string>()
  const proven: Proven<string>[] = []
  for (const item of Array.isArray(list) ? list : []) {
    if (!item || !clean(item.value, 200) || seen.has(item.value.toLowerCase()) || proven.length >= most)
      continue
    const found = kept(item, court.pages, rule(item.value))
    if (!found) continue
    seen.add(item.value.toLowerCase())
    proven.push(found)
  }
  return proven
}
