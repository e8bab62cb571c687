// How complete a draft is, and what to do about each thing that is missing or would be refused (2.10, 2.11). Pure.
import type { DraftProfile, FieldName, ListField, PartName, TextField } from '../../storage/tables/drafts.ts'
import { isAccount, isWebLink } from '../inputs.ts'

export type Missing = {
  item: string
  /** Whether the draft cannot be submitted without mending it. */
  required: boolean
  problem: 'blank' | 'too_long' | 'not_valid' | 'unknown_category' | 'paid_only'
  what_to_do: string
  limit?: number
  actual?: number
}

/** What a listing takes, where that is less than a draft takes (2.11). */
export const listingLimits: Partial<Record<TextField, number>> = {
  name: 160,
  tagline: 200,
  short_description: 300,
  description: 20_000,
  stage: 60,
  pricing_model: 40,
  pricing_summary: 300,
  city: 120,
  demo_video_url: 500,
  contact_email: 254,
  logo_url: 500,
}

type Item = FieldName | PartName

const weights: Partial<Record<Item, number>> = {
  name: 15,
  categories: 15,
  tagline: 10,
  description: 10,
  short_description: 5,
  pricing_model: 5,
  features: 8,
  logo_url: 5,
  contact_email: 3,
  country: 3,
  company_socials: 4,
  faqs: 5,
  founders: 7,
  founder_socials: 5,
}

const advice: Partial<Record<Item, string>> = {
  name: 'Send fields.name with the name of the product.',
  categories: 'Send fields.categories with one to four slugs from list_categories, the primary one first.',
  tagline: 'Send fields.tagline: what it does, in one line of at most 200 characters.',
  description: 'Send fields.description: what it does, for whom and why, in a few paragraphs.',
  short_description: 'Send fields.short_description with at most 300 characters.',
  pricing_model: 'Send fields.pricing_model, for example Free, Freemium or Subscription.',
  features: 'Send fields.features as a list of short phrases.',
  logo_url: 'Send fields.logo_url with the https address of a picture.',
  contact_email: 'Send fields.contact_email with an address for customers.',
  country: 'Send fields.country as a two-letter code, for example FI.',
  company_socials: 'Send company_socials with the accounts of the company.',
  faqs: 'Send faqs with questions that customers ask, and their answers.',
  founders:
    'Send founders with name, title and a bio of 80 characters or more; the free plan needs it for the first founder.',
  founder_socials: 'Send founder_socials with one account of the first founder; the free plan needs it.',
}

/** Whether something counts as filled in. */
function isFilled(profile: DraftProfile, item: Item): boolean {
  if (item === 'founders') {
    const first = profile.founders.value?.[0]
    return first !== undefined && (first.title ?? '') !== '' && (first.bio ?? '').length >= 80
  }
  if (item === 'faqs') return (profile.faqs.value?.length ?? 0) > 0
  if (item === 'company_socials' || item === 'founder_socials')
    return Object.keys(profile[item].value ?? {}).length > 0
  return (profile.fields[item].value?.length ?? 0) > 0
}

/** From 0 to 100. A draft with every item but open questions of taste is at 100. */
export function completenessOf(profile: DraftProfile): number {
  const entries = Object.entries(weights) as [Item, number][]
  const all = entries.reduce((sum, [, weight]) => sum + weight, 0)
  const filled = entries.reduce((sum, [item, weight]) => sum + (isFilled(profile, item) ? weight : 0), 0)
  return Math.floor((filled / all) * 100)
}

/** What is blank, and what a listing would refuse; the required things first. */
export function missingOf(profile: DraftProfile, isCategory: (text: string) => boolean): Missing[] {
  const blanks = (Object.keys(weights) as Item[])
    .filter((item) => !isFilled(profile, item))
    .map((item): Missing => {
      const required = item === 'name' || item === 'categories'
      return { item, required, problem: 'blank', what_to_do: advice[item]! }
    })
  const further = listOf(profile, 'categories').filter(isCategory).length - 1
  if (further > 0)
    blanks.push({
      item: 'categories',
      required: false,
      problem: 'paid_only',
      what_to_do: `Only the first category is shown on the free plan; up to 3 of the ${further} others appear with a paid launch and its extra extra_categories (list_products). Nothing needs to be sent.`,
    })
  const faults = faultsOf(profile, isCategory)
  return [...blanks, ...faults].sort((one, other) => Number(other.required) - Number(one.required))
}

/** Values that a listing would refuse, each by name and limit. */
export function faultsOf(profile: DraftProfile, isCategory: (text: string) => boolean): Missing[] {
  const faults: Missing[] = []
  const fault = (item: string, problem: Missing['problem'], what_to_do: string, bound?: [number, number]) =>
    void faults.push({
      item,
      required: true,
      problem,
      what_to_do,
      ...(bound !== undefined && { limit: bound[0], actual: bound[1] }),
    })
  for (const [name, limit] of Object.entries(listingLimits) as [TextField, number][]) {
    const actual = textOf(profile, name).length
    if (actual > limit)
      fault(name, 'too_long', `Shorten fields.${name} to ${limit} characters.`, [limit, actual])
  }
  const country = textOf(profile, 'country')
  if (country !== '' && !/^[a-z]{2}$/i.test(country))
    fault('country', 'not_valid', 'Make fields.country a two-letter code, for example FI.')
  const year = textOf(profile, 'founded_year')
  if (year !== '' && !isYear(year))
    fault('founded_year', 'not_valid', 'Make fields.founded_year a year between 1800 and 2100.')
  const email = textOf(profile, 'contact_email')
  if (email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    fault('contact_email', 'not_valid', 'Make fields.contact_email an e-mail address.')
  for (const name of ['logo_url', 'demo_video_url'] as const) {
    const url = textOf(profile, name)
    if (url !== '' && !isWebLink(url))
      fault(name, 'not_valid', `Make fields.${name} an address that begins with https://.`)
  }
  for (const name of ['company_socials', 'founder_socials'] as const) {
    for (const [platform, text] of Object.entries(profile[name].value ?? {}))
      if (!isAccount(text))
        fault(
          `${name}.${platform}`,
          'not_valid',
          'Give an address that begins with https://, or just the account name.',
        )
  }
  for (const [index, { url = '' }] of profile.milestones.entries())
    if (url !== '' && !isWebLink(url))
      fault(`milestones.${index}.url`, 'not_valid', 'Give an address that begins with https://.')
  const categories = listOf(profile, 'categories')
  if (categories.length > 0 && !categories.some(isCategory))
    fault('categories', 'unknown_category', advice.categories!)
  return faults
}

export const isYear = (text: string): boolean =>
  /^\d{4}$/.test(text) && Number(text) >= 1800 && Number(text) <= 2100

export function textOf(profile: DraftProfile, name: TextField): string {
  const { value } = profile.fields[name]
  return typeof value === 'string' ? value.trim() : ''
}

export function listOf(profile: DraftProfile, name: ListField): string[] {
  const { value } = profile.fields[name]
  return Array.isArray(value) ? value : []
}
