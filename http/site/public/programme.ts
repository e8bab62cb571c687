// Programmes: themed seasons of launch weeks, their participants and rankings.
import { inWords } from '../../../days.ts'
import getProgramme from '../../../tools/awards/get_programme.ts'
import {
  enterProgramme,
  leaveProgramme,
  programmeOr404,
  stateOf,
  whyNot,
} from '../../../tools/awards/programme.ts'
import { lastDayOf } from '../../../tools/launches/week.ts'
import type { Session } from '../../../auth/sessions.ts'
import { buttonForm, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { linkedRow } from '../listing_rows.ts'
import { withLogos } from '../logos.ts'
import { at, list, listed, named, ranked } from '../markdown_parts.ts'
import { counted, crumbs, day, days, paragraphs, tally } from '../parts.ts'
import { mdLink, mdParagraphs, prose, sections } from '../prose.ts'
import { publicPage, type PublicVisit } from '../public_page.ts'
import { goTo, type OwnVisit } from '../visit.ts'

export const programmes = publicPage({
  path: '/programmes',
  load: async ({ storage, site }) => ({ all: await storage.programmes.all(site.id) }),
  render({ all }) {
    const body = html`${crumbs(['Hall of Fame', '/hall-of-fame'], ['Programmes'])}
      <h1>${all.length === 0 ? 'No programme yet.' : 'Programmes.'}</h1>
      <p class="lead gap">
        Seasons with a theme. Whoever takes part launches in their own week among all others; the season adds
        one board and takes nothing away.
      </p>
      <ul class="rows part">
        ${all.map(
          ({ slug, title, from_week, to_week }) =>
            html`<li class="field">
              <p class="value"><a href="/programmes/${slug}">${title}</a></p>
              <p class="meta">${days(from_week, lastDayOf(to_week))}</p>
            </li>`,
        )}
      </ul>`
    return { title: 'Programmes', nav: 'home', body }
  },
  markdown: ({ all }, place) =>
    sections(
      prose`# Programmes`,
      list(
        all.map(
          ({ slug, title, from_week, to_week }) =>
            prose`${mdLink(title, at(place, path(slug)))}: ${days(from_week, lastDayOf(to_week))}`,
        ),
      ) ?? prose`No programme yet.`,
    ),
})

const rulesOf = (entry: string): string[] => [
  entry === 'all'
    ? 'Every launch of its weeks takes part by itself.'
    : 'Owners enter their product here. It costs nothing more than the launch.',
  'A vote in the week is the vote in the programme; there is no second one. The most votes in a product’s own launch week win; of two ' +
    'that are equal, the one that launched first.',
  'The weekly awards go on as always. There is no jury, no fee and no sponsor.',
  'Weeks differ in size, so a quiet week can be a handicap. We say so, and correct nothing.',
]

const most = 100
const path = (slug: string) => `/programmes/${slug}`

/** The programme and listing of an owner's form. */
const given = ({ params, form }: OwnVisit) => ({
  slug: params.slug!,
  listing_id: Number(form.get('listing_id')),
})

export const programme = publicPage({
  path: '/programmes/:slug',
  async load(visit) {
    const shown = await visit.call(getProgramme, { slug: visit.params.slug! })
    return {
      shown,
      ...(await namesOf(visit)),
      own: await ownOf(visit),
    }
  },
  render({ shown, state, board, to_launch, own }, { session }) {
    const { title, text, from_week, to_week, entry, slug } = shown
    const end = lastDayOf(to_week)
    const body = html`${crumbs(['Hall of Fame', '/hall-of-fame'], ['Programmes', '/programmes'], [title])}
      <p class="line"><span class="tag">Programme</span><span class="soft">${days(from_week, end)}</span></p>
      <h1>${title}</h1>
      <div class="cols part">
        <div class="stack">
          ${paragraphs(text)} ${entry === 'entered' && state !== 'over' && entering(slug, own, session)}
          ${
            board.length > 0 &&
            html`<section aria-labelledby="b">
              <h2 id="b" class="head">${state === 'over' ? 'How it ended' : 'How it stands'}</h2>
              <ol class="rows">
                ${board.map(({ slug, name, votes, logo }, at) =>
                  linkedRow({
                    name,
                    logo,
                    href: `/listings/${slug}`,
                    rank: at + 1,
                    side: tally(votes, 'vote'),
                  }),
                )}
              </ol>
            </section>`
          }
        </div>
        <div>
          <section aria-labelledby="rules">
            <h2 id="rules">The rules</h2>
            <ul class="prose">
              ${rulesOf(entry).map((rule) => html`<li>${rule}</li>`)}
            </ul>
          </section>
          <section class="part" aria-labelledby="in">
            <h2 id="in" class="head">
              ${to_launch.length === 0 ? (board.length === 0 ? 'Nobody takes part yet' : 'No more launches are booked for it') : `${counted(to_launch.length, 'more launch', 'more launches')} to come`}
            </h2>
            <ul class="rows plain">
              ${to_launch.map(({ slug, name, launch_week, logo }) =>
                linkedRow({
                  ...{ name, logo, href: `/listings/${slug}` },
                  about:
                    launch_week !== null && html`<p class="soft fine">Launches on ${day(launch_week)}</p>`,
                }),
              )}
            </ul>
          </section>
        </div>
      </div>`
    return { title, description: text.slice(0, 200), nav: 'home', body }
  },
  markdown: ({ shown, state, board, to_launch }, place) =>
    sections(
      prose`# ${shown.title}`,
      prose`${days(shown.from_week, lastDayOf(shown.to_week))}`,
      mdParagraphs(shown.text),
      prose`## The rules`,
      list(rulesOf(shown.entry).map((rule) => prose`${rule}`)),
      named(
        state === 'over' ? 'How it ended' : 'How it stands',
        board.length > 0 && ranked(board.map((one) => listed({ ...one, tagline: null }, place))),
      ),
      named(
        'To launch in it',
        list(
          to_launch.map(
            ({ slug, name, launch_week }) =>
              prose`${mdLink(name, at(place, `/listings/${slug}`))}${launch_week !== null && prose`, ${inWords(launch_week)}`}`,
          ),
        ),
      ),
    ),
  post: {
    async '/programmes/:slug/enter'(visit) {
      await visit.act(enterProgramme, given(visit))
      return goTo(path(visit.params.slug!))
    },
    async '/programmes/:slug/leave'(visit) {
      await visit.act(leaveProgramme, given(visit))
      return goTo(path(visit.params.slug!))
    },
  },
})

/** Names for the slugs in the operation's answer. */
async function namesOf(visit: PublicVisit) {
  const { storage, params } = visit
  const found = await programmeOr404(params.slug!, visit)
  const board = await storage.programmes.board(found, most)
  const to_launch = await storage.programmes.toCome(found, most)
  const state = stateOf(found, visit.now)
  return { state, board: await withLogos(visit, board), to_launch: await withLogos(visit, to_launch) }
}

type Own = { id: number; name: string; isEntered: boolean }

/** The signed-in person's listings that are entered or could be. */
async function ownOf(visit: PublicVisit): Promise<Own[] | null> {
  const { session, storage, site, now } = visit
  if (session === null) return null
  const found = await programmeOr404(visit.params.slug!, visit)
  const entered = new Set(await storage.programmes.entered(found.id))
  const { items } = await storage.owners.list(session.user.id, { limit: 100, offset: 0 })
  return items
    .filter((one) => one.site_id === site.id && (entered.has(one.id) || whyNot(one, found, now) === null))
    .map(({ id, name }) => ({ id, name, isEntered: entered.has(id) }))
}

function entering(slug: string, own: Own[] | null, session: Session | null): Html {
  const at = path(slug)
  if (session === null || own === null)
    return html`<p>
      <a class="button" href="/sign-in?${new URLSearchParams({ return_to: at }).toString()}" rel="nofollow"
        >Enter a product</a
      >
    </p>`
  if (own.length === 0)
    return html`<p class="soft">
      None of your products can be entered: it must not have launched before, and launch in one of these
      weeks.
      <a href="/submit">Submit a product</a>
    </p>`
  return html`<ul class="list">
    ${own.map(
      ({ id, name, isEntered }) =>
        html`<li>
          ${
            isEntered
              ? buttonForm(session, `${at}/leave`, 'Take it out', {
                  fields: { listing_id: String(id) },
                  about: `: ${name}`,
                })
              : sealedForm(
                  session,
                  `${at}/enter`,
                  html`<input type="hidden" name="listing_id" value="${id}" /><button>Enter ${name}</button>`,
                )
          }
          ${isEntered && html`<p class="soft">${name} takes part.</p>`}
        </li>`,
    )}
  </ul>`
}
