import type { Refusal } from '../../tools/errors.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'

const titles: Record<number, string> = {
  403: 'This was not accepted',
  404: 'Nothing is here',
  413: 'That is too much',
  429: 'Too many tries',
  500: 'Something broke',
  503: 'Not now',
}

/** A refusal, told to a person. */
export function problemPage(refusal: Refusal, request_id: string): Page {
  return {
    title: titles[refusal.status] ?? 'This cannot be done',
    status: refusal.status,
    body: html`<section class="middle stack">
      <h1>${titles[refusal.status] ?? 'This cannot be done'}</h1>
      <p>${refusal.message}</p>
      <p><a class="button" href="/">To the start page</a></p>
      <p class="hint">Code <code>${refusal.code}</code>, request <code>${request_id}</code></p>
    </section>`,
  }
}
