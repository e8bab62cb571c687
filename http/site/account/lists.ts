// What the lists of an account share.
import { html, type Html } from '../html.ts'
import { emptyBox } from '../parts.ts'

/** The requested page of a list; an invalid number means the first. */
export function pageOrFirst({ searchParams }: URL): number {
  const text = searchParams.get('page') ?? ''
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 1
}

/** The rows of a list, or what is said while there are none. */
export const newestFirst = (rows: readonly Html[], none: Parameters<typeof emptyBox>[0], around = ''): Html =>
  rows.length === 0
    ? emptyBox(none, { around })
    : html`<h2 class="unseen">Newest first</h2>
        <ul class="rows plain${around && ` ${around}`}">
          ${rows}
        </ul>`
