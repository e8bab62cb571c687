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
import { addWeeks, lastDayOf } from '../../../tools/launches/week.ts'
import type { Session } from '../../../auth/sessions.ts'
import { buttonForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { linkedRow } from '../listing_rows.ts'
import { withLogos } from '../logos.ts'
import { at, list, listed, named, ranked } from '../markdown_parts.ts'
import { counted, crumbs, day, days, paragraphs, tally } from '../parts.ts'
import { mdLink, mdParagraphs, prose, sections } from '../prose.ts'
import { publicPage, type PublicVisit } from '../public_page.ts'
import { row } from '../standing.ts'
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

type Season = { entry: string; from_week: string; to_week: string }

const stepsOf = ({ entry, from_week, to_week }: Season): [what: string, how: string][] => [
  entry === 'all'
    ? ['Launch in one of its weeks', 'Every launch of its weeks takes part by itself.']
    : [
        'Enter a product',
        'Owners enter theirs here. It costs nothing more than the launch. A product that has launched before cannot enter.',
      ],
  [
    `${days(from_week, lastDayOf(to_week))}: launch and vote`,
    'Each product launches in its own week, among all others of that week. A vote in the week is the vote in the programme; there is no second one.',
  ],
  [
    `${inWords(addWeeks(to_week, 1))}: the trophies`,
    'They go to the first three by votes in their own launch week. Of two that are equal, the one that launched first is ahead.',
  ],
]
/** How far each step is, by the state of the programme. */
const standing = {
  to_come: ['next', 'off', 'off'],
  running: ['done', 'next', 'off'],
  over: ['done', 'done', 'done'],
} as const

const rules = [
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
    const mayEnter = entry === 'entered' && state !== 'over'
    const body = html`${crumbs(['Hall of Fame', '/hall-of-fame'], ['Programmes', '/programmes'], [title])}
      <p class="line"><span class="tag">Programme</span><span class="soft">${days(from_week, end)}</span></p>
      <h1>${title}</h1>
      <div class="cols part">
        <div class="stack">
          ${paragraphs(text)} ${mayEnter && entering(slug, own, session)}
          <h2>How it goes</h2>
          <ol class="steps">
            ${stepsOf(shown).map(
              ([what, how], at) =>
                html`<li class="${at === 0 && mayEnter ? 'next' : standing[state][at]}">
                  <b>${what}</b><span class="soft">${how}</span>
                </li>`,
            )}
          </ol>
          ${
            board.length > 0 &&
            html`<section aria-labelledby="b">
              <h2 id="b" class="head">${state === 'over' ? 'How it ended' : 'How it stands'}</h2>
              <ol class="rows">
                ${board.map((one, at) => row(one, { rank: at + 1, where: false, side: tally(one.votes, 'vote') }))}
              </ol>
            </section>`
          }
        </div>
        <div>
          ${(to_launch.length > 0 || board.length === 0) && comers(to_launch)}
          <section class="part stack" aria-labelledby="rules">
            <h2 id="rules">The rules</h2>
            <ul class="prose">
              ${rules.map((rule) => html`<li>${rule}</li>`)}
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
      prose`## How it goes`,
      list(stepsOf(shown).map(([what, how]) => prose`${what}. ${how}`)),
      prose`## The rules`,
      list(rules.map((rule) => prose`${rule}`)),
      named(
        state === 'over' ? 'How it ended' : 'How it stands',
        board.length > 0 && ranked(board.map((one) => listed(one, place))),
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

type Comer = { slug: string; name: string; launch_week: string | null; logo: string | null }

/** The launches to come. */
function comers(all: readonly Comer[]): Html {
  return html`<section class="part" aria-labelledby="in">
    <h2 id="in" class="head">
      ${all.length === 0 ? 'Nobody takes part yet' : `${counted(all.length, 'more launch', 'more launches')} to come`}
    </h2>
    ${
      all.length === 0
        ? html`<p class="soft">Be the first.</p>`
        : html`<ul class="rows plain">
            ${all.map(({ slug, name, launch_week, logo }) =>
              linkedRow({
                ...{ name, logo, href: `/listings/${slug}` },
                about: launch_week !== null && html`<p class="soft fine">Launches on ${day(launch_week)}</p>`,
              }),
            )}
          </ul>`
    }
  </section>`
}

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
  return html`<ul class="plain stack">
    ${own.map(
      ({ id, name, isEntered }) =>
        html`<li>
          ${
            isEntered
              ? buttonForm(session, `${at}/leave`, 'Take it out', {
                  fields: { listing_id: String(id) },
                  about: `: ${name}`,
                })
              : buttonForm(session, `${at}/enter`, `Enter ${name}`, { fields: { listing_id: String(id) } })
          }
          ${isEntered && html`<p class="soft">${name} takes part.</p>`}
        </li>`,
    )}
  </ul>`
}
