/*
 * Chooses the pages of a site that are most likely to contain facts.
 */
import { companyKeyOf } from '../../tools/listings/company.ts'
import type { ReadPage } from '../drafting/profile.ts'
import { judge, type Judged, languageOf, pageKey } from '../page_kinds.ts'

/** An address of the site, and how promising it is. */
export type Candidate = Judged & { key: string }
/** A page that was read, as far as the choice needs it. */
export type JudgedPage = { url: string; kind: string; links: Candidate[] }

const most = { links: 1000, listed: 2000, candidates: 3000 }

type Pointer = { url: string; label: string; bonus: number }

/** The links to the company's own pages, each page once. */
function judgeAll(pointers: Pointer[], start_url: string): Map<string, Candidate> {
  const start = new URL(start_url)
  const host = start.host.replace(/^www\./, '')
  // On hosts that give each product a path, other paths belong to other people.
  const company = companyKeyOf(start)
  const start_language = languageOf(start.pathname)
  const best = new Map<string, Candidate>()
  for (const { url, label, bonus } of pointers) {
    if (!/^https?:\/\//.test(url) || url.length > 1000) continue
    const parsed = URL.parse(url)
    if (!parsed || parsed.host.replace(/^www\./, '') !== host || companyKeyOf(parsed) !== company) continue
    // Sitemaps and old links often use the other scheme; use the one that answered.
    parsed.protocol = start.protocol
    const judged = judge(parsed.href, label, start_url, start_language)
    if (!judged) continue
    const key = pageKey(url)
    const score = judged.score + bonus
    if (score > (best.get(key)?.score ?? -Infinity)) best.set(key, { ...judged, score, key })
  }
  return best
}

export function judgePage({ url, links }: Pick<ReadPage, 'url' | 'links'>, start_url: string): JudgedPage {
  const kind = judge(url, '', start_url, languageOf(new URL(start_url).pathname))?.kind ?? 'other'
  const pointers = links.map(({ href, text, sample }) => ({
    url: href,
    label: text,
    bonus: sample ? -20 : 2,
  }))
  return { url, kind, links: [...judgeAll(pointers, start_url).values().take(most.links)] }
}

export function judgeListed(urls: string[], start_url: string): Candidate[] {
  const pointers = urls.slice(0, most.listed).map((url) => ({ url, label: '', bonus: 0 }))
  return [...judgeAll(pointers, start_url).values()]
}

/**
 * Unread pages of the same site, the most promising first. Call it again after each page: a page's links may be better
 * than those known before. Further pages of the same kind (ten "docs about pricing") rank lower.
 */
export function choosePages(
  read: JudgedPage[],
  listed: Candidate[],
  tried: ReadonlySet<string> = new Set(),
): string[] {
  const seen = new Set(tried)
  const perKind = new Map<string, number>()
  for (const { url, kind } of read) {
    seen.add(pageKey(url))
    perKind.set(kind, (perKind.get(kind) ?? 0) + 1)
  }
  const best = new Map<string, Candidate>()
  for (const candidate of [...read.map(({ links }) => links), listed].flat()) {
    if (best.size >= most.candidates) break
    if (seen.has(candidate.key)) continue
    const before = best.get(candidate.key)
    if (!before || before.score < candidate.score) best.set(candidate.key, { ...candidate })
  }
  const ranked = [...best.values()].sort((one, other) => other.score - one.score)
  for (const candidate of ranked) {
    const seen = perKind.get(candidate.kind) ?? 0
    perKind.set(candidate.kind, seen + 1)
    candidate.score -= candidate.kind === 'other' ? Math.min(seen, 3) * 2 : seen * 14
  }
  ranked.sort((one, other) => other.score - one.score)
  return ranked.map((candidate) => candidate.url)
}
