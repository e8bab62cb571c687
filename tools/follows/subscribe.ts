// Subscribing to the digest without signing in: one mail asks for confirmation, and nothing more is sent without it.
import { admit } from '../../auth/accounts.ts'
import { mayTake, take, type Asker } from '../../auth/kept_limits.ts'
import { mailOf } from '../../auth/letter.ts'
import { digest } from '../../auth/secrets.ts'
import { makeLink } from '../../auth/sign_in.ts'
import { addDays } from '../../days.ts'
import { mailboxOf } from '../../storage/people/mailboxes.ts'
import type { Site } from '../../storage/sites.ts'
import type { Storage } from '../../storage/storage.ts'

/** How many days the link works; then the address is deleted. */
const days = 1

type Place = { site: Pick<Site, 'id' | 'name'>; public_url: string; now: Date }

/**
 * Mails a confirmation link, in a transaction of its own, unless the address was asked often enough or gets the digest
 * already; the answer does not tell which. Only a network that asks too often is refused.
 */
export async function askForDigest(
  storage: Storage,
  email: string,
  { site, public_url, now }: Place,
  { limits, network }: Asker,
): Promise<void> {
  await storage.write(async (inside) => {
    await take(inside, { limits, limit: 'digest_asks', key: network, now })
    if (!(await mayTake(inside, { limits, limit: 'digest_address', key: mailboxOf(email), now }))) return
    if ((await inside.users.ofMailbox(email)).is_closed) return
    const user = await inside.users.byEmail(email)
    if (user !== undefined && (await inside.follows.of({ site_id: site.id }, user.id)) !== undefined) return
    const link = await makeLink(inside, {
      ...{ email, return_to: '/digest', days, confirms: site.id, public_url, now },
    })
    await inside.mail.add(
      mailOf({
        kind: 'digest',
        recipient: email,
        site_name: site.name,
        title: `Do you want the digest of ${site.name}?`,
        paragraphs: [
          `Somebody asked for one mail each Monday to this address: who won the week on ${site.name}, and what launches next.`,
        ],
        button: { label: 'Yes, send it to me', url: link },
        after: [
          'The link works once, for a day. If it was not you, ignore this mail: nothing more comes, and the address is forgotten.',
        ],
        public_url,
        created_at: now.toISOString(),
        expires_at: addDays(now, days).toISOString(),
      }),
    )
  })
}

/** The address that a link would confirm, or null. Looking does not use the link up: mail scanners open every link. */
export async function askedBehind(
  { sign_in_links }: Storage,
  token: string,
  { site, now }: Place,
): Promise<string | null> {
  return (await sign_in_links.look(digest(token), now.toISOString(), site.id))?.email ?? null
}

/** Uses the link up and starts the digest. The address gets an account, as when signing in, but no session. */
export async function confirmDigest(
  storage: Storage,
  token: string,
  { site, now }: Place,
  asker: Asker,
): Promise<string | null> {
  return storage.write(async (inside) => {
    const link = await inside.sign_in_links.spend(digest(token), now.toISOString(), site.id)
    const user = link === undefined ? null : await admit(inside, link.email, { ...asker, now })
    if (link === undefined || user === null) return null
    await inside.follows.add({ site_id: site.id }, user.id, now.toISOString())
    return link.email
  })
}
