import { html, type Html } from '../html.ts'
import type { Page } from '../layout.ts'

/** The page behind a mailed link that was used, replaced or has expired; `why` says which, and what to do. */
export const deadLink = (why: Html, title = 'This link no longer works'): Page => ({
  title,
  status: 400,
  body: html`<section class="middle stack">
    <h1>${title}</h1>
    ${why}
  </section>`,
})
