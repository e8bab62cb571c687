// A draft while its site is read: the page gets events, and reloads itself if it gets none.
import type { z } from 'zod'
import type { draftView } from '../../../tools/drafts/draft_view.ts'
import { html, type Html } from '../html.ts'
import type { Page } from '../layout.ts'
import { counted, shortUrl } from '../parts.ts'

type Draft = z.output<typeof draftView>
/** The most pages that are read of one site. */
const most_pages = 12
const every_s = 4

export const isBeingMade = ({ status }: Pick<Draft, 'status'>): boolean =>
  status === 'crawling' || status === 'drafting'

export function reading(draft: Draft, way: Html): Page {
  return {
    title: 'Reading your site',
    head: html`<noscript><meta http-equiv="refresh" content="${every_s}" /></noscript>`,
    body: html`${way}
      <div class="narrow stack">
        <h1>Reading your site</h1>
        <div
          class="stack"
          role="status"
          data-again="${every_s}"
          data-events="/account/drafts/${draft.id}/events"
        >
          ${progressOf(draft)}
        </div>
      </div>`,
  }
}

/** The part that changes while the site is read. */
export function progressOf({ id, url, progress }: Draft): Html {
  const { step, pages_read, reading: now } = progress
  const at = { waiting: 0, robots: 0, reading: 1, writing: 2, done: 3 }[step]
  const state = (place: number) => (place < at ? 'done' : place === at ? 'next' : 'off')
  return html`<p class="lead">
      ${shortUrl(url)}, ${counted(pages_read, 'page')} so far. Usually a minute in all. You can close this
      page and come back.
    </p>
    <div>
      <label for="p" class="unseen">Progress</label
      ><progress id="p" max="${most_pages + 2}" value="${pages_read + Math.max(0, at - 1)}">
        ${pages_read}
      </progress>
      <p class="fine gap">
        <a href="/account/drafts/${id}">Look again</a>, or leave it to us: this page keeps itself up to date.
      </p>
    </div>
    <ol class="steps gap-l">
      <li class="${state(0)}">
        <b>Asking robots.txt</b><span class="soft">We read only what it allows, at the pace it asks.</span>
      </li>
      <li class="${state(1)}">
        <b>Reading pages</b>
        ${at === 1 && now !== null && html`<span class="soft">Now: ${shortUrl(now)}</span>`}
      </li>
      <li class="${state(2)}">
        <b>Writing the draft</b><span>Each value needs a sentence from your site. No quote, no fact.</span>
      </li>
      <li class="${state(3)}">
        <b>Your turn</b
        ><span>You read it, change it, and decide. Nothing is published or charged before that.</span>
      </li>
    </ol>`
}
