// A listing before its launch: the date, what to do until then, and what else launches that week.
import type { z } from 'zod'
import getLaunchWeek from '../../../tools/launches/get_launch_week.ts'
import listLaunches from '../../../tools/launches/list_launches.ts'
import type { listingProfile } from '../../../tools/listings/profile.ts'
import { html, type Html } from '../html.ts'
import { withLogos } from '../logos.ts'
import { counted, day } from '../parts.ts'
import type { PublicVisit } from '../public_page.ts'
import { row, type Listed } from '../standing.ts'

type Shown = z.output<typeof listingProfile>

/** Neither listed nor scheduled yet: it has a page because its badge links to it. */
export const isWaiting = ({ status, launch_week }: Shown): boolean =>
  status === 'upcoming' && launch_week === null

const launchesShown = 5

/** Other launches of the same week; without a week, the next scheduled ones. */
export async function launchingBeside(visit: PublicVisit, { slug, launch_week }: Shown) {
  const launches =
    launch_week === null
      ? (await visit.call(listLaunches, { section: 'upcoming', per_page: launchesShown })).items
      : (await visit.call(getLaunchWeek, { week: launch_week })).scheduled
  const others = launches.filter((one) => one.slug !== slug).slice(0, launchesShown)
  return withLogos(visit, others)
}

export function launchingToo({ launch_week }: Shown, others: readonly Listed[]): Html {
  return html`<section class="part" aria-labelledby="too">
    <h2 id="too" class="head">
      ${launch_week === null ? 'Launching before it' : html`Also on ${day(launch_week)}`}
    </h2>
    <ul class="rows plain">
      ${others.map((item) => row(item, { where: false }))}
    </ul>
  </section>`
}

/** The date of the launch, and what to do until then. */
export function toCome({ launch_week, followers }: Shown): Html {
  const asked = followers > 0 && ` ${counted(followers, 'person has', 'people have')} asked to be told.`
  return launch_week === null
    ? html`<div class="note">
        <b>Its launch week is not settled yet.</b>Its makers have written this page, and something is still to
        be done before it joins a week. Ask to be told, and we send one mail on the day.${asked}
      </div>`
    : html`<div class="note">
        <b>It launches on Monday, ${day(launch_week)}, at 00:00 UTC.</b>From then until Sunday you can vote
        for it.${asked}
      </div>`
}
