/** Scores a profile against what a person read on the same pages: hits, misses, false values, traps. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExtractedProfile } from '../../jobs/drafting/profile.ts'
import { socialPlatforms } from '../../storage/tables/columns.ts'
import { dataFolder, type Site } from './snapshot_site.ts'

export type Truth = Site & {
  name: string
  tagline: string | null
  pricing_model: string | null
  founded_year: number | null
  country: string | null
  city: string | null
  contact_email: string | null
  contact_email_any_of?: string[]
  socials: { [platform: string]: string }
  features_any_of: string[]
  faq_questions: string[]
  founders: string[]
  prices_any_of: string[]
  acceptable?: { [field: string]: unknown }
  /** Slugs that a lenient reader accepts; none where no category fits. */
  categories_ok?: string[]
  traps: { field: string; wrong_value: string; why: string }[]
  evidence: { [field: string]: unknown }
}

export const readLines = <T>(file: string): T[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
export const readTruth = (file = join(dataFolder, 'truth.jsonl')): Truth[] => readLines<Truth>(file)

export type Tally = { wanted: number; hit: number; given: number; false_values: string[]; misses: string[] }
export type Score = Map<string, Tally>

export const emptyTally = (): Tally => ({ wanted: 0, hit: 0, given: 0, false_values: [], misses: [] })

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[®™©’'"“”.,!?:;\-–—‑()\s]+/g, ' ')
    .trim()
const bareUrl = (url: string): string =>
  url
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/^twitter\.com/, 'x.com')
    .replace(/^discord\.com\/invite/, 'discord.gg')
    .replace(/\/+$/, '')
const bareText = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

function acceptedOf(truth: Truth, field: string, value: unknown): { values: string[]; blank: boolean } {
  const more = truth.acceptable?.[field]
  const list = [value, ...(Array.isArray(more) ? (more as unknown[]) : [])]
  const blank = list.some((item) => item === null || item === undefined)
  return { values: list.filter((item) => item !== null && item !== undefined).map(String), blank }
}

function tally(score: Score, field: string): Tally {
  const known = score.get(field) ?? emptyTally()
  score.set(field, known)
  return known
}

function scoreOne(
  score: Score,
  field: string,
  truth: Truth,
  value: string | null,
  accepted: string[],
  blank: boolean,
  same: (one: string, other: string) => boolean,
): void {
  const entry = tally(score, field)
  const right = value !== null && accepted.some((item) => same(item, value))
  // Where the truth is blank, or blank is as good, there is nothing that could be missed.
  if (accepted.length > 0 && (!blank || right)) entry.wanted++
  if (value !== null) entry.given++
  if (right) entry.hit++
  else if (value !== null)
    entry.false_values.push(`${truth.host}: ${value} (truth: ${accepted.join(' | ') || 'blank'})`)
  else if (!blank && accepted.length > 0) entry.misses.push(`${truth.host}: ${accepted[0]}`)
}

const equalText = (one: string, other: string): boolean => plain(one) === plain(other)

const isKept = (platform: string): boolean => (socialPlatforms as readonly string[]).includes(platform)

function scoreSocials(score: Score, truth: Truth, profile: ExtractedProfile): void {
  const entry = tally(score, 'socials')
  const given = new Map(
    Object.entries(profile.company_socials).map(([platform, found]) => [
      platform,
      bareUrl(found?.value ?? ''),
    ]),
  )
  const others = Object.entries(truth.socials).flatMap(([platform, url]) =>
    isKept(platform) ? [] : bareUrl(url),
  )
  const custom = given.get('custom') ?? ''
  for (const [platform, url] of Object.entries(truth.socials)) {
    // Mastodon and others have no key of their own in the specification (2.10): one of them is kept under "custom".
    const key = isKept(platform) ? platform : 'custom'
    if (key === 'custom' && custom !== bareUrl(url) && others.includes(custom)) continue
    const blank =
      (truth.acceptable?.[`socials.${platform}`] as unknown[] | undefined)?.includes(null) ?? false
    const value = given.get(key)
    given.delete(key)
    if (value !== undefined) entry.given++
    const right = value === bareUrl(url)
    if (!blank || right) entry.wanted++
    if (right) entry.hit++
    else if (value !== undefined)
      entry.false_values.push(`${truth.host}: ${platform} ${value} (truth: ${url})`)
    else if (!blank) entry.misses.push(`${truth.host}: ${platform} ${url}`)
  }
  for (const [platform, url] of given) {
    const also = truth.acceptable?.[`socials.${platform}`] as unknown[] | undefined
    if (also?.some((one) => typeof one === 'string' && bareUrl(one) === url)) continue
    entry.given++
    entry.false_values.push(`${truth.host}: ${platform} ${url} (truth: blank)`)
  }
}

function scoreFounders(score: Score, truth: Truth, profile: ExtractedProfile): void {
  const entry = tally(score, 'founders')
  const also = (truth.acceptable?.['founders'] as (string | null)[] | undefined) ?? []
  const blank = also.includes(null)
  const wanted = new Set(truth.founders.map(plain))
  for (const { value } of profile.founders) {
    entry.given++
    if (wanted.delete(plain(value.name))) {
      entry.hit++
      entry.wanted++
    } else if (!also.some((name) => name !== null && plain(name) === plain(value.name)))
      entry.false_values.push(`${truth.host}: ${value.name} (truth: ${truth.founders.join(', ') || 'blank'})`)
  }
  if (blank) return
  entry.wanted += wanted.size
  for (const name of wanted) entry.misses.push(`${truth.host}: ${name}`)
}

function scoreFaqs(score: Score, truth: Truth, profile: ExtractedProfile): void {
  if (truth.faq_questions.length === 0) return
  const entry = tally(score, 'faqs')
  const asked = new Set(profile.faqs.map((faq) => bareText(faq.value.question)))
  const found = truth.faq_questions.filter((question) => asked.has(bareText(question))).length
  entry.wanted++
  entry.given++
  if (found * 2 >= truth.faq_questions.length) entry.hit++
  else entry.misses.push(`${truth.host}: ${found} of ${truth.faq_questions.length}`)
}

function scoreLists(score: Score, truth: Truth, profile: ExtractedProfile): void {
  const said = profile.features.map((feature) => bareText(feature.value))
  const features = tally(score, 'features (at least one)')
  const lines = tally(score, 'features (lines)')
  let any = 0
  for (const feature of truth.features_any_of) {
    const key = bareText(feature)
    lines.wanted++
    if (said.some((item) => item.includes(key) || (item.length > 12 && key.includes(item)))) any++
  }
  lines.hit += any
  lines.given += any
  features.wanted++
  features.given += said.length > 0 ? 1 : 0
  if (any > 0) features.hit++
  else features.misses.push(`${truth.host}: ${said.length} given`)
  if (truth.prices_any_of.length === 0) return
  const prices = tally(score, 'prices (at least one)')
  prices.wanted++
  const summary = (profile.pricing_summary?.value ?? '').replace(/\s+/g, '')
  prices.given += summary === '' ? 0 : 1
  if (truth.prices_any_of.some((price) => summary.includes(price.replace(/\s+/g, '').replace(/\/mo$/, ''))))
    prices.hit++
  else prices.misses.push(`${truth.host}: ${summary.slice(0, 80)}`)
}

function trapsIn(truth: Truth, profile: ExtractedProfile): string[] {
  const found: string[] = []
  for (const { field, wrong_value: wrong, why } of truth.traps) {
    const wrong_value = String(wrong)
    const given: string[] = []
    if (field.startsWith('socials'))
      given.push(...Object.values(profile.company_socials).map((one) => bareUrl(one.value)))
    else if (field === 'founders') given.push(...profile.founders.map((one) => one.value.name))
    else if (field === 'features') given.push(...profile.features.map((one) => one.value))
    else if (field === 'prices') given.push(profile.pricing_summary?.value ?? '')
    else if (field === 'has_free_plan')
      given.push(/^free/i.test(profile.pricing_model?.value ?? '') ? wrong_value : '')
    else {
      const single = profile[field as 'name' | 'founded_year']
      if (single) given.push(String(single.value))
    }
    const trap = field.startsWith('socials') ? bareUrl(wrong_value) : wrong_value
    const caught =
      field === 'prices'
        ? given.some((value) => value.includes(trap))
        : given.some((value) => plain(value) === plain(trap))
    if (caught) found.push(`${truth.host}: ${field} = ${wrong_value} (${why})`)
  }
  return found
}

export function scoreProfile(score: Score, truth: Truth, profile: ExtractedProfile): string[] {
  const single = (
    field: string,
    value: string | number | null | undefined,
    wanted: unknown,
    same = equalText,
  ): void => {
    const { values, blank } = acceptedOf(truth, field, wanted)
    scoreOne(
      score,
      field,
      truth,
      value === null || value === undefined ? null : String(value),
      values,
      blank,
      same,
    )
  }
  single('name', profile.name?.value, truth.name)
  single('tagline', profile.tagline?.value, truth.tagline)
  single('founded_year', profile.founded_year?.value, truth.founded_year, (one, other) => one === other)
  single('country', profile.country?.value, truth.country, (one, other) => one === other)
  single('city', profile.city?.value, truth.city)
  single('pricing_model', profile.pricing_model?.value, truth.pricing_model)
  const emails = acceptedOf(truth, 'contact_email', truth.contact_email)
  const accepted = [...emails.values, ...(truth.contact_email_any_of ?? [])]
  scoreOne(
    score,
    'contact_email',
    truth,
    profile.contact_email?.value ?? null,
    accepted,
    emails.blank,
    (one, other) => one.toLowerCase() === other.toLowerCase(),
  )
  scoreSocials(score, truth, profile)
  scoreFounders(score, truth, profile)
  scoreFaqs(score, truth, profile)
  scoreLists(score, truth, profile)
  return trapsIn(truth, profile)
}
