import { flag } from './flag.ts'
import { html, type Html } from './html.ts'

type Row = {
  name: string
  href: string
  /** The words of the link, if they are not the name. */
  called?: string
  /** The file of its logo, if it has one. */
  logo?: string | null
  rank?: number
  /** Below the name. */
  about?: Html | string | null | false
  /** At the end of the row: a number, a day, or what can be done. */
  side?: Html
}

/** Something with a name and a page in a list: its flag or logo, its link, and what is told of it. */
export const linkedRow = ({ name, href, called = name, logo, rank, about, side }: Row): Html =>
  html`<li class="row">
    ${rank !== undefined && html`<span class="rank">${rank}</span>`}${flag(name, logo)}
    <div>
      <h3 class="name"><a href="${href}">${called}</a></h3>
      ${about}
    </div>
    ${side}
  </li>`
