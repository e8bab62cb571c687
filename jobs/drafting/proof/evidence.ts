/*
 * No quote, no fact (product.md, "Drafts"). Whatever drafted the profile, rules or a model, each value is
 * kept only where its quotes stand verbatim on the pages they name and the value follows from them. The
 * same rooms that find facts say here what proves one; nothing is taken on the drafter's word.
 */
import { socialPlatforms, type SocialPlatform } from '../../../storage/tables/columns.ts'
import { findCategory, speaksOf } from '../facts/categories.ts'
import { pageKind } from '../../reading/choose_pages.ts'
import { supportsText } from './claims.ts'
import { clean, type Court, judge, kept, keptList, keptText, ownWords, type Rule, textRule } from './court.ts'
import { supportsEmail } from '../facts/emails.ts'
import { emptyProfile, type Site } from '../extract.ts'
import { supportsMedia } from '../facts/media.ts'
import { cleanName, shortForms, supportsName, titleParts } from '../facts/names.ts'
import { supportsFounder, supportsFounderSocial } from '../facts/people.ts'
import { supportsPlace } from '../facts/places.ts'
import { supportsPricing } from '../facts/pricing.ts'
import type { ExtractedProfile, Faq, Found, Proven, Socials, StoredPage } from '../profile.ts'
import type { Proof } from './proofs.ts'
import { addressWords, domainOf, letters, namingLines, says } from '../page/reading.ts'
import { supportsSocial } from '../facts/socials.ts'
import { indexOf } from '../page/stored_text.ts'
import { stageIn } from '../texts/texts.ts'
import { supportsYear } from '../facts/years.ts'

/** Question and answer stand on one page, the answer below its question and no other question's far away. */
function belongTogether(question: Proof[], answer: Proof[]): boolean {
  return question.some((asked) =>
    answer.some((said) => {
      if (asked.url !== said.url || asked.kind !== said.kind) return false
      const distance = said.at - asked.at
      return asked.kind === 'json-ld' ? distance >= 0 && distance <= 3 : distance >= 0 && distance <= 45
    }),
  )
}

function keptFaq(item: Proven<Faq>, court: Court): Proven<Faq> | null {
  if (!item?.value || !clean(item.value.question, 300) || !clean(item.value.answer, 1500)) return null
  const { evidence, proofs } = judge(item.evidence, court.pages)
  const own = proofs.filter((proof) => proof.kind !== 'link')
  const { question, answer } = item.value
  const asking = own.filter((proof) => supportsText(question, [proof.quote], court.names))
  const quotes = [
    ...new Set(own.filter((proof) => belongTogether(asking, [proof])).map((proof) => proof.quote)),
  ]
  return asking.length > 0 && supportsText(answer, quotes, court.names)
    ? { value: item.value, evidence }
    : null
}

function keptSocials(
  socials: Socials | undefined,
  court: Court,
  rule: (platform: SocialPlatform, value: string) => Rule,
): Socials {
  const proven: Socials = {}
  for (const platform of socialPlatforms) {
    const item = socials?.[platform]
    if (!item || !clean(item.value, 500)) continue
    const found = kept(item, court.pages, rule(platform, item.value))
    if (found) proven[platform] = found
  }
  return proven
}

/** Without a proven name the product is known by the part of its title that its address repeats. */
function knownNames(pages: StoredPage[], start_url: string): string[] {
  const wanted = new Set(addressWords(start_url))
  const parts = namingLines(pages).start.flatMap(titleParts).map(cleanName)
  return [...new Set(parts.filter((part) => wanted.has(letters(part))))]
}

