import type { H3 } from 'h3'
import { deleteOwnAccount } from '../../../tools/account/access.ts'
import { saveProfile } from '../../../tools/account/profile.ts'
import { missingFromProfile } from '../../../tools/account/profile_lacks.ts'
import { firstOwned, showProfile } from '../../../tools/founders/beside.ts'
import { buttonForm, field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { fileRoute, ownPage } from '../private_page.ts'
import { goTo, signedOut, type OwnVisit, type Visits } from '../visit.ts'
import { namedRows } from './boxes.ts'
import { asShown, changedIn } from './as_shown.ts'
import { asTyped, profileFields, profileIn, shownIn } from './profile_form.ts'
import { faultsByName, numberIn, triedAt } from './refused.ts'

type Beside = { id: number; name: string; shown: boolean }
export const profile = ownPage({
  path: '/account/profile',
  async load(visit) {
    const found = await profileOf(visit)
    const isTried = triedAt(visit, '/account/profile') !== null
    return isTried ? { ...found, profile: asTyped(profileIn(visit.form)) } : found
  },
  render({ profile: shown, kept, beside }, { session, url, refused }) {
    const missing = missingFromProfile(shown)
    const faults = faultsByName(refused)
    return {
      title: 'Profile',
      body: html`<div class="narrow stack">
        <h1>Your founder profile</h1>
        ${url.searchParams.has('saved') && html`<p class="note ok" role="status">Saved.</p>`}
        <p>
          Your listings show it, unless they name somebody else as founder; for those you choose here.
          ${
            missing === ''
              ? 'It is complete.'
              : `A launch on the free plan needs a complete profile; this one still lacks ${missing}.`
          }
        </p>
        ${sealedForm(session, '/account/profile', html`${profileFields(shown, faults)}${asShown(kept)} <button>Save</button>`)}
        ${shown !== undefined && beside.length > 0 && chosen(beside, session)}
        <section class="part stack" aria-labelledby="data">
          <h2 id="data">Your data</h2>
          <p>
            Everything we keep under your address or account, in one file: profile, drafts, edits of listings,
            claims, orders, votes, reviews, follows, mails and what you did here. Secrets such as keys are
            left out.
          </p>
          <p><a class="button quiet" href="${ownDataPath}" download>Download it as JSON</a></p>
        </section>
        <section class="part stack" aria-labelledby="delete">
          <h2 id="delete">Delete this account</h2>
          <p>
            Your keys, connected applications and sessions end at once, and we forget your name, your address,
            this profile and the drafts you did not submit. What you listed stays, in the care of the site
            team. This cannot be undone.
          </p>
          ${sealedForm(
            session,
            '/account/delete',
            html`${field({ name: 'confirm', label: `Type ${session.user.email ?? 'delete'} to confirm`, max: 254, required: true, fault: faults.confirm })}
              <button class="stop">Delete my account</button>`,
          )}
        </section>
      </div>`,
    }
  },
  forms: {
    async '/account/profile'(visit) {
      const { form, act } = visit
      const typed = profileIn(form)
      const changed = changedIn(form, typed, (await profileOf(visit)).kept)
      await act(
        saveProfile,
        Object.fromEntries(Object.entries(typed).filter(([name]) => changed.includes(name))),
      )
      return '/account/profile?saved'
    },

    async '/account/delete'({ act, form, public_url }) {
      await act(deleteOwnAccount, { confirm: form.get('confirm') ?? '' })
      return signedOut(public_url, '/sign-in?deleted')
    },
  },
  post: {
    async '/account/profile/shown'({ form, act }) {
      const listing_id = numberIn(form.get('listing_id') ?? '', 'listing with this id')
      await act(showProfile, { listing_id, shown: form.get('shown') === 'yes' })
      return goTo('/account/profile')
    },
  },
})

const ownDataPath = '/account/data.json'

/** All data about the person, as a file. Reading it is dear, so it is had a few times an hour. */
export function ownDataRoute(app: H3, visits: Visits): void {
  fileRoute(app, visits, ownDataPath, async ({ storage, session, take }) => {
    take('exports', `user ${session.user.id}`)
    const all = await storage.users.everythingOf(session.user)
    return { name: 'my-data.json', type: 'application/json', body: `${JSON.stringify(all, null, 2)}\n` }
  })
}

/** The profile, and the listings that show it or could. */
async function profileOf({ storage, session }: OwnVisit) {
  const user_id = session.user.id
  const founder = await storage.founders.ofUser(user_id)
  const there = founder === undefined ? [] : await storage.founders.standsBeside(founder.id)
  const owned = (await storage.owners.list(user_id, firstOwned)).items
  const others = owned.filter(
    ({ id, status }) => status !== 'withdrawn' && !there.some((one) => one.id === id),
  )
  const named = (shown: boolean) => (one: { id: number; name: string }) => ({
    id: one.id,
    name: one.name,
    shown,
  })
  const profile = await storage.users.profile(user_id)
  return {
    profile,
    /** The stored profile, whatever was typed. */
    kept: shownIn(profile),
    beside: [...there.map(named(true)), ...others.map(named(false))],
  }
}

function chosen(beside: readonly Beside[], session: OwnVisit['session']): Html {
  return html`<section class="part stack" aria-labelledby="beside">
    <h2 id="beside">Where it is shown</h2>
    ${namedRows(
      beside.map(({ id, name, shown }) => ({
        ...{ name, word: shown ? 'shown' : 'not shown' },
        button: buttonForm(session, '/account/profile/shown', shown ? 'Hide it' : 'Show it', {
          fields: { listing_id: id, shown: shown ? 'no' : 'yes' },
          about: name,
        }),
      })),
    )}
  </section>`
}
