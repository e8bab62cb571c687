/*
 * No quote, no fact (product.md, "Drafts"). Whatever drafted the profile, rules or a model, a value is kept only where
 * its quotes stand on the pages they name and it follows from the lines they stand in: a text in the site's own words
 * (text.ts), a fact because the site's lines give it (facts/) and a quote points at one of them. A text that is not
 * said so gives way to the site's own sentences.
 */
import { byFact, doors, pricingModels } from '../../../facts.ts'
import { socialPlatforms } from '../../../storage/tables/columns.ts'
import { countryCode } from '../../../countries.ts'
import { speaksOf } from '../facts/categories.ts'
import { findCategory } from '../facts/category_names.ts'
import { doorSightings } from '../facts/doors.ts'
import { emailSightings } from '../facts/emails.ts'
import { showsForm } from '../facts/forms.ts'
import { mediaSightings } from '../facts/media.ts'
import { isNameOf, openSite } from '../facts/names.ts'
import { founderAccounts, founderSightings } from '../facts/people.ts'
import { placeSightings } from '../facts/places.ts'
import { accountOf } from '../facts/platforms.ts'
import { priceSightings } from '../facts/pricing.ts'
import { founderTitle } from '../facts/team_cards.ts'
import { evidenceOf, modelOf } from '../facts/pricing_model.ts'
import { priceRows } from '../facts/price_rows.ts'
import { summarySaid } from '../facts/price_summary.ts'
import { isSeen, type Sighting, strongest } from '../facts/sightings.ts'
import { socialSightings } from '../facts/socials.ts'
import { yearSightings } from '../facts/years.ts'
import { emptyProfile, type Site } from '../extract.ts'
import type { Door } from '../page/door_links.ts'
import type { Line } from '../page/lines.ts'
import { type CrawledSite, says } from '../page/reading.ts'
import { fold } from '../page/stored_text.ts'
import {
  type ExtractedProfile,
  type Faq,
  type ProvenOrNull,
  type Founder,
  type Proven,
  type ReadPage,
  type Socials,
} from '../profile.ts'
import { isOthersName } from '../texts/calls_itself.ts'
import { asks } from '../texts/questions.ts'
import { stageSightings } from '../texts/texts.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { glue } from './cues.ts'
import { answered } from './faq.ts'
import { isFounderSaid } from '../facts/founder_said.ts'
import { linesQuoted } from './quotes.ts'
import { isNamed, isPartOf, isStrong, pointsAt, saidBy, usableSentences } from './text.ts'
import { isTrick, tokens } from './words.ts'

type Rule<T> = (value: T, quoted: Line[]) => boolean

const longestClaim = 20_000

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most && !isTrick(value)

/** The profile with every fact that its quotes do not prove taken out, and every text in the site's own words. */
export function checkEvidence(profile: ExtractedProfile, pages: ReadPage[], asked: Site): ExtractedProfile {
  const site = openSite(pages, asked.start_url)
  if (!site) return emptyProfile()
  const { text, items, list, fact, seen } = rulesOf(site)
  const founders = listOf(profile.founders)
    .slice(0, 6)
    .flatMap((item) => keptFounder(item, site) ?? [])
  const places = placeSightings(site)
  const socials = socialSightings(site)
  const accounts = founders[0] ? founderAccounts(site, founders[0].value.name) : []
  const chosen: Rule<string> = (value, quoted) => isWordOfOurs(value, quoted, site)
  return {
    name: fact(profile.name, 120, (value, quoted) => isNameOf(value, quoted, site)),
    tagline: text(profile.tagline, 200) ?? fact(profile.tagline, 140, isGreatHeading),
    short_description: text(profile.short_description, 300),
    description: text(profile.description, 20_000),
    stage: fact(profile.stage, 40, seen(stageSightings(site))),
    pricing_model: fact(profile.pricing_model, 40, (value, quoted) => isPricing(value, quoted, site)),
    pricing_summary: keptPrices(profile.pricing_summary, site),
    country: fact(codeOf(profile.country), 60, seen(places.country)),
    city: fact(profile.city, 60, seen(places.city)),
    founded_year: kept(profile.founded_year, site, (value, quoted) =>
      isSeen(
        strongest(yearSightings(site)).filter((one) => one.value === value),
        quoted,
      ),
    ),
    contact_email: fact(profile.contact_email, 160, seen(emailSightings(site))),
    demo_video_url: fact(profile.demo_video_url, 500, seen(mediaSightings('demo_video_url', site))),
    logo_url: fact(profile.logo_url, 500, seen(mediaSightings('logo_url', site))),
    ...byFact<Record<Door, ProvenOrNull<string>>>(doors, (door) =>
      fact(profile[door], 500, seen(doorSightings(door, site))),
    ),
    categories: list(profile.categories, (value, quoted) => {
      const category = findCategory(value, asked.categories ?? [])
      const own = quoted.filter((line) => line.not === '')
      if (category === null) return false
      return speaksOf(category, own.map(({ text }) => text).join('\n')) || showsForm(category, quoted, site)
    }),
    tags: list(profile.tags, chosen),
    features: items(profile.features),
    usps: items(profile.usps),
    keywords: list(profile.keywords, chosen),
    faqs: listOf(profile.faqs)
      .slice(0, 10)
      .flatMap((item) => keptFaq(item, site) ?? []),
    company_socials: keptSocials(profile.company_socials, site, socials),
    founders,
    founder_socials: keptSocials(profile.founder_socials, site, accounts),
  }
}

