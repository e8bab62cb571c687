// The frame of the site team's pages. For anybody else they do not exist (404).
import { Refusal } from '../../../tools/errors.ts'
import type { Html } from '../html.ts'
import { html } from '../html.ts'
import { openPage, type Definition, type PrivatePage } from '../private_page.ts'
import { attempt, refusalNote } from '../account/refused.ts'
import { ownVisit, type OwnVisit, type Redirect, type Visit } from '../visit.ts'

export function teamPage<Data extends object | null>(page: Definition<OwnVisit, Data>): PrivatePage {
  const inside = (step: (visit: OwnVisit) => Promise<Data | Redirect>) => async (visit: Visit) => {
    // Checked before the seal, so that a form's refusal does not reveal that the page exists.
    if (visit.session?.user.role !== 'team')
      throw new Refusal('not_found', 'Page not found. Check the address.')
    return step(ownVisit(visit)!)
  }
  return openPage<Data>({
    path: page.path,
    longest_form: page.longest_form,
    load: inside(page.load),
    render: (data, visit) => page.render(data, visit as OwnVisit),
    post: Object.fromEntries(Object.entries(page.post ?? {}).map(([path, step]) => [path, inside(step)])),
  })
}

/** The refusal of an action, and what was typed, for the page the form was on. */
export type Refused = { refusal: Refusal; form: URLSearchParams } | null

/** Performs the step and redirects, or shows the page again with the refusal. */
export async function tried<Data>(
  visit: OwnVisit,
  step: () => Promise<unknown>,
  to: string | (() => string),
  again: (refused: NonNullable<Refused>) => Promise<Data>,
): Promise<Data | Redirect> {
  const outcome = await attempt(step)
  if ('done' in outcome) return { redirect: typeof to === 'string' ? to : to() }
  return again({ refusal: outcome.refused, form: visit.form })
}

export function refusedNote(refused: Refused): Html {
  return refused === null ? html`` : refusalNote(refused.refusal)
}

/** The trimmed text of a form field. */
export function given({ form }: Pick<Visit, 'form'>, name: string): string {
  return (form.get(name) ?? '').trim()
}
