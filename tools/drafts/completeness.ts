// How complete a draft is, and how to fix each thing that is missing or that a listing would refuse (2.10, 2.11). Pure.
import { draftedNames, facts, factOf, textFields } from '../../facts.ts'
import type { DraftedName, ListField, TextField } from '../../facts.ts'
import type { DraftProfile } from '../../storage/tables/drafts.ts'
import { kinds } from '../facts/kinds.ts'
import type { SocialPlatform } from '../../storage/tables/columns.ts'
import { accountAddress, accountAdvice } from '../accounts.ts'
import { isWebLink } from '../inputs.ts'
import { whenShown, type Section } from '../listings/sections.ts'

export type Missing = {
  item: string
  /** Whether the draft cannot be submitted until this is fixed. */
  required: boolean
  problem: 'blank' | 'incomplete' | 'too_long' | 'not_valid' | 'unknown_category' | 'paid_only'
  what_to_do: string
  limit?: number
  actual?: number
}

/** Whether something counts as filled in. */
function isFilled(profile: DraftProfile, item: DraftedName): boolean {
  if (item === 'founders') {
    const first = profile.founders.value?.[0]
    return first !== undefined && (first.title ?? '') !== '' && (first.bio ?? '').length >= 80
  }
  if (item === 'faqs') return (profile.faqs.value?.length ?? 0) > 0
  if (item === 'company_socials' || item === 'founder_socials')
    return Object.keys(profile[item].value ?? {}).length > 0
  return (profile.fields[item].value?.length ?? 0) > 0
}

/** From 0 to 100 (percent, by weight); items without a weight do not count. */
export function completenessOf(profile: DraftProfile): number {
  const weigh = (items: readonly DraftedName[]) =>
    items.reduce((sum, item) => sum + (factOf(item).complete?.weight ?? 0), 0)
  return Math.floor(
    (weigh(draftedNames.filter((item) => isFilled(profile, item))) / weigh(draftedNames)) * 100,
  )
}

/** Blank fields and values that a listing would refuse; the required ones first. */
export function missingOf(
  profile: DraftProfile,
  isCategory: (text: string) => boolean,
  bought: readonly Section[] = [],
): Missing[] {
  const blanks = draftedNames.flatMap((item): Missing[] => {
    const { complete, required = false } = factOf(item)
    if (complete === undefined || isFilled(profile, item)) return []
    const isBegun = item === 'founders' && (profile.founders.value ?? []).length > 0
    return [{ item, required, problem: isBegun ? 'incomplete' : 'blank', what_to_do: complete.advice }]
  })
  const further = listOf(profile, 'categories').filter(isCategory).length - 1
  if (further > 0 && !bought.includes('extra_categories'))
    blanks.push({
      item: 'categories',
      required: false,
      problem: 'paid_only',
      what_to_do: `Only the first category is shown. The public sees ${Math.min(3, further)} more ${whenShown('extra_categories')}. Nothing needs to be sent; list_products has the price of extra_categories.`,
    })
  const faults = faultsOf(profile, isCategory)
  return [...blanks, ...faults].sort((one, other) => Number(other.required) - Number(one.required))
}

/** Values that a listing would refuse, each by name and limit. */
function faultsOf(profile: DraftProfile, isCategory: (text: string) => boolean): Missing[] {
  const faults: Missing[] = []
  const fault = (item: string, problem: Missing['problem'], what_to_do: string, bound?: [number, number]) =>
    void faults.push({
      item,
      required: true,
      problem,
      what_to_do,
      ...(bound !== undefined && { limit: bound[0], actual: bound[1] }),
    })
  for (const name of textFields) {
    const { kind, max } = facts[name]
    const text = textOf(profile, name)
    const want = kinds[kind].fault(text)
    const actual = String(kinds[kind].kept(text) ?? '').length
    if (want !== null) fault(name, 'not_valid', `Make fields.${name} ${want}.`)
    else if (actual > max)
      fault(name, 'too_long', `Shorten fields.${name} to ${max} characters.`, [max, actual])
  }
  for (const name of ['company_socials', 'founder_socials'] as const) {
    for (const [platform, text] of Object.entries(profile[name].value ?? {}) as [SocialPlatform, string][])
      if (accountAddress(platform, text) === null)
        fault(`${name}.${platform}`, 'not_valid', accountAdvice(platform))
  }
  for (const [index, { url = '' }] of profile.milestones.entries())
    if (url !== '' && !isWebLink(url))
      fault(`milestones.${index}.url`, 'not_valid', 'Give an address that begins with https://.')
  const categories = listOf(profile, 'categories')
  if (categories.length > 0 && !categories.some(isCategory))
    fault('categories', 'unknown_category', facts.categories.complete.advice)
  return faults
}

export function textOf(profile: DraftProfile, name: TextField): string {
  const { value } = profile.fields[name]
  return typeof value === 'string' ? value.trim() : ''
}

export function listOf(profile: DraftProfile, name: ListField): string[] {
  const { value } = profile.fields[name]
  return Array.isArray(value) ? value : []
}
