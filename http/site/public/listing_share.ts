import { html, type Html } from '../html.ts'
import { copyable } from '../parts.ts'

type Shared = { name: string; tagline: string | null; slug: string; listing_url: string }

/** Sharing by address or mail; no social network is contacted. */
export function share({ name, tagline, slug, listing_url }: Shared): Html {
  const mail = `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent([tagline, listing_url].filter(Boolean).join(': '))}`
  return html`<details class="share">
    <summary class="button quiet">Share</summary>
    ${copyable(listing_url, `Address of ${name} here`)}
    <p class="fine">
      Or <a href="${mail}">send it by mail</a>, or <a href="/listings/${slug}/badges">put up a badge</a>.
    </p>
  </details>`
}
