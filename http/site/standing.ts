// Lists of listings: rows, votes, and the week as flags on poles.
import { addDays } from '../../days.ts'
import { formSeal, type Session } from '../../auth/sessions.ts'
import { flag, flagOrLogo } from './flag.ts'
import { html, type Html } from './html.ts'
import { counted, countryName, figure, tally, titled } from './parts.ts'

export type Listed = {
  slug: string
  name: string
  tagline: string | null
  category?: string
  /** The name of its category. */
  category_name?: string
  pricing_model?: string | null
  country?: string | null
  votes: number
  /** The file of its logo, if it has one. */
  logo?: string | null
}

export const raised = html`<svg viewBox="0 0 24 26" aria-hidden="true">
  <path class="pole" d="M6 1v24" />
  <path class="fly" d="M6 2l15 5-15 5z" />
</svg>`

/** Whether a visitor may vote for a listing; for `mine` and `closed` only the number is shown. */
export type VoteState = 'open' | 'voted' | 'waits' | 'closed' | 'mine' | 'signed_out'
export type Voting = {
  session: Session | null
  state: VoteState
  votes: number
  wide?: boolean
  asks?: string
}

export function votePath(slug: string): string {
  return `/listings/${slug}/vote`
}

/** The vote button: a flag that rises on its pole. It is a form, so that it works without script. */
export function vote({ slug, name }: Pick<Listed, 'slug' | 'name'>, voting: Voting): Html {
  const { session, state, votes, wide = false, asks = '/sign-in' } = voting
  if (state === 'closed' || state === 'mine') return tally(votes, 'vote')
  if (state === 'signed_out' || session === null)
    return html`<div class="vote ${wide && 'long'}">
      <a href="${asks}#${slug}" rel="nofollow"
        >${raised}<span
          >${wide ? 'Vote' : html`<span class="unseen">Vote</span>`}<span class="unseen"> for ${name},</span>
          ${wide && '· '}${figure(votes)}<span class="unseen">
            ${votes === 1 ? 'vote' : 'votes'} so far</span
          ></span
        ></a
      >
    </div>`
  const up = state === 'voted' || state === 'waits'
  const word = state === 'waits' ? 'Your vote waits' : up ? 'You voted' : 'Vote'
  return html`<form
    class="vote ${wide && 'long'} ${state === 'waits' && 'waits'}"
    method="post"
    action="${votePath(slug)}"
  >
    <input type="hidden" name="seal" value="${formSeal(session, votePath(slug))}" />
    <input type="hidden" name="vote" value="${up ? 'withdraw' : 'cast'}" />
    <button aria-pressed="${String(up)}">
      ${raised}<span
        >${wide ? word : html`<span class="unseen">${word}</span>`}<span class="unseen"> for ${name},</span>
        ${wide && '· '}${figure(votes)}<span class="unseen"> ${votes === 1 ? 'vote' : 'votes'}</span></span
      >
    </button>
  </form>`
}

export function prize(place: number, text = `Launch of the Week #${place}`): Html {
  return html`<span class="tag no${place}">${text}</span>`
}

type RowOptions = {
  /** Null in a list of ranked ones for what has no place, so that its row stands like the others. */
  rank?: number | null
  tags?: Html
  /** Shown instead of the vote, as the amount on the paid board is. */
  side?: Html | null | false
  where?: boolean
  /** Shown below the row, for messages about its vote. Null still makes room for one in a list with votes. */
  under?: Html | null
}

/** Shown only if the site was read; otherwise nobody knows what the site does not say. */
export const noTagline = (not_found: readonly string[] = []): Html =>
  html`<span class="soft"
    >${not_found.includes('tagline') ? 'No tagline on its own site.' : 'No tagline yet.'}</span
  >`

/** One listing in a list. */
export function row(item: Listed, { rank, tags, side, where = true, under }: RowOptions = {}): Html {
  const { slug, name, tagline, category, category_name, pricing_model, country, logo } = item
  return html`<li class="row" ${under !== undefined && html`id="${slug}"`}>
    ${rank !== undefined && html`<span class="rank">${rank}</span>`} ${flag(name, logo)}
    <div>
      <h3 class="name"><a href="/listings/${slug}">${name}</a> ${tags}</h3>
      <p>${tagline ?? noTagline()}</p>
      ${
        where &&
        html`<p class="meta">
          ${
            category !== undefined &&
            html`<a href="/categories/${category}">${category_name ?? titled(category)}</a>`
          }
          ${pricing_model && html`<span>${pricing_model}</span>`}
          ${country && html`<span>${countryName(country)}</span>`}
        </p>`
      }
    </div>
    ${side} ${under}
  </li>`
}

/** A week at a glance: every launch is a flag, as high on its pole as its votes. */
export function poles(
  items: readonly Pick<Listed, 'slug' | 'name' | 'votes' | 'logo'>[],
  { show = 7, label = 'Standing by community votes', isToCome = false } = {},
): Html {
  const most = Math.max(1, ...items.map(({ votes }) => votes))
  return html`<ol class="poles" aria-label="${label}">
    ${items.slice(0, show).map(({ slug, name, votes, logo }) => {
      const y = Math.round(14 + (1 - votes / most) * 178)
      return html`<li>
        <a href="/listings/${slug}"
          ><span class="unseen">${name}${!isToCome && `, ${counted(votes, 'vote')}`}</span
          ><svg viewBox="0 0 72 272" aria-hidden="true">
            <path class="mast" d="M0 2h4v270H0z" />
            <g class="fly">
              <svg x="4" y="${y}" width="56" height="56" viewBox="0 0 48 48">${flagOrLogo(name, logo)}</svg>
              <path class="edge" d="M4.5 ${y + 0.5}h55v55h-55z" />
              ${!isToCome && html`<text class="n" x="60" y="${y + 73}" text-anchor="end">${figure(votes)}</text>`}
            </g>
          </svg></a
        >
      </li>`
    })}
  </ol>`
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The days Monday to Sunday as a ruler; `passed` is the number of days passed, with fractions. */
export function ruler(week: string, passed: number): Html {
  const today = Math.floor(passed)
  const width = Math.round((passed - today) * 98)
  const dates = weekdays.map((_, index) => addDays(new Date(week), index).getUTCDate())
  return html`<div>
    <svg class="ruler" viewBox="0 0 700 16" preserveAspectRatio="none" aria-hidden="true">
      ${weekdays.map(
        (_, index) =>
          html`<rect class="left" x="${index * 100 + 0.5}" y="1" width="97" height="14" />${
              index < today
                ? html`<rect class="gone" x="${index * 100}" width="98" height="16" />`
                : index === today &&
                  html`<rect class="gone" x="${index * 100}" width="${width}" height="16" /><rect
                      class="now"
                      x="${index * 100 + width - 2}"
                      y="-5"
                      width="4"
                      height="26"
                    />`
            }`,
      )}
    </svg>
    <div class="days">
      ${weekdays.map(
        (name, index) =>
          html`<span ${index === today && html`aria-current="date"`}>${name} ${dates[index]}</span>`,
      )}
    </div>
  </div>`
}

/** A future launch: it has no votes yet, so no row. */
export function tile({ slug, name, tagline }: Pick<Listed, 'slug' | 'name' | 'tagline'>): Html {
  return html`<li class="person">
    ${flag(name)}
    <div>
      <h3><a href="/listings/${slug}">${name}</a></h3>
      ${tagline !== null && html`<p class="soft">${tagline}</p>`}
    </div>
  </li>`
}
