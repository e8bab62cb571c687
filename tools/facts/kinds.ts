// What each kind of fact accepts from a draft, an owner and a file, and how a listing stores and shows it: each rule
// once, whichever door a value comes through.
import { z } from 'zod'
import { isPlainLine, oneLine } from '../../auth/names.ts'
import { email } from '../../auth/sign_in.ts'
import type { FieldKind } from '../../facts.ts'
import { countryFault, countryMeant, countryNearest } from '../../countries.ts'
import { country, isWebLink, slug, webLinkFault } from '../inputs.ts'
import { slugOf } from '../slug.ts'

/** A text with a length limit; if it is too long, no other fault is reported. */
export const words = (max: number) => z.string().max(max, { abort: true })

export const notShown = 'This contains characters that cannot be shown, or nothing that can.'
/** A single-line text. */
export const lineOf = (text: z.ZodString) => text.refine(isPlainLine, notShown).overwrite(oneLine)

/**
 * A text that `read` turns into what a listing stores, or into null if it is invalid. An invalid text is refused with
 * `message`, if given; `want` completes the sentence "Make fields.x …" about such a text in a draft.
 */
function textual<Kept>(read: (text: string) => Kept | null, message?: string, want = '') {
  const kept = (given: string) => (given.trim() === '' ? null : read(given.trim()))
  const isRight = (given: string) => message === undefined || given.trim() === '' || kept(given) !== null
  const edit = (max: number) => words(max).refine(isRight, message).transform(kept)
  return {
    draft: (max: number) => words(max).trim().refine(isRight, message),
    edit,
    exchange: (max: number) => edit(max).nullable().default(null),
    shown: z.string().nullable(),
    kept,
    fault: (given: string) => (isRight(given) ? null : want),
  }
}

const text = textual((given) => given)
const [firstYear, lastYear] = [1800, 2100]
const year = textual(
  (given) =>
    /^\d{4}$/.test(given) && Number(given) >= firstYear && Number(given) <= lastYear ? Number(given) : null,
  `Must be a year between ${firstYear} and ${lastYear}, for example 2021.`,
  `a year between ${firstYear} and ${lastYear}`,
)
const yearNumber = z.int().min(firstYear).max(lastYear).nullable()
const list = (max: number) => z.array(lineOf(words(max))).max(20)
const distinct = (max: number) => list(max).transform((all) => [...new Set(all)].filter(Boolean))

export const kinds = {
  line: {
    ...textual(
      (given) => (isPlainLine(given) ? oneLine(given) : null),
      notShown,
      'a line without characters that cannot be shown',
    ),
    draft: (max: number) => lineOf(words(max)),
  },
  text,
  slug: textual(slugOf),
  email: textual(
    (given) => (email.safeParse(given).success ? given : null),
    'Must be an email address.',
    'an e-mail address',
  ),
  link: textual(
    (given) => (isWebLink(given) ? given : null),
    webLinkFault,
    'an address that begins with https://',
  ),
  country: {
    ...textual(countryMeant, countryFault, 'a two-letter code, for example FI'),
    /** A name becomes its code here, where the person who typed it can still be told that there is no such country. */
    draft: (max: number) =>
      words(max).transform((given, { issues }) => {
        const code = given.trim() === '' ? '' : countryMeant(given)
        if (code !== null) return code
        const message = countryFault.replace('.', ', or the name of a country.')
        issues.push({ code: 'custom', input: given, message, params: { nearest: countryNearest(given) } })
        return given
      }),
    exchange: () => country.nullable().default(null),
  },
  year: {
    ...year,
    draft: (max: number) =>
      z
        .union([words(max), z.int()])
        .transform(String)
        .pipe(year.draft(max)),
    edit: () => yearNumber,
    exchange: () => yearNumber.default(null),
    shown: z.int().nullable(),
  },
  list: {
    draft: list,
    edit: distinct,
    exchange: (max: number) => distinct(max).default([]),
    shown: z.array(z.string()),
  },
  /** A listing stores category ids; only drafts and files use names or slugs. */
  categories: { draft: list, exchange: () => z.array(slug).min(1).max(20) },
} satisfies Record<FieldKind, object>