/** A model may write a country out. */
const codeOf = (claimed: ProvenOrNull<string>): ProvenOrNull<string> =>
  claimed && { ...claimed, value: countryCode(String(claimed.value)) ?? claimed.value }

/** What a model hands in where a list should be may be anything. */
const listOf = <T>(list: T[] | undefined): T[] => (Array.isArray(list) ? list : [])

function kept<T>(claimed: ProvenOrNull<T> | undefined, site: CrawledSite, rule: Rule<T>): ProvenOrNull<T> {
  if (!claimed || claimed.value === null || claimed.value === undefined) return null
  const { evidence, lines } = linesQuoted(claimed.evidence, site)
  return evidence.length > 0 && rule(claimed.value, lines) ? { value: claimed.value, evidence } : null
}

/** Distinct values, twenty at most. */
function distinct(items: Proven<string>[]): Proven<string>[] {
  const byText = new Map<string, Proven<string>>()
  for (const item of items)
    if (!byText.has(fold(item.value)) && byText.size < 20) byText.set(fold(item.value), item)
  return [...byText.values()]
}

function rulesOf(site: CrawledSite) {
  const fact = (claimed: ProvenOrNull<string>, most: number, rule: Rule<string>): ProvenOrNull<string> =>
    claimed && isText(claimed.value, most) ? kept(claimed, site, rule) : null
  const text = (claimed: ProvenOrNull<string>, most: number): ProvenOrNull<string> => {
    if (!claimed || !isText(claimed.value, longestClaim)) return null
    const { evidence, lines } = linesQuoted(claimed.evidence, site)
    const value = saidBy(claimed.value, evidence, lines, site, most)
    return value === '' ? null : { value, evidence }
  }
  return {
    fact,
    text,
    items: (items: Proven<string>[] | undefined): Proven<string>[] =>
      distinct(listOf(items).flatMap((item) => text(item, 200) ?? [])),
    list: (items: Proven<string>[] | undefined, rule: Rule<string>): Proven<string>[] =>
      distinct(listOf(items).flatMap((item) => fact(item, 200, rule) ?? [])),
    seen:
      (sightings: Sighting<string>[]): Rule<string> =>
      (value, quoted) =>
        isSeen(
          sightings.filter((one) => fold(one.value) === fold(value)),
          quoted,
        ),
  }
}

/** A tag or keyword is a word of the site's own, which no line denies or asks about; nobody else's name. */
function isWordOfOurs(value: string, quoted: Line[], site: CrawledSite): boolean {
  const word = fold(value)
  if (glue.has(word) || isOthersName(word, site)) return false
  // "Free entry" is a word of a line that says so of more than a single day.
  const strong = tokens(value).some(isStrong)
  return quoted.some(
    (line) =>
      (line.kind === 'meta' && line.key === 'keywords' && line.not === '') ||
      (line.text
        .split(/(?<=[?？])\s/)
        .some((part) => !asks.test(part) && isNamed(value, [{ ...line, text: part }])) &&
        (!strong || usableSentences(line, site).some((sentence) => isPartOf(value, sentence, site)))),
  )
}

