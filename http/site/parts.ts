// What pages are made of, when more than one has it.
import { html, type Html } from './html.ts'

/** A time as people read it, with the exact instant for machines. */
export function time(at: string): Html {
  const [day, rest] = at.split('T')
  return html`<time datetime="${at}">${day} ${rest!.slice(0, 5)} UTC</time>`
}
