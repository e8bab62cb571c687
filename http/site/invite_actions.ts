import { digest } from '../../auth/secrets.ts'
import type { Invite } from '../../storage/drafts.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Services } from '../services.ts'
import type { Visit } from '../visit.ts'
import { deadInvitePage, invitePage, thanksPage } from './invite_page.ts'
import type { Page } from './layout.ts'
import { readProfile } from './profile_form.ts'

/** The mailed link proves whose address it is, as a sign-in link does; opening it changes nothing. */
export function inviteActions({ storage }: Services) {
  async function inviteOf({ url, now }: Visit, { drafts }: Pick<Storage, 'drafts'>): Promise<Invite | null> {
    const invite = await drafts.inviteByHash(digest(url.pathname.split('/').at(-1)!))
    if (invite === undefined || invite.accepted_at !== null || invite.expires_at <= now.toISOString())
      return null
    return invite
  }

  return {
    async show(visit: Visit): Promise<Page> {
      visit.take('sign_in')
      const invite = await inviteOf(visit, storage)
      if (invite === null) return deadInvitePage()
      const user = await storage.users.byEmail(invite.email)
      const profile = user === undefined ? undefined : await storage.users.profile(user.id)
      const draft = (await storage.drafts.byId(invite.draft_id))!
      return invitePage(visit.url.pathname, new URL(draft.url).hostname, invite.email, profile)
    },

    async accept(visit: Visit): Promise<Page> {
      visit.take('sign_in')
      const at = visit.now.toISOString()
      return storage.write(async (inside) => {
        const invite = await inviteOf(visit, inside)
        if (invite === null) return deadInvitePage()
        const draft = (await inside.drafts.byId(invite.draft_id))!
        const host = new URL(draft.url).hostname
        const user = await inside.users.ensure(invite.email, at)
        const read = readProfile(visit.form, await inside.users.profile(user.id))
        if ('faults' in read)
          return invitePage(visit.url.pathname, host, invite.email, read.typed, read.faults)
        await inside.users.saveProfile(user.id, read.profile, read.slug, at)
        const founder = (await inside.founders.ofUser(user.id))!
        await inside.drafts.acceptInvite(invite.id, founder.id, at)
        if (draft.listing_id !== null)
          await inside.founders.join(draft.listing_id, founder.id, read.profile.title)
        return thanksPage(host)
      })
    },
  }
}
