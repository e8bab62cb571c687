import type { FounderProfile } from '../../../storage/people/users.ts'
import { deleteOwnAccount } from '../../../tools/account/access.ts'
import { missingFromProfile, saveProfile } from '../../../tools/account/profile.ts'
import { field, sealedForm } from '../forms.ts'
import { html } from '../html.ts'
import { ownPage } from '../private_page.ts'
import { goTo, signedOut, type OwnVisit } from '../visit.ts'
import { asTyped, profileFields, profileIn } from './profile_form.ts'
import { attempt, faultsByName } from './refused.ts'

type Shown = { profile: FounderProfile | undefined; faults: Record<string, string>; saved: boolean }

export const profile = ownPage<Shown>({
  path: '/account/profile',
  load: async (visit) => ({
    profile: await profileOf(visit),
    faults: {},
    saved: visit.url.searchParams.has('saved'),
  }),
  render({ profile: shown, faults, saved }, { session }) {
    const missing = missingFromProfile(shown)
    return {
      title: 'Profile',
      place: '/account/profile',
      status: Object.keys(faults).length > 0 ? 400 : 200,
      body: html`<div class="narrow stack">
        <h1>Your founder profile</h1>
        ${saved && html`<p class="note ok" role="status">Saved.</p>`}
        <p>
          It stands beside your listings.
          ${
            missing.length === 0
              ? 'It is complete.'
              : `A launch on the free plan needs a complete profile; this one still lacks ${missing.join(', ')}.`
          }
        </p>
        ${sealedForm(session, '/account/profile', html`${profileFields(shown, faults)} <button>Save</button>`)}
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
  post: {
    async '/account/profile'({ form, act }) {
      const typed = profileIn(form)
      const tried = await attempt(() => act(saveProfile, typed))
      if ('done' in tried) return goTo('/account/profile?saved')
      return { profile: asTyped(typed), faults: faultsByName(tried.refused), saved: false }
    },

    async '/account/delete'(visit) {
      const tried = await attempt(() =>
        visit.act(deleteOwnAccount, { confirm: visit.form.get('confirm') ?? '' }),
      )
      if ('done' in tried) return signedOut(visit.public_url)
      return { profile: await profileOf(visit), faults: faultsByName(tried.refused), saved: false }
    },
  },
})

const profileOf = ({ storage, session }: OwnVisit) => storage.users.profile(session.user.id)
