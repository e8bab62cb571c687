import { z } from 'zod'
import { deleteAccount, signOutEverywhere } from '../../auth/accounts.ts'
import { createKey, maxLiveKeys } from '../../auth/api_keys.ts'
import { later } from '../../auth/authority.ts'
import { scopesOf } from '../../auth/scopes.ts'
import type { Services } from '../services.ts'
import { setCookie, type OwnVisit, type Redirect } from '../visit.ts'
import { applicationsPage } from './applications_page.ts'
import { keyLives, keysPage } from './keys_page.ts'
import type { Page } from './layout.ts'
import { faultsOf, readProfile } from './profile_form.ts'
import { profilePage } from './profile_page.ts'
import { sessionsPage } from './sessions_page.ts'

const keyForm = z.object({
  name: z.string().trim().min(1, 'Give the key a name.').max(80),
  ends: z.enum(Object.keys(keyLives) as [string, ...string[]]),
})

export function accountActions({ storage }: Services) {
  const idOf = (form: URLSearchParams) => z.coerce.number().int().positive().catch(0).parse(form.get('id'))
  const signedOut = (public_url: string): Redirect => ({
    redirect: '/sign-in',
    cookies: [setCookie(public_url, 'session', '', 0)],
  })

  return {
    async showProfile({ session, url }: OwnVisit): Promise<Page> {
      const profile = await storage.users.profile(session.user.id)
      return profilePage(session, profile, { saved: url.searchParams.has('saved') })
    },

    async saveProfile({ session, form, now }: OwnVisit): Promise<Page | Redirect> {
      const read = readProfile(form, await storage.users.profile(session.user.id))
      if ('faults' in read) return profilePage(session, read.typed, { faults: read.faults })
      await storage.write(({ users }) =>
        users.saveProfile(session.user.id, read.profile, read.slug, now.toISOString()),
      )
      return { redirect: '/account?saved' }
    },

    async remove({ session, form, now, public_url }: OwnVisit): Promise<Page | Redirect> {
      const { id, email } = session.user
      if ((form.get('confirm') ?? '').trim().toLowerCase() !== (email ?? 'delete').toLowerCase()) {
        const profile = await storage.users.profile(id)
        return profilePage(session, profile, {
          faults: { confirm: 'This is not your address. Nothing was deleted.' },
        })
      }
      await storage.write((inside) => deleteAccount(inside, id, now))
      return signedOut(public_url)
    },

    async showKeys({ session, now }: OwnVisit): Promise<Page> {
      return keysPage(session, await storage.api_keys.ofUser(session.user.id), now)
    },

    async createKey({ session, form, now, take }: OwnVisit): Promise<Page> {
      const user_id = session.user.id
      const parsed = keyForm.safeParse(Object.fromEntries(form))
      const scopes = scopesOf(form.getAll('scope'))
      const faults = parsed.success ? {} : faultsOf(parsed.error)
      if (scopes.length === 0) faults.scope = 'Tick at least one.'
      let created: string | undefined
      if (parsed.success && scopes.length > 0) {
        take('key_creations', `user ${user_id}`)
        const days = Number(parsed.data.ends)
        const expires_at = Number.isNaN(days) ? null : later(now, days * 86_400)
        const { name } = parsed.data
        const key = await storage.write((inside) =>
          createKey(inside, { user_id, name, scopes, expires_at, now }),
        )
        if (key === null) faults.form = `You have ${maxLiveKeys} keys, and more cannot be. Revoke one first.`
        else created = key
      }
      const name = created === undefined ? (form.get('name') ?? '') : ''
      return keysPage(session, await storage.api_keys.ofUser(user_id), now, { faults, name, created })
    },

    async revokeKey({ session, form, now }: OwnVisit): Promise<Redirect> {
      await storage.write(({ api_keys }) => api_keys.revoke(session.user.id, now.toISOString(), idOf(form)))
      return { redirect: '/account/keys' }
    },

    async showApplications({ session, now }: OwnVisit): Promise<Page> {
      return applicationsPage(session, await storage.oauth.liveGrantsOf(session.user.id, now.toISOString()))
    },

    async disconnect({ session, form, now }: OwnVisit): Promise<Redirect> {
      const why = 'the person ended it'
      await storage.write(({ oauth }) =>
        oauth.revokeGrantsOf(session.user.id, why, now.toISOString(), idOf(form)),
      )
      return { redirect: '/account/applications' }
    },

    async showSessions({ session, now }: OwnVisit): Promise<Page> {
      return sessionsPage(session, await storage.sessions.ofUser(session.user.id, now.toISOString()))
    },

    async endSession({ session, form, public_url }: OwnVisit): Promise<Redirect> {
      const id = idOf(form)
      await storage.write(({ sessions }) => sessions.endOf(session.user.id, id))
      return id === session.id ? signedOut(public_url) : { redirect: '/account/sessions' }
    },

    async endSessions({ session, public_url }: OwnVisit): Promise<Redirect> {
      await storage.write((inside) => signOutEverywhere(inside, session.user.id))
      return signedOut(public_url)
    },
  }
}
