// An award as everybody reads it: what was won, by whom, and whether it stands.
import { z } from 'zod'
import type { Award } from '../../storage/awards.ts'
import { namedSlug } from '../listings/profile.ts'

/** The longest text that is verified; a signed one is shorter, for slugs and the titles of programmes have bounds. */
export const longestShown = 2048

export const trophy = z.object({
  number: z.int(),
  title: z.string(),
  kind: z.enum(['week', 'year', 'programme']),
  period: z.string(),
  place: z.int(),
  votes: z.int(),
  url: z.string(),
  listing: namedSlug,
})

export function titleOf({
  kind,
  period,
  place,
  programme,
}: Pick<Award, 'kind' | 'period' | 'place' | 'programme'>): string {
  if (kind === 'week') return `Launch of the Week #${place}`
  return `${kind === 'year' ? `Launch of the Year ${period}` : (programme ?? period)} #${place}`
}

export const awardPath = (number: number): string => `/awards/${number}`

export function presentTrophy(award: Award, public_url: string): z.input<typeof trophy> {
  const { id, kind, period, place, votes, slug, name } = award
  return {
    ...{ number: id, title: titleOf(award), kind, period, place, votes },
    ...{ url: public_url + awardPath(id), listing: { slug, name } },
  }
}
