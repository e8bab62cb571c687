// Which paid sections of a listing are public (specification 2.2 and 4.3): those that were unlocked, and milestones,
// which every paid launch includes.
import type { Listing } from '../../storage/listings/read.ts'
import { paidSections } from '../../storage/tables/listings.ts'

export type Section = (typeof paidSections)[number]

/** Sections that every paid launch includes. */
export const withLaunch: readonly Section[] = ['milestones']

/** When the public sees what is saved in a section. */
export const whenShown = (section: Section): string =>
  withLaunch.includes(section)
    ? 'with a paid launch, or once the section is bought'
    : 'as an extra, bought with a paid launch or after it'

export function shownSections({ plan, unlocked_sections }: Pick<Listing, 'plan' | 'unlocked_sections'>) {
  const included = plan === 'launch' ? withLaunch : []
  return paidSections.filter((one) => included.includes(one) || unlocked_sections.includes(one))
}
