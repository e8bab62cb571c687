import { flag } from './flag.ts'
import { html, type Html } from './html.ts'

type Named = { name: string; tagline: string | null }

/** Listings below each other, each with a link, details, and actions. */
export function listingRows<T extends Named>(
  listings: readonly T[],
  { href, about, act }: { href(one: T): string; about?(one: T): Html | false; act(one: T): Html },
): Html {
  return html`<ul class="rows plain">
    ${listings.map(
      (one) =>
        html`<li class="row">
          ${flag(one.name)}
          <div>
            <h3 class="name"><a href="${href(one)}">${one.name}</a></h3>
            <p>${one.tagline}</p>
            ${about?.(one)}
          </div>
          ${act(one)}
        </li>`,
    )}
  </ul>`
}