/** The profile with every value that its quotes do not prove taken out. Never adds, never mends. */
export function checkEvidence(profile: ExtractedProfile, pages: StoredPage[], site: Site): ExtractedProfile {
  const [start] = pages
  if (!start) return emptyProfile()
  const titles = new Map(
    pages.map((page) => [page.url, indexOf(page).marked.find((line) => line.kind === 'title')?.value ?? '']),
  )
  const kinds = new Map(
    pages.map((page) => [page.url, pageKind(page.url, titles.get(page.url) ?? '', start.url)]),
  )
  const { start_url } = site
  const nameRule: Rule = (proofs) => supportsName(profile.name?.value ?? '', proofs, pages, start_url)
  const name = clean(profile.name?.value, 120) ? kept(profile.name, pages, nameRule) : null
  const names = name ? shortForms(name.value) : knownNames(pages, start_url)
  const court: Court = { pages, start_url, names, kindOf: (url) => kinds.get(url) ?? 'other' }
  const { kindOf } = court
  const notBlog = new Set([...kinds.values()].filter((kind) => kind !== 'blog'))
  const host = new URL(start_url).host.replace(/^www\./, '')
  const fact = (found: Found<string>, rule: (value: string) => Rule): Found<string> =>
    found && clean(found.value, 500) ? kept(found, pages, rule(found.value)) : null
  const founders = (Array.isArray(profile.founders) ? profile.founders : []).slice(0, 6).flatMap((item) => {
    if (!item?.value || !clean(item.value.name, 160)) return []
    const { title, bio } = item.value
    const proven = kept(item, pages, (proofs) => supportsFounder(item.value, proofs, pages, names, kindOf))
    if (!proven) return []
    const quotes = judge(item.evidence, pages)
      .proofs.filter((proof) => proof.quote.includes(item.value.name))
      .map((proof) => proof.quote)
    const lines = quotes.flatMap((quote) => quote.split('\n').concat(quote))
    const said = (text: string | null, most: number): string | null =>
      clean(text, most) &&
      (quotes.some((quote) => quote.includes(text)) || supportsText(text, lines, [...names, item.value.name]))
        ? text
        : null
    return [{ ...proven, value: { name: item.value.name, title: said(title, 160), bio: said(bio, 3000) } }]
  })
  const people = founders.map((item) => item.value)
  const yearRule: Rule = (proofs) => supportsYear(profile.founded_year?.value ?? 0, proofs, names, kindOf)
  return {
    name,
    tagline: keptText(profile.tagline, 200, court, notBlog),
    short_description: keptText(profile.short_description, 500, court, notBlog),
    description: keptText(profile.description, 20_000, court, notBlog),
    stage: fact(
      profile.stage,
      (value) => (proofs) =>
        proofs.some(
          (proof) =>
            proof.kind === 'visible' &&
            kindOf(proof.url) === 'start' &&
            stageIn(proof.lines.join(' ')) === value,
        ),
    ),
    pricing_model: fact(
      profile.pricing_model,
      (value) => (proofs) => supportsPricing(value, proofs, pages, names, kindOf),
    ),
    pricing_summary: keptText(profile.pricing_summary, 300, court, notBlog),
    country: fact(
      profile.country,
      (value) => (proofs) => supportsPlace('country', value, proofs, names, kindOf),
    ),
    city: fact(profile.city, (value) => (proofs) => supportsPlace('city', value, proofs, names, kindOf)),
    founded_year: kept(profile.founded_year, pages, yearRule),
    contact_email: fact(
      profile.contact_email,
      (value) => (proofs) => supportsEmail(value, proofs, { names, host, domain: domainOf(host), start_url }),
    ),
    demo_video_url: fact(
      profile.demo_video_url,
      (value) => (proofs) => supportsMedia('demo_video_url', value, proofs),
    ),
    logo_url: fact(profile.logo_url, (value) => (proofs) => supportsMedia('logo_url', value, proofs)),
    categories: keptList(profile.categories, 20, court, (value) => (proofs) => {
      const category = findCategory(value, site.categories ?? [])
      return category !== null && ownWords(proofs).some((proof) => speaksOf(category, proof.quote))
    }),
    tags: keptList(
      profile.tags,
      20,
      court,
      (value) => (proofs) => ownWords(proofs).some((proof) => says(proof.quote, [value])),
    ),
    features: keptList(profile.features, 20, court, (value) => textRule(value, court, notBlog)),
    usps: keptList(profile.usps, 20, court, (value) => textRule(value, court, notBlog)),
    keywords: keptList(
      profile.keywords,
      20,
      court,
      (value) => (proofs) => ownWords(proofs).some((proof) => says(proof.quote, [value])),
    ),
    faqs: (Array.isArray(profile.faqs) ? profile.faqs : [])
      .slice(0, 10)
      .flatMap((item) => keptFaq(item, court) ?? []),
    company_socials: keptSocials(
      profile.company_socials,
      court,
      (platform, value) => (proofs) => supportsSocial(platform, value, proofs, pages, names, start_url),
    ),
    founders,
    founder_socials: keptSocials(
      profile.founder_socials,
      court,
      (_, value) => (proofs) => supportsFounderSocial(value, people, proofs),
    ),
  }
}
