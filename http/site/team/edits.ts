// Owners' edits: marking them as seen, or reverting them.
import { markEditsSeen, revertEdit, standingOf } from '../../../tools/team/edits.ts'
import type { Edit } from '../../../storage/team.ts'
import type { Session } from '../../../auth/sessions.ts'
import { windowOf } from '../../../tools/inputs.ts'
import { refusalNote, triedAt } from '../account/refused.ts'
import { pageOrFirst } from '../account/lists.ts'
import { statusWords } from '../account/standing_words.ts'
import { buttonForm, field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { counted, emptyBox, pageLinks } from '../parts.ts'
import { given, idOf, type OwnVisit } from '../visit.ts'
import { changes, madeHow } from './changes.ts'
import { teamPage } from './team_page.ts'

const per_page = 20
type Standing = Awaited<ReturnType<typeof standingOf>>
type Shown = {
  wanted: 'unseen' | 'seen'
  items: (Edit & { standing: Standing })[]
  total: number
  page: number
}

const path = '/team/edits'

export const edits = teamPage<Shown>({
  path,
  async load({ storage, url }) {
    const wanted = url.searchParams.get('show') === 'seen' ? 'seen' : 'unseen'
    const page = pageOrFirst(url)
    const found = await storage.team.edits(wanted, windowOf({ page, per_page }))
    const items = []
    for (const edit of found.items) {
      const listing = (await storage.listings.byId(edit.listing.id))!
      items.push({ ...edit, standing: await standingOf(edit.version, listing, storage) })
    }
    return { wanted, items, total: found.total, page }
  },
  render: ({ wanted, items, total, page }, visit) => ({
    title: 'Edits',
    body: html`<h1>${heading(wanted, total)}</h1>
      <p class="lead gap">Every edit is public at once. Mark what is fine as seen; put back what is not.</p>
      <nav class="tabs" aria-label="Edits">
        <a href="/team/edits" ${wanted === 'unseen' && html`aria-current="page"`}>Not seen yet</a
        ><a href="/team/edits?show=seen" ${wanted === 'seen' && html`aria-current="page"`}>Seen</a>
      </nav>
      ${refusalNote(visit.refused)}
      ${
        items.length === 0
          ? emptyBox({ title: 'Nothing to look at', text: 'Nobody has changed a listing since then.' })
          : items.map((edit) => article(edit, visit))
      }
      ${wanted === 'unseen' && items.length > 1 && allSeen(items, visit.session)}
      ${pageLinks(path, visit.url.searchParams, { page, per_page, total })}`,
  }),
  forms: {
    async '/team/edits/seen'(visit) {
      const ids = visit.form.getAll('id').filter((id) => /^[1-9]\d{0,14}$/.test(id))
      await visit.act(markEditsSeen, { ids: ids.map(Number) })
      return path
    },

    async '/team/edits/revert'(visit) {
      await visit.act(revertEdit, { id: idOf(visit.form), reason: given(visit, 'reason') })
      return path
    },
  },
})

function heading(wanted: Shown['wanted'], total: number): string {
  if (wanted === 'seen') return `${counted(total, 'edit was', 'edits were')} seen.`
  return total === 0 ? 'Every edit was seen.' : `${counted(total, 'edit waits', 'edits wait')} to be seen.`
}

function article(edit: Shown['items'][number], visit: OwnVisit): Html {
  const { version, listing, standing } = edit
  return html`<article class="part" id="edit-${version.id}" aria-labelledby="e-${version.id}">
    <h2 id="e-${version.id}">
      <a href="/team/listings/${listing.id}">${listing.name}</a>
      <span class="tag">${statusWords[listing.status]}</span>
    </h2>
    ${madeHow(edit)} ${version.reason !== null && html`<p>They wrote: ${version.reason}</p>`}
    <div class="gap">${changes(version)}</div>
    <div class="acts gap">
      ${
        version.seen_at === null &&
        buttonForm(visit.session, '/team/edits/seen', 'Mark as seen', {
          fields: { id: version.id },
          about: `: the edit of ${listing.name}`,
        })
      }
      ${revert(edit, visit)}
    </div>
    ${standing.covered.length > 0 && html`<p class="fine">Later edits changed ${named(standing.covered)} again.</p>`}
  </article>`
}

const named = (keys: readonly string[]) => keys.map((key) => key.replaceAll('_', ' ')).join(', ')

function revert({ version, standing, listing }: Shown['items'][number], visit: OwnVisit) {
  if (standing.open.length === 0) return html``
  const tried = triedAt(visit, '/team/edits/revert', { id: version.id })
  return html`<details ${tried !== null && html`open`}>
    <summary>Put back<span class="unseen"> what ${listing.name} said before</span></summary>
    ${sealedForm(
      visit.session,
      '/team/edits/revert',
      html`<p class="fine">
          Puts back ${named(standing.open)} in a version of its own; the owners are told by mail.
        </p>
        ${field({ name: 'reason', id: `reason-${version.id}`, label: 'Why', hint: 'The owners read this', max: 1000, rows: 2, required: true, value: tried?.typed.get('reason') })}
        <input type="hidden" name="id" value="${version.id}" /><button>Put it back</button>`,
    )}
  </details>`
}

function allSeen(items: Shown['items'], session: Session): Html {
  return html`<div class="part">
    ${sealedForm(
      session,
      '/team/edits/seen',
      html`${items.map(({ version }) => html`<input type="hidden" name="id" value="${version.id}" />`)}<button
          class="quiet"
        >
          Mark these ${items.length} as seen
        </button>`,
      '',
    )}
  </div>`
}
