// Turns the forms of a draft into input for the operation. Pure.
import type { z } from 'zod'
import { draftedNames, facts, type DraftedName } from '../../../facts.ts'
import { socialPlatforms } from '../../../storage/tables/columns.ts'
import { recordOf } from '../../../tools/inputs.ts'
import type updateDraft from '../../../tools/drafts/update_draft.ts'

type Edit = Omit<z.input<(typeof updateDraft)['input']>, 'id'>

/** The field a form is about; null if the form was tampered with. */
export function namedIn(form: URLSearchParams): DraftedName | null {
  return draftedNames.find((name) => name === form.get('field')) ?? null
}

export function editOf(name: DraftedName, form: URLSearchParams): Edit {
  switch (form.get('do')) {
    case 'lock':
      return { lock_fields: [name] }
    case 'restore':
      return { restore: [name] }
    case 'redraft':
      return { regenerate: [name] }
    case 'remove':
      return valueOf(name, null)
    default:
      return valueOf(name, form)
  }
}

const noAccounts = Object.fromEntries(socialPlatforms.map((platform) => [platform, '']))

/** The typed value; none if the field is to be emptied. */
function valueOf(name: DraftedName, form: URLSearchParams | null): Edit {
  switch (facts[name].kind) {
    case 'faqs':
      return { faqs: form === null ? [] : faqsOf(form) }
    case 'people':
      return { founders: form === null ? [] : rowsOf(form, ['name', 'title', 'bio']) }
    case 'accounts':
      return { [name]: form === null ? noAccounts : socialsOf(form) }
    case 'list':
    case 'categories':
      return { fields: { [name]: form === null ? null : linesOf(form) } }
    default:
      return { fields: { [name]: form === null ? null : text(form, 'value') } }
  }
}

/** The typed value alone. */
export function typedOf(name: DraftedName, form: URLSearchParams): unknown {
  const { fields, ...parts } = valueOf(name, form)
  return { ...fields, ...parts }[name]
}

const text = (form: URLSearchParams, key: string) => (form.get(key) ?? '').trim()

/** A list is typed in one field, a line each, or in several fields. */
export function linesOf(form: URLSearchParams, key = 'value'): string[] {
  return form
    .getAll(key)
    .flatMap((one) => one.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Rows of numbered fields, such as question_0 and answer_0, without those where nothing was typed. */
export function rowsOf<Name extends string>(
  form: URLSearchParams,
  names: readonly Name[],
): Record<Name, string>[] {
  const numbers = [...form.keys()].flatMap(
    (one) => new RegExp(`^${names[0]}_(\\d{1,2})$`).exec(one)?.[1] ?? [],
  )
  return [...new Set(numbers.map(Number))]
    .sort((one, other) => one - other)
    .map((n) => recordOf(names, (name) => text(form, `${name}_${n}`)))
    .filter((row) => Object.values(row).some((value) => value !== ''))
}

export const faqsOf = (form: URLSearchParams) => rowsOf(form, ['question', 'answer'])

/** An empty text removes an account. */
export function socialsOf(form: URLSearchParams): Record<string, string> {
  const keys = [...form.keys()].filter((key) => key.startsWith('account_'))
  return Object.fromEntries(keys.map((key) => [key.slice('account_'.length), text(form, key)]))
}
