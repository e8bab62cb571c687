/** What becomes of what a model might claim, lies and compressions that are true: kept, told in the site's words, or lost. */
import { emptyProfile } from '../../jobs/drafting/extract.ts'
import { checkEvidence } from '../../jobs/drafting/proof/evidence.ts'
import type { ExtractedProfile, Founder } from '../../jobs/drafting/profile.ts'
import type { Truth } from './score_drafts.ts'
import type { Snapshot } from './snapshot_site.ts'

export type Claim = {
  host?: string
  field: keyof ExtractedProfile
  value: unknown
  evidence: { quote: string; path: string }[]
  keep: boolean
  why: string
}

/** A file's path and a page's address, spelled alike. */
const spelled = (path: string): string =>
  path
    .replace(/^\/*/, '/')
    .replace(/(?:index)?\.html?$/, '')
    .replace(/\/+$/, '')

/** `instead` is the site's own sentence where the claim gave way to it. */
export type Outcome = { kept: boolean; instead: string }

const bare = (value: unknown): string =>
  String(
    typeof value === 'string' || typeof value === 'number'
      ? value
      : JSON.stringify(value, (_, part: unknown) => part ?? undefined),
  )
    .toLowerCase()
    .replace(/(?<!\d)[.,]|[.,](?!\d)|[^\p{L}\p{N}\p{Sc}.,]+/gu, '')

export function outcomeOf(
  claim: Claim,
  { pages, start_url }: Snapshot,
  categories: { slug: string; name: string }[],
): Outcome {
  const evidence = claim.evidence.map(({ quote, path }) => ({
    quote,
    url:
      pages.find(({ url }) => spelled(decodeURIComponent(new URL(url).pathname)) === spelled(path))?.url ??
      new URL(path, start_url).href,
    where: 'visible' as const,
  }))
  const { field } = claim
  const proven = { value: claim.value, evidence }
  const list = Array.isArray(emptyProfile()[field])
  const account = claim.value as { platform?: string; value?: string }
  const given = list
    ? [proven]
    : /_socials$/.test(field)
      ? { [account.platform ?? '']: { value: account.value, evidence } }
      : proven
  const site = { start_url, categories }
  const checked = checkEvidence({ ...emptyProfile(), [field]: given } as ExtractedProfile, pages, site)
  const found = checked[field]
  if (!found || Object.keys(found).length === 0) return { kept: false, instead: '' }
  const told = /_socials$/.test(field) ? claim.value : ([found].flat()[0] as { value: unknown }).value
  const said = field === 'country' ? claim.value : told
  if (bare(said) === bare(claim.value)) return { kept: true, instead: '' }
  return {
    kept: false,
    instead: field === 'founders' ? bioInstead(claim.value as Founder, told as Founder) : textOf(told),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * Of a founder the check may keep the name and drop an invented title: then the claim has not survived. Words about them
 * may be the site's own.
 */
const bioInstead = (claimed: Founder, told: Founder): string =>
  bare(claimed.name) === bare(told.name) && bare(claimed.title) === bare(told.title) ? (told.bio ?? '') : ''

type Quoted = { quote: string; file: string; where: string }

/** What a person read and quoted, as claims that must be kept. */
export function claimsOf(truth: Truth): Claim[] {
  const found: Claim[] = []
  const quotes = (list: unknown): Claim['evidence'] =>
    (Array.isArray(list) ? (list as Quoted[]) : [])
      .filter(({ where }) => where !== 'raw-html')
      .map(({ quote, file }) => ({ quote, path: `/${file}` }))
  const add = (field: Claim['field'], value: unknown, list: unknown): void => {
    const evidence = quotes(list)
    if (value !== null && value !== undefined && evidence.length > 0)
      found.push({ host: truth.host, field, value, evidence, keep: true, why: 'truth' })
  }
  for (const field of ['name', 'tagline', 'founded_year', 'country', 'city', 'contact_email'] as const)
    add(field, truth[field], truth.evidence[field])
  const features = quotes(truth.evidence['features_any_of'])
  truth.features_any_of.forEach((value, at) => {
    const evidence = features[at]
    if (evidence)
      found.push({
        host: truth.host,
        field: 'features',
        value,
        evidence: [evidence],
        keep: true,
        why: 'truth',
      })
  })
  for (const name of truth.founders)
    add(
      'founders',
      { name, title: null, bio: null },
      (truth.evidence['founders'] as Quoted[] | undefined)?.filter(({ quote }) => quote.includes(name)),
    )
  return found
}
