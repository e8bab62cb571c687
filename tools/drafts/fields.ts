// The field machine of a draft (specification 3.2): what each trigger makes of a field in each state. Pure.
import { isDeepStrictEqual } from 'node:util'
import { partNames, type DraftedName, type PartName } from '../../facts.ts'
import { blankOf, wholeProfile, type DraftProfile, type Drafted } from '../../storage/tables/drafts.ts'
import type { Finding, FoundProfile } from './drafter.ts'

export const emptyProfile = (): DraftProfile => wholeProfile({})

/** A person typed a value: theirs from now on. Over a lock it stays locked, with the new value. */
export function typeValue<T>(field: Drafted<T>, value: T): Drafted<T> {
  // Saved as it stands, or as the AI had it: whose words they are has not changed.
  if (isDeepStrictEqual(value, field.value)) return field
  if (!isLocked(field) && isDeepStrictEqual(value, field.original?.value)) return restoreField(field)
  const state = isLocked(field) ? 'override' : field.original === null ? 'manual' : 'edited'
  return { ...field, value, state, evidence: [] }
}

/** null was sent: the value is gone, its lock with it. */
export function removeValue<T>(field: Drafted<T>): Drafted<T> {
  return { ...field, value: null, state: 'deleted', evidence: [] }
}

/** Whatever the field holds now is kept, and never redrafted. */
export function lockField<T>(field: Drafted<T>): Drafted<T> {
  return { ...field, state: 'override' }
}

/** Back to what the AI first wrote, or to its blank. This unlocks. */
export function restoreField<T>(field: Drafted<T>): Drafted<T> {
  const { original, unsought, unread } = field
  if (original === null) return { ...blankOf(), ...(unsought && { unsought }), ...(unread && { unread }) }
  return { ...original, state: 'ai', original }
}

export function isLocked(field: Drafted<unknown>): boolean {
  return field.state === 'override'
}

/**
 * The AI read the website's pages again. What it first wrote stays the original, unless it had found nothing then.
 * A locked field must have been refused before; it is never changed here.
 */
export function redraftField<T>(field: Drafted<T>, finding: Finding<T> | null): Drafted<T> {
  if (isLocked(field)) return field
  const { original, unread } = field
  if (finding === null) return { ...blankOf(), original, sought_again: true, ...(unread && { unread }) }
  return { ...finding, state: 'ai', original: field.original ?? finding }
}

/**
 * The first draft arrives. A person may have been quicker: what they typed, locked or removed stays theirs, and what
 * the AI found becomes the original they can restore.
 */
export function receiveDraft<T>(
  { unsought: _, unread: __, ...field }: Drafted<T>,
  finding: Finding<T> | null,
): Drafted<T> {
  switch (field.state) {
    case 'ai':
    case 'not_found':
      return finding === null ? blankOf() : { ...finding, state: 'ai', original: finding }
    case 'manual':
    case 'edited':
      return { ...field, state: finding === null ? 'manual' : 'edited', original: finding }
    case 'override':
    case 'deleted':
      return { ...field, original: finding }
  }
}

/** The same where pages of the website were lost on the way. */
export function receivePart<T>(field: Drafted<T>, finding: Finding<T> | null): Drafted<T> {
  const received = receiveDraft(field, finding)
  return finding === null ? { ...received, unread: true } : received
}

/** The website was read, and does not say it. */
export const isNotOnSite = ({ state, unsought, unread }: Drafted<unknown>): boolean =>
  state === 'not_found' && unsought === undefined && unread === undefined

type Change = <T>(field: Drafted<T>, finding: Finding<T> | null) => Drafted<T>

/** Applies a change to what bears the names; `found` is what the AI found, where the change wants it. */
export function changeNamed(
  profile: DraftProfile,
  names: readonly DraftedName[],
  change: Change,
  found?: FoundProfile,
): DraftProfile {
  const next = { ...profile, fields: { ...profile.fields } }
  for (const name of names) {
    if (name === 'faqs') next.faqs = change(next.faqs, faqsOf(found))
    else if (name === 'founders') next.founders = change(next.founders, foundersOf(found))
    else if (name === 'company_socials' || name === 'founder_socials')
      next[name] = change(next[name], socialsOf(found?.[name]))
    else next.fields[name] = change(next.fields[name], found?.fields[name] ?? null)
  }
  return next
}

/** The thing of a profile that bears the name. */
export function namedOf(profile: DraftProfile, name: DraftedName): Drafted<unknown> {
  return isPart(name) ? profile[name] : profile.fields[name]
}

const isPart = (name: DraftedName): name is PartName => (partNames as readonly string[]).includes(name)

function joined<T>(findings: Finding<T>[] | undefined): Finding<T[]> | null {
  if (findings === undefined || findings.length === 0) return null
  const evidence = findings.flatMap((one, item) => one.evidence.map((quote) => ({ ...quote, item })))
  return { value: findings.map((one) => one.value), evidence }
}

function faqsOf(found: FoundProfile | undefined) {
  return joined(found?.faqs.slice(0, 10))
}

function foundersOf(found: FoundProfile | undefined) {
  const people = found?.founders.slice(0, 6).map(({ value, evidence }) => ({
    evidence,
    value: {
      name: value.name.slice(0, 160),
      ...(value.title !== null && { title: value.title.slice(0, 160) }),
      ...(value.bio !== null && { bio: value.bio.slice(0, 3000) }),
    },
  }))
  return joined(people)
}

function socialsOf(
  found: FoundProfile['company_socials'] | undefined,
): Finding<Record<string, string>> | null {
  const entries = Object.entries(found ?? {})
  if (entries.length === 0) return null
  return {
    value: Object.fromEntries(entries.map(([platform, one]) => [platform, one.value])),
    evidence: entries.flatMap(([, one], item) => one.evidence.map((quote) => ({ ...quote, item }))),
  }
}
