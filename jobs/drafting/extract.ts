/*
 * The extractive drafter: from pages as read to a profile whose every value names the quote that proves it.
 * Each family of facts has its own room; this file only asks them in order, the name first.
 */
import { byFact, doors, soughtLists, soughtTexts, type SoughtList, type SoughtText } from '../../facts.ts'
import { findCategories } from './facts/categories.ts'
import { findCategory } from './facts/category_names.ts'
import { findDoor } from './facts/doors.ts'
import { findEmail } from './facts/emails.ts'
import { findFaqs } from './texts/faqs.ts'
import { findKeywords, findKnownWords, findTags } from './texts/keywords.ts'
import { findFeatures, findUsps } from './texts/lists.ts'
import { findDemoVideo, findLogo } from './facts/media.ts'
import { openSite } from './facts/names.ts'
import { findFounders, findFounderSocials } from './facts/people.ts'
import { findPlaces } from './facts/places.ts'
import { findPricing } from './facts/pricing.ts'
import type { Door } from './page/door_links.ts'
import type { Category, ExtractedProfile, Found, ReadPage } from './profile.ts'
import { findSocials } from './facts/socials.ts'
import { findTagline } from './texts/taglines.ts'
import { findDescription, findShortDescription, findStage } from './texts/texts.ts'
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
  const reading = openSite(pages, site.start_url)
  if (!reading) return emptyProfile()
  const founders = findFounders(reading)
  const company_socials = findSocials(reading)
  const known = site.categories ?? []
  const categories = findCategories(reading, known)
  const filed = categories.flatMap(({ value }) => findCategory(value, known) ?? [])
  const told = findKnownWords(reading, filed)
  const listed = findKeywords(reading)
  const keywords = listed.length > 0 ? listed : told
  const tags = findTags(reading, listed)
  const tagline = findTagline(reading)
  const features = findFeatures(reading, tagline?.value ?? '')
  return {
    name: reading.name ?? null,
    tagline,
    short_description: findShortDescription(reading),
    description: findDescription(reading, tagline?.value ?? ''),
    stage: findStage(reading),
    ...findPricing(reading),
    ...findPlaces(reading),
    founded_year: findYear(reading),
    contact_email: findEmail(reading),
    demo_video_url: findDemoVideo(reading),
    logo_url: findLogo(reading),
    ...byFact<Record<Door, Found<string>>>(doors, (door) => findDoor(door, reading)),
    categories,
    tags: tags.length > 2 ? tags : [...tags, ...told],
    features,
    usps: findUsps(reading, [tagline?.value ?? '', ...features.map(({ value }) => value)]),
    keywords,
    faqs: findFaqs(reading),
    company_socials,
    founders,
    founder_socials: findFounderSocials(reading, founders, company_socials),
  }
}
