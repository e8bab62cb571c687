import type { H3 } from 'h3'
import { notFound } from '../../../tools/errors.ts'
import { receiptOf } from '../../../tools/ledger/proofs.ts'
import { weekOf } from '../../../tools/launches/week.ts'
import { saidOf, type WeekState } from '../../../tools/votes/standing.ts'
import { windowOf } from '../../../tools/inputs.ts'
import { html } from '../html.ts'
import { linkedRow } from '../listing_rows.ts'
import { day, pageLinks } from '../parts.ts'
import { fileRoute, ownPage } from '../private_page.ts'
import type { OwnVisit, Visits } from '../visit.ts'
import { newestFirst, pageOrFirst } from './lists.ts'

const per_page = 50

type Weeks = Pick<OwnVisit, 'storage' | 'site' | 'now'>

/** The state of a vote's week. */
async function stateOf(voted_at: string, { storage, site, now }: Weeks): Promise<WeekState> {
  const over = { site_id: site.id, week: weekOf(new Date(voted_at)) }
  if (over.week === weekOf(now) && !(await storage.weeks.isClosed(over))) return 'open'
  if ((await storage.ledger.checkpoint(over)) !== undefined) return 'signed'
  return (await storage.ledger.rulesOf(over)) == null && (await storage.weeks.isClosed(over))
    ? null
    : 'closed'
}

/** A person's votes and the outcome of each; the page shows what only the voter may know. */
export const votes = ownPage({
  path: '/account/votes',
  async load(visit) {
    const { storage, session, site, url } = visit
    const page = pageOrFirst(url)
    const window = windowOf({ page, per_page })
    const { items, total } = await storage.votes.ofPerson(session.user.id, site.id, window)
    const told = await Promise.all(
      items.map(async (one) => ({ ...one, week: await stateOf(one.vote.voted_at, visit) })),
    )
    const waiting = page === 1 ? [...(await storage.waiting_votes.of(session.user.id, site.id))] : []
    return { items: told, waiting, total, page, per_page }
  },
  render: (all, { url }) => ({
    title: 'Votes',
    body: html`<h1>What you voted for</h1>
      <p class="lead gap">
        When a week closes, its votes go into a <a href="/ledger">public ledger</a>, each under a random name.
        With the receipt you, and nobody else, can show which line is yours.
      </p>
      ${
        all.waiting.length > 0 &&
        html`<h2 class="head part">Not counted yet</h2>
          <ul class="rows plain">
            ${all.waiting.map(([slug, { name, counts_at }]) =>
              linkedRow({
                ...{ name, href: `/listings/${slug}` },
                about: html`<p class="soft">
                  Waits until ${counts_at.slice(11, 16)} UTC, when your account is an hour old. Then it counts
                  by itself.
                </p>`,
              }),
            )}
          </ul>`
      }
      ${
        (all.items.length > 0 || all.waiting.length === 0) &&
        newestFirst(
          all.items.map(({ vote, slug, name, week }) =>
            linkedRow({
              ...{ name, href: `/listings/${slug}` },
              about: html`<p class="soft">
                ${day(vote.voted_at)}. ${saidOf(vote, week)}.
                ${
                  week === 'signed' &&
                  vote.nonce !== null &&
                  html`<a href="/account/votes/${vote.id}.tlog-proof" download
                    >Receipt<span class="unseen"> of your vote for ${name}</span></a
                  >`
                }
              </p>`,
            }),
          ),
          { title: 'You have not voted yet', lead: ["This week's launches", '/'] },
          'gap',
        )
      }
      ${pageLinks('/account/votes', url.searchParams, all)}`,
  }),
})

/** The receipt of one's own vote, as a file. */
export function receiptRoutes(app: H3, visits: Visits): void {
  fileRoute(app, visits, '/account/votes/:file', async ({ storage, session, site, params }) => {
    const [, id] = /^(\d{1,15})\.tlog-proof$/.exec(params.file ?? '') ?? []
    const vote = id === undefined ? undefined : await storage.votes.own(Number(id), session.user.id)
    const body = vote === undefined ? null : await receiptOf(storage, site.id, vote, session.user.email)
    if (body === null) throw notFound('receipt at this address')
    return { name: `vote-${id}.tlog-proof`, type: 'text/plain', body }
  })
}