/** A slogan that asks says nothing; it stands only where it is the great heading, word for word. */
const isGreatHeading: Rule<string> = (value, quoted) =>
  quoted.some(({ level, not, text }) => level === 1 && not === '' && fold(text) === fold(value))

/** The model is what the cues of the whole site add up to, and the quotes show its parts. */
function isPricing(value: string, quoted: Line[], site: CrawledSite): boolean {
  const model = pricingModels.find((one) => one.toLowerCase() === value.toLowerCase())
  const sightings = priceSightings(site)
  const shown = sightings.filter((one) => isSeen([one], quoted))
  const said = modelOf(sightings)
  // Where a site says so much that no rule could tell, what is quoted of it may.
  if (model === undefined || (said ?? modelOf(shown)) !== model) return false
  if (said === null) return true
  return evidenceOf(model, shown).length === evidenceOf(model, sightings).length
}

/** Prices row by row; what tells no price, in the site's words. */
function keptPrices(claimed: ProvenOrNull<string>, site: CrawledSite): ProvenOrNull<string> {
  if (!claimed || !isText(claimed.value, longestClaim)) return null
  const { evidence, lines } = linesQuoted(claimed.evidence, site)
  if (evidence.length === 0) return null
  const pointedAt = pointsAt(evidence) ? lines : []
  const rows = summarySaid(claimed.value, pointedAt, priceRows(priceSightings(site), site), site)
  if (rows || tokens(claimed.value).some(({ price }) => price)) return rows
  const value = saidBy(claimed.value, evidence, lines, site, 300)
  return value === '' ? null : { value, evidence }
}

/** A question that the site asks, with the answer in its own words. */
function keptFaq(item: Proven<Faq>, site: CrawledSite): Proven<Faq> | null {
  const { question, answer } = item?.value ?? {}
  if (!isText(question, 300) || !isText(answer, longestClaim)) return null
  return linesQuoted(item.evidence, site).evidence.length > 0 ? answered(item.value, site) : null
}

const anyFounder = new Wording(`^(?:${founderTitle.source}|${wordsIn('founding').anyOf('authors')})$`, 'iu')
const isAnd = new Wording(`\\s*[,&/]\\s*|\\s+${wordsIn('people').anyOf('and')}\\s+`, 'iu')

/** A founder whom the site calls so; title and words only where the quoted lines say them of that person. */
function keptFounder(item: Proven<Founder>, site: CrawledSite): Proven<Founder> | null {
  const { name, title, bio } = item?.value ?? {}
  if (!isText(name, 160)) return null
  const sightings = founderSightings(site).filter(({ value }) => value.name === name)
  const proven = kept(
    item,
    site,
    (_, quoted) => isSeen(sightings, quoted) || isFounderSaid(name, item.evidence, quoted, site),
  )
  if (!proven) return null
  const { evidence, lines } = linesQuoted(
    [...proven.evidence, ...sightings.map(({ evidence }) => evidence)],
    site,
  )
  // Whoever founded it may be called a founder in any words for it, and be something else as well.
  const isCalled =
    isText(title, 160) &&
    title.split(isAnd).every((part) => part.replace(anyFounder, '') === '' || isNamed(part, lines))
  const about = lines.filter(({ text }) => says(text, [name, name.split(' ')[0]!]))
  const bioSaid = isText(bio, 3000) ? saidBy(bio, evidence, about, site, 3000) : ''
  return {
    ...proven,
    value: { name, title: isCalled ? title : null, bio: bioSaid === name ? null : bioSaid || null },
  }
}

function keptSocials(
  claimed: Socials | undefined,
  site: CrawledSite,
  sightings: Sighting<string>[],
): Socials {
  const proven: Socials = {}
  for (const platform of socialPlatforms) {
    const item = claimed?.[platform]
    if (!item || !isText(item.value, 500)) continue
    const account = accountOf(item.value)
    if (account?.platform !== platform) continue
    const same = sightings.filter(({ value }) => value.toLowerCase() === account.url.toLowerCase())
    const accountProven = kept(item, site, (_, quoted) => isSeen(same, quoted))
    if (accountProven) proven[platform] = accountProven
  }
  return proven
}
