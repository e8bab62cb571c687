// Signing in by a link in the mail. Asking is the same for known and unknown addresses; using it makes the account.
import { z } from 'zod'
import type { Storage } from '../storage/storage.ts'
import { admit } from './accounts.ts'
import { later, lifetimes } from './authority.ts'
import { digest, mint } from './secrets.ts'
import { mailboxOf } from '../storage/people/mailboxes.ts'
import { mayTake, take, type Asker } from './kept_limits.ts'
import { beginSession, type SessionStart } from './sessions.ts'
import { signInMail } from './sign_in_mail.ts'

export const email = z.email().max(254)

/** Local addresses only, and only such as cannot be read as another host by any browser. */
export function safeReturn(return_to: string | null | undefined): string {
  if (return_to === null || return_to === undefined || return_to === '') return '/account'
  return return_to.length <= 10_000 &&
    /^\/(?:[a-z][\w/-]*)?(?:\?[\x21\x22\x24-\x5b\x5d-\x7e]*)?$/.test(return_to)
    ? return_to
    : '/'
}

/** What the asking browser keeps, so that a link leads on there alone; a new one unless it has one. */
export function askingBrowser(kept: string | null): string {
  return kept !== null && /^lb_[\w-]{43}$/.test(kept) ? kept : mint('lb')
}

/**
 * Makes a link that signs its holder in once, or with `days` as often as they like for so long. `asked_by` is what the
 * asking browser keeps, when a browser asked. One that `confirms` the digest of a site signs nobody in.
 */
export async function makeLink(
  { sign_in_links }: Storage,
  link: {
    email: string
    return_to: string
    asked_by?: string
    days?: number
    confirms?: number
    public_url: string
    now: Date
  },
): Promise<string> {
  const token = mint('ll')
  await sign_in_links.add({
    hash: digest(token),
    email: link.email,
    return_to: link.return_to,
    asked_by: link.asked_by === undefined ? null : digest(link.asked_by),
    created_at: link.now.toISOString(),
    expires_at: later(link.now, link.days === undefined ? lifetimes.link_s : link.days * 86_400),
    reusable: link.days !== undefined && link.confirms === undefined,
    confirms: link.confirms ?? null,
  })
  return `${link.public_url}${link.confirms === undefined ? '/sign-in/link' : '/digest/confirm'}?token=${token}`
}

/**
 * Puts a sign-in link into the outbox, in a transaction of its own, unless enough of them were asked for: nobody is told
 * so but a network that asks without end.
 */
export async function mailLink(
  storage: Storage,
  request: {
    email: string
    return_to: string
    asked_by: string
    public_url: string
    site_name: string
    /** The product that the link votes for as well. */
    votes_for?: string
    now: Date
  },
  asker: Asker,
): Promise<void> {
  await storage.write(async (inside) => {
    await take(inside, {
      ...{ limits: asker.limits, limit: 'sign_in_mails' },
      ...{ key: asker.network, now: request.now },
    })
    if (!(await mayMail(inside, request.email, asker, request.now))) return
    await inside.mail.add(
      signInMail({
        recipient: request.email,
        link: await makeLink(inside, request),
        public_url: request.public_url,
        site_name: request.site_name,
        votes_for: request.votes_for,
        created_at: request.now.toISOString(),
        expires_at: later(request.now, lifetimes.link_s),
      }),
    )
  })
}

/**
 * Whoever is over a limit is not refused: a stranger who asks for somebody would lock them out, and the link that was
 * mailed last still works. An account's own address has links of its own, which those to other spellings of the mailbox
 * cannot use up; of the rest a mailbox gets so many, and one caller may ask for a part of them.
 */
async function mayMail(storage: Storage, email: string, { limits, address }: Asker, now: Date) {
  const may = (limit: 'sign_in_account' | 'sign_in_asker' | 'sign_in_address', key: string) =>
    mayTake(storage, { limits, limit, key, now })
  if ((await storage.users.ofMailbox(email)).is_closed) return false
  const user = await storage.users.byEmail(email)
  if (user !== undefined) return may('sign_in_account', String(user.id))
  const mailbox = mailboxOf(email)
  return (await may('sign_in_asker', `${address} ${mailbox}`)) && (await may('sign_in_address', mailbox))
}

/** The address a link would sign in and where it leads, or null. Looking spends nothing: mail scanners open every link. */
export async function lookAtLink(
  { sign_in_links }: Storage,
  token: string,
  now: Date,
): Promise<{ email: string; return_to: string } | null> {
  return (await sign_in_links.look(digest(token), now.toISOString())) ?? null
}

/**
 * Spends a link and begins a session of its person, who is new when the address was. Anybody can ask for a link to
 * anybody, so it leads on only in the browser that asked, known by what it keeps; in any other it leads to the account.
 */
export async function spendLink(
  storage: Storage,
  token: string,
  kept: string | null,
  browser: SessionStart,
  asker: Asker,
): Promise<{ session: string; return_to: string } | null> {
  return storage.write(async (inside) => {
    const link = await inside.sign_in_links.spend(digest(token), browser.now.toISOString())
    const user = link === undefined ? null : await admit(inside, link.email, { ...asker, now: browser.now })
    if (link === undefined || user === null) return null
    const isHere = kept !== null && link.asked_by === digest(kept)
    return {
      session: await beginSession(inside, user.id, browser),
      return_to: isHere ? link.return_to : '/account',
    }
  })
}
