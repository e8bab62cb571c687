// Categories by what they are called, where many catalogues met and names meet too. Loads nothing else.
import type { Category } from '../profile.ts'

/** What each is called: by its name, or by its slug where several bear that name. */
export function calledOf(categories: Category[]): string[] {
  const bearers = Map.groupBy(categories, ({ name }) => name)
  return categories.map(({ name, slug }) => (bearers.get(name)!.length > 1 ? slug : name))
}

/** A category by its slug or name, the first where several bear it, or null where the list does not hold it. */
export const findCategory = (value: string, categories: Category[]): Category | null =>
  categories.find(({ slug }) => slug === value) ?? categories.find(({ name }) => name === value) ?? null
