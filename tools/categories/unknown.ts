import type { Storage } from '../../storage/storage.ts'
import { Refusal, notFound } from '../errors.ts'
import { nearest } from '../../nearest.ts'
import type { NextStep } from '../next_step.ts'

/** The refusal for an unknown category: names the one that was meant, if clear, and the call that lists them. */
export function unknownCategory(
  name: string,
  given: string,
  categories: readonly { slug: string; name: string }[],
): Refusal {
  const message = 'There is no category with this slug. list_categories names them all.'
  const right = nearestCategory(given, categories)
  const error = { pointer: `/${name}`, code: 'unknown_category', message }
  return new Refusal('invalid_input', `${name}: ${message}`, {
    errors: [{ ...error, ...(right !== undefined && { nearest: right }) }],
    next_steps: [stepToCategories(given, categories)],
  })
}

/** The category with this slug or former slug; otherwise a refusal that says where to look. */
export async function categoryOr404(slug: string, { categories }: Storage) {
  const category = await categories.bySlug(slug)
  if (category !== undefined) return category
  const known = await categories.known()
  const nearest = nearestCategory(slug, known)
  throw notFound('category of this slug', [
    ...(nearest === undefined
      ? []
      : [
          {
            tool: 'get_category',
            arguments: { slug: nearest },
            why: 'Reads the category of the nearest name',
          },
        ]),
    stepToCategories(slug, known),
  ])
}

export function nearestCategory(
  text: string,
  categories: readonly { slug: string; name: string }[],
): string | undefined {
  const slugs = categories.map(({ slug }) => slug)
  const byName = nearest(
    text,
    categories.map(({ name }) => name),
  )
  return nearest(text, slugs) ?? categories.find(({ name }) => name === byName)?.slug
}

/** A call that lists the categories containing the longest shared word of the text, or all of them. */
export function stepToCategories(text: string, categories: readonly { slug: string }[]): NextStep {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,120}/gu) ?? []
  const shared = words
    .filter((word) => categories.some(({ slug }) => slug.includes(word)))
    .sort((one, other) => other.length - one.length)[0]
  return shared === undefined
    ? { tool: 'list_categories', arguments: {}, why: 'Names the slugs there are' }
    : {
        tool: 'list_categories',
        arguments: { q: shared },
        why: 'Names the slugs of those that contain one of its words',
      }
}
