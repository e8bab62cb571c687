// The last change that a program made in somebody's name, in words.
import type { Deed } from '../../../storage/people/deeds.ts'
import { html, type Html } from '../html.ts'
import { time } from '../parts.ts'

/** By the operation that made the version; any other operation is called an edit. */
const words: Record<string, string> = {
  update_draft: 'changed the draft of',
  update_my_listing: 'edited',
  add_milestone: 'added a milestone to',
  delete_milestone: 'took a milestone from',
  set_founder_story: 'wrote the story of',
  choose_free_listing: 'chose the free plan for',
}

/** "edited Tide", with a link. */
export function actsAs({ operation, listing }: Deed): Html {
  return html`${words[operation ?? ''] ?? 'edited'}
    <a href="/account/listings/${listing.id}">${listing.name}</a>`
}

/** The last change by a program of this name; empty if it has changed nothing yet. */
export function lastDeed(deeds: readonly Deed[], via: Deed['via'], client_name: string): Html {
  const deed = deeds.find((one) => one.via === via && one.client_name === client_name)
  return deed === undefined
    ? html`<p class="hint">It has changed no listing of yours.</p>`
    : html`<p>It last ${actsAs(deed)}, ${time(deed.at)}.</p>`
}
