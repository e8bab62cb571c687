import { html, type Html } from '../html.ts'
import type { Page } from '../layout.ts'

type More = Pick<Page, 'status' | 'cookies'> & {
  /** If it is not the title. */
  heading?: Html | string
}

/** A page that says or asks one thing. */
export const middlePage = (title: string, content: Html, { heading = title, ...more }: More = {}): Page => ({
  ...{ title, ...more },
  body: html`<section class="middle stack">
    <h1>${heading}</h1>
    ${content}
  </section>`,
})

/** The page behind a mailed link that was used, replaced or has expired; `why` says which, and what to do. */
export const deadLink = (why: Html, title = 'This link no longer works'): Page =>
  middlePage(title, why, { status: 400 })
