// Shows the refusal of an operation beside the form that caused it.
import { labelOf } from '../../../facts.ts'
import { notFound, Refusal } from '../../../tools/errors.ts'
import type { NextStep } from '../../../tools/next_step.ts'
import { html, type Html } from '../html.ts'
import type { Visit } from '../visit.ts'

/** The result of a step, or a refusal that the person can fix on the page they came from. */
export async function attempt<T>(step: () => Promise<T>): Promise<{ done: T } | { refused: Refusal }> {
  try {
    return { done: await step() }
  } catch (error) {
    if (error instanceof Refusal && [400, 429, 503].includes(error.status)) return { refused: error }
    throw error
  }
}

/**
 * Faults by the last name in their pointer: "/fields/tagline" becomes tagline, and "/fields/categories/0" becomes
 * categories.
 */
export function faultsByName(refusal: Refusal | null): Record<string, string> {
  return Object.fromEntries(
    (refusal?.errors ?? []).map(({ pointer, message }) => [nameIn(pointer), forPeople(message)]),
  )
}

const nameIn = (pointer: string): string =>
  pointer
    .split('/')
    .filter((name) => !/^\d*$/.test(name))
    .at(-1) ?? 'form'

/** Labels of fields that are no facts. */
const labels: Record<string, string> = {
  email: 'Email address',
  url: 'Address',
  slug: 'Listing',
  title: 'Title',
  body: 'Text',
  date: 'Date',
  vat_number: 'EU VAT number',
}

/** A message without a subject begins with the label of its field, which leads there. */
function withSubject({ pointer, message }: { pointer: string; message: string }): Html {
  const name = nameIn(pointer)
  const label = labelOf(name) ?? labels[name]
  const said = forPeople(message)
  if (label === undefined || !said.startsWith('Must ')) return html`${said}`
  return html`<a href="#${name}">${label}</a>: m${said.slice(1)}`
}

/** The message in labels, without the sentences that tell programs what to call. */
export function forPeople(text: string): string {
  // A person does on a page what a program does with a call.
  const sentences = text
    .replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => labelOf(name) ?? name)
    .replace(
      /\bcall submit_listing with the same address again\b/gi,
      (call) => `${call.startsWith('C') ? 'Press' : 'press'} “Read it again”, and we read the site anew`,
    )
    .replace(/\bcall submit_listing with\b/gi, (call) => (call.startsWith('C') ? 'Submit' : 'submit'))
    .split(/(?<=\.) /)
  const plain = sentences.filter((sentence) => !/\b[a-z]+_[a-z_]+\b/.test(sentence))
  return (plain.length > 0 ? plain : sentences).join(' ')
}

export type Tried = { refused: Refusal; typed: URLSearchParams; faults: Record<string, string> }

/** A refused form, with what was typed into it; null if it was sent elsewhere, or has other hidden values. */
export function triedAt(
  { refused, form, url }: Pick<Visit, 'refused' | 'form' | 'url'>,
  path: string,
  hidden: Record<string, string | number> = {},
): Tried | null {
  if (refused === null || url.pathname !== path) return null
  const isThis = Object.entries(hidden).every(([name, value]) => form.get(name) === String(value))
  return isThis ? { refused, typed: form, faults: faultsByName(refused) } : null
}

export function refusalNote(refusal?: Refusal | null): Html {
  if (!refusal) return html``
  const faults = new Set(refusal.errors.map(({ message }) => message))
  // One sentence about several fields does not say which; each says so itself.
  const isOfMany = faults.size === 1 && refusal.errors.length > 1
  const said = isOfMany
    ? [html`Some of the fields need another look.`]
    : faults.size > 0
      ? [...new Map(refusal.errors.map(withSubject).map((one) => [one.markup, one])).values()]
      : [html`${forPeople(refusal.message)}`]
  const ways = refusal.next_steps.map(wayOn).filter((way) => way !== null)
  return html`<div class="note bad" role="alert">
    ${said.map((message) => html`<p>${message}</p>`)}
    ${
      ways.length > 0 &&
      html`<p class="line">${ways.map(([text, href]) => html`<a href="${href}">${text}</a>`)}</p>`
    }
  </div>`
}

/** The page for a next step that a program would call. */
function wayOn({ tool, arguments: given }: NextStep): [text: string, href: string] | null {
  const { id, listing_id, slug } = given as { id?: string; listing_id?: number; slug?: string }
  if (tool === 'get_draft') return ['Open the draft', `/account/drafts/${id}`]
  if (tool === 'get_my_listing') return ['Open your listing', `/account/listings/${listing_id}`]
  if (tool === 'get_listing') return ['See the listing', `/listings/${slug}`]
  if (tool === 'claim_listing') return ['Claim it', `/account/claims?slug=${slug}`]
  if (tool === 'list_my_drafts') return ['Your drafts', '/account/drafts']
  return null
}

/** The number at the end of an address; anything else is "not found". */
export function numberIn(text: string | undefined, what: string): number {
  if (/^[1-9]\d{0,14}$/.test(text ?? '')) return Number(text)
  throw notFound(what)
}
