import { digest } from '../../../auth/secrets.ts'
import type { Invite } from '../../../storage/draft_invites.ts'
import type { FounderProfile } from '../../../storage/people/users.ts'
import type { Storage } from '../../../storage/storage.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { openPage } from '../private_page.ts'
import type { Visit } from '../visit.ts'
import { profileFields, readProfile } from './profile_form.ts'
import { deadLink } from './dead_link.ts'

type Asked = {
  host: string
  email: string
  profile: FounderProfile | undefined
  /** Whether the profile may be written here; one that is somebody's already is shown, and joins as it is. */
  may_write: boolean
  faults: Record<string, string>
}

/**
 * Where a co-founder adds their own profile; null when the invitation does not work any more. The mailed link proves
 * whose address it is, as a sign-in link does; opening it changes nothing.
 */
export const invite = openPage<Asked | { thanked_for: string } | null>({
  path: '/invites/:token',
  async load(visit) {
    visit.take('sign_in')
    const { storage } = visit
    const invited = await inviteOf(visit, storage)
    if (invited === null) return null
    const { email } = invited
    const user = await storage.users.byEmail(email)
    const profile = user === undefined ? undefined : await storage.users.profile(user.id)
    const draft = (await storage.drafts.byId(invited.draft_id))!
    const may_write = mayWrite(visit, user?.id, profile)
    return { host: new URL(draft.url).hostname, email, profile, may_write, faults: {} }
  },
  render(shown, { url }) {
    if (shown === null) return deadLink(dead, 'This invitation no longer works')
    return 'thanked_for' in shown ? thanks(shown.thanked_for) : form(url.pathname, shown)
  },
  post: {
    async '/invites/:token'(visit) {
      visit.take('sign_in')
      const at = visit.now.toISOString()
      return visit.storage.write(async (inside) => {
        const invited = await inviteOf(visit, inside)
        if (invited === null) return null
        const { email } = invited
        const draft = (await inside.drafts.byId(invited.draft_id))!
        const host = new URL(draft.url).hostname
        const user = await inside.users.ensure(email, at)
        let profile = await inside.users.profile(user.id)
        if (mayWrite(visit, user.id, profile)) {
          const read = readProfile(visit.form, profile)
          if ('faults' in read)
            return { host, email, profile: read.typed, may_write: true, faults: read.faults }
          profile = read.profile
          await inside.users.saveProfile(user.id, profile, read.slug, at)
        }
        const founder = (await inside.founders.ofUser(user.id))!
        await inside.drafts.acceptInvite(invited.id, founder.id, at)
        if (draft.listing_id !== null)
          await inside.founders.join(draft.listing_id, founder.id, profile!.title)
        return { thanked_for: host }
      })
    },
  },
})

/** A link in a mail is passed on easily: what a member wrote is rewritten by themselves alone, signed in. */
function mayWrite(
  { session }: Visit,
  user_id: number | undefined,
  profile: FounderProfile | undefined,
): boolean {
  return profile === undefined || session?.user.id === user_id
}

async function inviteOf({ params, now }: Visit, { drafts }: Pick<Storage, 'drafts'>): Promise<Invite | null> {
  const found = await drafts.inviteByHash(digest(params.token!))
  return found === undefined || found.accepted_at !== null || found.expires_at <= now.toISOString()
    ? null
    : found
}

/** `path` is the address of the invitation itself. */
function form(path: string, { host, email, profile, may_write, faults }: Asked): Page {
  return {
    title: 'Your founder profile',
    status: Object.keys(faults).length > 0 ? 400 : 200,
    body: html`<h1>Your founder profile</h1>
      <p>
        You are named as a co-founder of <strong>${host}</strong>. Go on only if that is true and
        <strong>${email}</strong> is your address. Your profile stands beside the listing.
      </p>
      <form class="stack" method="post" action="${path}">
        ${
          may_write
            ? profileFields(profile, faults)
            : html`<p>
                You are here already, as <strong>${profile!.name}</strong>. To change your profile,
                <a href="/sign-in">sign in</a>.
              </p>`
        }
        <button>Add my profile</button>
      </form>`,
  }
}

function thanks(host: string): Page {
  return {
    title: 'Your profile is saved',
    body: html`<section class="middle stack">
      <h1>Your profile is saved</h1>
      <p>
        It will stand beside the listing of <strong>${host}</strong>. To change it,
        <a href="/sign-in">sign in</a>.
      </p>
    </section>`,
  }
}

const dead = html`<p>
  It was used before, or it is older than 14 days. Ask for a new one, or <a href="/sign-in">sign in</a>.
</p>`
