// What the operator does for the reviewer of an app directory, who cannot read our mails: a link that works for weeks,
// and a sample listing to look at.
import { randomUUID } from 'node:crypto'
import { revokeAccess } from '../../auth/accounts.ts'
import type { Caller } from '../../auth/caller.ts'
import { aboutPerson, noteOperator } from '../../auth/coming.ts'
import { email as emailSchema, makeLink } from '../../auth/sign_in.ts'
import { Mistake } from '../../mistake.ts'
import type { OpenStorage, Storage } from '../../storage/storage.ts'
import { emptyProfile, typeValue } from '../drafts/fields.ts'
import { createListing } from '../drafts/save_listing.ts'
import { siteUrl } from '../drafts/site_url.ts'

const mostDays = 365

/** reviewer: returns the link. Earlier links are dropped; 0 days ends all their access. */
export async function operatorReviewer(
  storage: OpenStorage,
  given_email: string,
  given_days: string,
  { public_url, now }: { public_url: string; now: Date },
): Promise<string> {
  const email = emailSchema.safeParse(given_email.trim()).data
  if (email === undefined) throw new Mistake(`"${given_email}" is not an email address.`)
  const days = Number(given_days)
  if (!/^\d{1,3}$/.test(given_days) || days > mostDays) throw new Mistake(`Days are 0 to ${mostDays}.`)
  return storage.write(async (inside) => {
    const user = await inside.users.ensure(email, now.toISOString())
    const { id } = user
    await inside.sign_in_links.dropOf(email)
    const outcome = days === 0 ? 'ended' : `for ${days} days`
    await noteOperator(inside, aboutPerson(user), { action: 'reviewer', outcome, now })
    if (days === 0) {
      await revokeAccess(inside, id, 'the review is over', now)
      return `${email} can sign in with no link any more, and every session, key and application of theirs has ended.`
    }
    await addSample(inside, id, now)
    return makeLink(inside, { email, return_to: '/account', days, public_url, now })
  })
}

/** A listing that nobody else sees: saved, not published. One for each reviewer. */
async function addSample(storage: Storage, user_id: number, now: Date): Promise<void> {
  const { url, url_key } = siteUrl(`https://sample-${user_id}.example.com`)
  const site = (await storage.sites.all())[0]!
  if ((await storage.drafts.atUrl(user_id, site.id, url_key)) !== undefined) return
  const [category] = await storage.categories.known()
  const profile = emptyProfile()
  const type = (name: keyof typeof profile.fields, value: string | string[]) =>
    (profile.fields[name] = typeValue(profile.fields[name], value))
  type('name', `Sample ${user_id}`)
  type('tagline', 'A sample for whoever reviews this server')
  type('description', 'Nobody but its owner sees it: it is saved and was never published.')
  if (category !== undefined) type('categories', [category.slug])
  const at = now.toISOString()
  const id = randomUUID()
  const whose = { id, site_id: site.id, user_id, url, url_key }
  const progress = { step: 'done' as const, pages_read: 0, reading: null }
  await storage.drafts.add({ ...whose, status: 'ready', profile, progress, created_at: at, updated_at: at })
  if (category === undefined) return
  const caller: Caller = {
    ...{ user_id, email: null, name: '', role: 'member', via: 'session', scopes: [] },
    ...{ client_name: null, credential: 'admin', expires_at: null },
  }
  const draft = (await storage.drafts.byId(id))!
  const listing_id = await createListing(draft, { storage, site, caller, now })
  await storage.drafts.change(id, { listing_id, submitted_at: at, updated_at: at })
}
