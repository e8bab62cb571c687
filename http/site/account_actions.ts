import { z } from 'zod'
import { deleteAccount, signOutEverywhere } from '../../auth/accounts.ts'
import { createKey, maxLiveKeys } from '../../auth/api_keys.ts'
import { later } from '../../auth/authority.ts'
import { scopesOf } from '../../auth/scopes.ts'
import type { FounderProfile } from '../../storage/users.ts'
import { country } from '../../tools/inputs.ts'
import type { Entry } from '../app.ts'
import { setCookie, type OwnVisit, type Redirect } from '../visit.ts'
import { applicationsPage } from './applications_page.ts'
import { keyLives, keysPage } from './keys_page.ts'
import type { Page } from './layout.ts'
import { profilePage, socialPlatforms } from './profile_page.ts'
import { sessionsPage } from './sessions_page.ts'

const link = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || (/^https:\/\//.test(text) && URL.canParse(text)), 'Give an https address.')
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => (text === '' ? null : text))
const profileForm = z.object({
  name: z.string().trim().min(1, 'A profile needs a name.').max(160),
  title: line(160),
  bio: line(3000),
  city: line(120),
  country: z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : text.toUpperCase()))
    .pipe(country.nullable()),
  ...Object.fromEntries(Object.keys(socialPlatforms).map((key) => [key, link])),
})
const keyForm = z.object({
  name: z.string().trim().min(1, 'Give the key a name.').max(80),
  ends: z.enum(Object.keys(keyLives) as [string, ...string[]]),
})

export function accountActions({ storage }: Entry) {
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
      const before = await storage.users.profile(session.user.id)
      const given = Object.fromEntries(form)
      const parsed = profileForm.safeParse(given)
      if (!parsed.success) {
        const typed = { ...given, socials: given } as unknown as FounderProfile
        return profilePage(session, typed, { faults: faultsOf(parsed.error) })
      }
      const { name, title, bio, city, country: land } = parsed.data
      const links = Object.keys(socialPlatforms).map((key) => [key, String(form.get(key) ?? '').trim()])
      const kept = Object.entries(before?.socials ?? {}).filter(([key]) => !(key in socialPlatforms))
      const socials = Object.fromEntries([...kept, ...links.filter(([, url]) => url !== '')])
      await storage.write(({ users }) =>
        users.saveProfile(
          session.user.id,
          { name, title, bio, city, country: land, socials },
          slugOf(name),
          now.toISOString(),
        ),
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

function faultsOf(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(
    error.issues.map(({ path, code, message }) => [
      String(path[0]),
      code === 'too_big' ? 'This is too long.' : message,
    ]),
  )
}

function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
  return slug === '' ? 'founder' : slug
}
