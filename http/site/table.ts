// Tables: each in a region of its own, which scrolls on a narrow screen.
import { html, type Html } from './html.ts'

type Cell = Html | string | number | null | false
type Look = {
  /** Whether a narrow screen shows a row's cells below each other; those of `named` columns with the column's name. */
  stacks?: boolean
  named?: readonly string[]
  /** Whether the first cell of a row is its heading. */
  headed?: boolean
  /** Further classes of the region, and of the table. */
  around?: string
  style?: string
}

export function table(
  label: string,
  columns: readonly Cell[],
  rows: readonly (readonly Cell[])[],
  { stacks = false, named = [], headed = false, around = '', style = stacks ? 'stacks' : '' }: Look = {},
): Html {
  const cell = (value: Cell, at: number) =>
    headed && at === 0
      ? html`<th scope="row">${value}</th>`
      : html`<td ${named.some((name) => name === columns[at]) && html`data-label="${columns[at]}"`}>
          ${value}
        </td>`
  return html`<div class="table${around && ` ${around}`}" role="region" aria-label="${label}" tabindex="0">
    <table ${style !== '' && html`class="${style}"`}>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map(cell)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
