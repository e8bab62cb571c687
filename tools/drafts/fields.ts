// The state machine of a draft's fields (specification 3.2): what each trigger does in each state. Pure.
import { isDeepStrictEqual } from 'node:util'
import { partNames, type DraftedName, type PartName } from '../../facts.ts'
import { blankOf, wholeProfile, type DraftProfile, type Drafted } from '../../storage/tables/drafts.ts'
import type { Finding, FoundProfile } from './drafter.ts'

export const emptyProfile = (): DraftProfile => wholeProfile({})

/** A person typed a value: it is theirs now. A locked field stays locked, with the new value. */
export function typeValue<T>(field: Drafted<T>, value: T): Drafted<T> {
  // The value is unchanged, or equals what the AI wrote: its author stays the same.
  if (isDeepStrictEqual(value, field.value)) return field
  if (!isLocked(field) && isDeepStrictEqual(value, field.original?.value)) return restoreField(field)
  const state = isLocked(field) ? 'override' : field.original === null ? 'manual' : 'edited'
  return { ...field, value, state, evidence: [] }
}

/** null was sent: the value and its lock are removed. */
export function removeValue<T>(field: Drafted<T>): Drafted<T> {
  return { ...field, value: null, state: 'deleted', evidence: [] }
}

/** Keeps the current value and protects it from redrafting. */
export function lockField<T>(field: Drafted<T>): Drafted<T> {
  return { ...field, state: 'override' }
}

/** Restores what the AI first wrote, or blank. This unlocks the field. */
export function restoreField<T>(field: Drafted<T>): Drafted<T> {
  const { original, unsought, unread } = field
  if (original === null) return { ...blankOf(), ...(unsought && { unsought }), ...(unread && { unread }) }
  return { ...original, state: 'ai', original }
}

export function isLocked(field: Drafted<unknown>): boolean {
  return field.state === 'override'
}

/**
 * The AI read the website's pages again. Its first value stays the original, unless it had found nothing then.
 * A locked field must have been refused before; this function never sees one.
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

/** The same when some pages of the website could not be read. */
export function receivePart<T>(field: Drafted<T>, finding: Finding<T> | null): Drafted<T> {
  const received = receiveDraft(field, finding)
  return finding === null ? { ...received, unread: true } : received
}

/** The website was read and does not state this. */
export const isNotOnSite = ({ state, unsought, unread }: Drafted<unknown>): boolean =>
  state === 'not_found' && unsought === undefined && unread === undefined

type Change = <T>(field: Drafted<T>, finding: Finding<T> | null) => Drafted<T>

/** Applies a change to the fields of these names; `found` is the AI's finding for each, if the change needs one. */
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

/** The field of the profile with this name. */
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
