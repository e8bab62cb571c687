// How the fields of a draft are called, and how long each may be.
import type { DraftedName, FieldState } from '../../../storage/tables/drafts.ts'
import { listingLimits } from '../../../tools/drafts/completeness.ts'

export const labels: Record<DraftedName, string> = {
  name: 'Name',
  tagline: 'Tagline',
  short_description: 'Short description',
  description: 'Description',
  stage: 'Stage',
  pricing_model: 'Pricing model',
  pricing_summary: 'Pricing',
  country: 'Country',
  city: 'City',
  founded_year: 'Founded',
  contact_email: 'Contact',
  demo_video_url: 'Demo video',
  logo_url: 'Logo',
  categories: 'Categories',
  tags: 'Tags',
  features: 'Features',
  usps: 'What sets it apart',
  keywords: 'Keywords',
  faqs: 'Questions and answers',
  company_socials: 'Accounts of the company',
  founder_socials: 'Accounts of the founder',
  founders: 'Founders',
}

export const stateWords: Record<FieldState, string> = {
  ai: 'From your site',
  not_found: 'Not on your site',
  edited: 'Edited by you',
  manual: 'Written by you',
  override: 'Locked',
  deleted: 'Removed',
}

/** A draft takes as much as its listing will. */
export const lengthOf = (name: string): number => listingLimits[name as keyof typeof listingLimits] ?? 500

/** How many lines a text is typed in; one without a number here takes a single line. */
export const rowsOf: Partial<Record<DraftedName, number>> = {
  short_description: 3,
  description: 10,
  pricing_summary: 3,
  features: 6,
  usps: 5,
  keywords: 4,
  tags: 3,
}

export const hints: Partial<Record<DraftedName, string>> = {
  country: 'Its name, or two letters such as PT',
  categories: 'The first is its main category; the others show with a paid launch',
  tags: 'One on each line',
  features: 'One on each line',
  usps: 'One on each line',
  keywords: 'One on each line',
  logo_url: 'The https address of a picture',
  founders: 'The free plan needs title and a bio of 80 characters or more for the first',
}

export const platforms = {
  website: 'Website',
  linkedin: 'LinkedIn',
  x: 'X',
  github: 'GitHub',
  youtube: 'YouTube',
  instagram: 'Instagram',
  facebook: 'Facebook',
} as const
