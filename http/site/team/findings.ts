// Groups of votes that a rule found suspicious, and the decision about each.
import { day_ms } from '../../../days.ts'
import type { Session } from '../../../auth/sessions.ts'
import type { FindingKind } from '../../../storage/listings/findings.ts'
import type { OpenStorage } from '../../../storage/storage.ts'
import { askAboutVotes, decidable, decideVotes } from '../../../tools/team/findings.ts'
import { lastDayOf } from '../../../tools/launches/week.ts'
import { refusalNote } from '../account/refused.ts'
import { field, hidden, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { counted, days, time } from '../parts.ts'
import { ruler } from '../standing.ts'
import { given, type OwnVisit } from '../visit.ts'
import { teamPage } from './team_page.ts'

const words: Record<FindingKind, { seen: string; innocent: string }> = {
  newcomers: {
    seen: 'First votes beyond as many as it has regular voters and launches usually bring.',
    innocent: 'a newsletter, a class or an office that was told about it.',
  },
  ring: {
    seen: 'Of accounts that keep voting for the same products within a day of each other, with ten others or more.',
    innocent: 'friends who launch one after another, or readers of one list.',
  },
  look: {
    seen: 'Far more of its voters than is usual voted for nothing else this week.',
    innocent: 'people whom its maker asked to come, once.',
  },
}

const path = '/team/votes'

export const findings = teamPage({
  path,
  async load(visit) {
    const weeks = []
    const groups = []
    for (const week of await decidable(visit)) {
      const launched = { limit: 1000, offset: 0 }
      const { ranked } = await visit.storage.listings.launchedIn(visit.site.id, week, launched)
      weeks.push({ week, votes: ranked.reduce((sum, { week_votes }) => sum + week_votes, 0) })
      for (const found of await visit.storage.findings.of({ site_id: visit.site.id, week }))
        groups.push(await groupOf(found, week, ranked, visit))
    }
    return { weeks, groups }
  },
  render({ weeks, groups }, { session, now, refused }) {
    const this_week = weeks.at(-1)!.week
    const open = groups.filter(({ decision }) => decision === null)
    const settled = groups.filter(({ decision }) => decision !== null)
    return {
      title: 'Votes',
      body: html`<h1>
          ${
            open.length === 0
              ? 'No votes look odd.'
              : `${counted(open.length, 'group')} of votes ${open.length === 1 ? 'looks' : 'look'} odd.`
          }
        </h1>
        <p class="lead gap">
          ${weeks.map(({ week, votes }) => `Week of ${days(week, lastDayOf(week))}, ${counted(votes, 'vote')} so far. `)}A
          rule only asks; you decide, and every decision can be undone until the week closes.
          <a href="/ledger">The rules</a>
        </p>
        <div class="gap">${ruler(this_week, (now.getTime() - Date.parse(this_week)) / day_ms)}</div>
        ${refusalNote(refused)}
        ${
          open.length > 0 &&
          html`<section class="part" aria-labelledby="g">
            <h2 id="g" class="head">To decide before the week closes</h2>
            ${open.map((group) => article(group, session))}
          </section>`
        }
        ${
          settled.length > 0 &&
          html`<section class="part" aria-labelledby="d">
            <h2 id="d" class="head">Decided</h2>
            ${settled.map((group) => decided(group, session))}
          </section>`
        }`,
    }
  },
  forms: {
    async [path](visit) {
      const which = {
        week: given(visit, 'week'),
        listing_id: Number(given(visit, 'listing')),
        kind: given(visit, 'kind'),
        reason: given(visit, 'reason'),
      }
      const step = given(visit, 'do')
      if (step === 'ask') await visit.act(askAboutVotes, which)
      else await visit.act(decideVotes, { ...which, decision: step })
      return path
    },
  },
})

type Found = Awaited<ReturnType<OpenStorage['findings']['of']>>[number]
type Group = Awaited<ReturnType<typeof groupOf>>

/** The votes that a rule found, with the place of their listing, and its number of votes without them. */
async function groupOf(
  { finding, name }: Found,
  week: string,
  ranked: readonly { id: number; week_votes: number }[],
  { storage }: OwnVisit,
) {
  const { listing_id, kind, vote_ids, decision, decided_at, decided_by, reason } = finding
  const its = await storage.votes.byIds(vote_ids)
  const votes = ranked.find(({ id }) => id === listing_id)?.week_votes ?? 0
  const without = votes - its.filter(({ weight }) => weight === 1).length
  const place = 1 + ranked.findIndex(({ id }) => id === listing_id)
  return {
    ...{ week, kind, listing_id, name, count: vote_ids.length, votes, without, place },
    ...{ begins: its[0]?.voted_at ?? '', ends: its.at(-1)?.voted_at ?? '' },
    ...{ decision, decided_at, reason },
    by: decided_by === null ? '' : ((await storage.users.byId(decided_by))?.name ?? ''),
  }
}

const hiddenOf = ({ week, listing_id, kind }: Group): Html => hidden({ week, listing: listing_id, kind })

function article(group: Group, session: Session): Html {
  const { kind, listing_id, name, count, votes, without, place, begins, ends } = group
  const id = `${kind}-${listing_id}`
  return html`<article class="part stack" aria-labelledby="${id}">
    <h3 id="${id}">${counted(count, 'vote')} for ${name}</h3>
    <p>
      ${
        without === votes
          ? `It has ${votes} without them${place > 0 ? `, in place ${place}` : ''}: they do not count so far.`
          : `Without them it has ${without} instead of ${votes}${place > 0 ? `, now in place ${place}` : ''}.`
      }
    </p>
    <ul class="prose">
      <li>${words[kind].seen}</li>
      ${begins !== '' && html`<li>Given ${begins === ends ? html`at ${time(begins)}` : html`from ${time(begins)} to ${time(ends)}`}.</li>`}
    </ul>
    <p class="soft">Could also be: ${words[kind].innocent}</p>
    ${sealedForm(
      session,
      path,
      html`${hiddenOf(group)}${field({ name: 'reason', id: `why-${id}`, label: 'Why, or your letter to its maker', max: 1000, rows: 3, required: true })}
        <p class="line">
          <button name="do" value="aside">Set them aside</button>
          <button class="quiet" name="do" value="count">Count them</button>
          <button class="quiet" name="do" value="ask">Write to its maker first</button>
          <a href="/team/listings/${listing_id}/votes">All its votes</a>
        </p>`,
    )}
  </article>`
}

function decided(group: Group, session: Session): Html {
  const { kind, listing_id, name, count, decision, decided_at, by, reason } = group
  return html`<article class="part stack">
    <h3>${counted(count, 'vote')} for ${name}</h3>
    <p class="note">
      <b>${decision === 'aside' ? 'Set aside' : 'Counted'}</b> ${time(decided_at!)}${by !== '' && ` by ${by}`}
      · ${reason}
    </p>
    ${sealedForm(
      session,
      path,
      html`${hiddenOf(group)}${field({ name: 'reason', id: `undo-${kind}-${listing_id}`, label: 'Why undo it', max: 1000, required: true })}<button
          class="quiet"
          name="do"
          value="undo"
        >
          Undo
        </button>`,
    )}
  </article>`
}
