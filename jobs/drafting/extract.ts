/*
 * The extractive drafter: from parsed pages to a profile whose every value has a quote that proves it.
 * Each family of facts has a file of its own; this one only calls them in order, the name first.
 */
import { byFact, doors, soughtLists, soughtTexts, type SoughtList, type SoughtText } from '../../facts.ts'
import { findCategories } from './facts/categories.ts'
import { findCategory } from './facts/category_names.ts'
import { findDoor } from './facts/doors.ts'
import { findEmail } from './facts/emails.ts'
import { findForm, findWork } from './facts/forms.ts'
import { findFaqs } from './texts/faqs.ts'
import { findKeywords, findKnownWords, findTags } from './texts/keywords.ts'
import { findFeatures, findStatedReasons } from './texts/lists.ts'
import { findMedium } from './facts/media.ts'
import { openSite } from './facts/names.ts'
import { findFounders, findFounderSocials } from './facts/people.ts'
import { findPlaces } from './facts/places.ts'
import { findPricing } from './facts/pricing.ts'
import type { Door } from './page/door_links.ts'
import type { Category, ExtractedProfile, ProvenOrNull, ReadPage } from './profile.ts'
import { findSocials } from './facts/socials.ts'
import { findUsps } from './texts/usps.ts'
import { findTagline } from './texts/taglines.ts'
import { withExplained } from './texts/further.ts'
import { findStage, findTexts } from './texts/texts.ts'
import { findYear } from './facts/years.ts'

export function emptyProfile(): ExtractedProfile {
  return {
    ...byFact<Record<SoughtText, null>>(soughtTexts, () => null),
    ...byFact<Record<SoughtList, never[]>>(soughtLists, () => []),
    faqs: [],
    company_socials: {},
    founders: [],
    founder_socials: {},
  }
}

export type Site = { start_url: string; categories?: Category[] }

/** The pages in the order they were read, the start page first. */
export function extractProfile(pages: ReadPage[], site: Site): ExtractedProfile {
  const crawled = openSite(pages, site.start_url)
  if (!crawled) return emptyProfile()
  const founders = findFounders(crawled)
  const company_socials = findSocials(crawled)
  const categoryList = site.categories ?? []
  const work = findWork(crawled, categoryList)
  const told = work ?? findCategories(crawled, categoryList)
  const filed = told.flatMap(({ value }) => findCategory(value, categoryList) ?? [])
  const spokenWords = findKnownWords(crawled, filed)
  const listed = findKeywords(crawled)
  const keywords = listed.length > 0 ? listed : spokenWords
  const tags = findTags(crawled, listed)
  const tagline = findTagline(crawled)
  const slogan = tagline?.value ?? ''
  const does = findFeatures(crawled, slogan)
  const features = does.length > 0 ? does : findStatedReasons(crawled, [slogan])
  return {
    name: crawled.name ?? null,
    tagline,
    ...withExplained(findTexts(crawled, slogan), features, tagline, crawled),
    stage: findStage(crawled),
    ...findPricing(crawled),
    ...findPlaces(crawled),
    founded_year: findYear(crawled),
    contact_email: findEmail(crawled),
    demo_video_url: findMedium('demo_video_url', crawled),
    logo_url: findMedium('logo_url', crawled),
    ...byFact<Record<Door, ProvenOrNull<string>>>(doors, (door) => findDoor(door, crawled)),
    categories: work !== null || told.length > 0 ? told : findForm(crawled, categoryList),
    tags: tags.length > 2 ? tags : [...tags, ...spokenWords],
    features,
    usps: findUsps(crawled, [slogan, ...does.map(({ value }) => value)]),
    keywords,
    faqs: findFaqs(crawled),
    company_socials,
    founders,
    founder_socials: findFounderSocials(crawled, founders, company_socials),
  }
}
