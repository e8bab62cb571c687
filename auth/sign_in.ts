// Signing in by a mailed link. A request looks the same for known and unknown addresses; using it makes the account.
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

/** Local addresses only, and only those that no browser can read as another host. */
export function safeReturn(return_to: string | null | undefined): string {
  if (return_to === null || return_to === undefined || return_to === '') return '/account'
  return return_to.length <= 10_000 &&
    /^\/(?:[a-z][\w/-]*)?(?:\?[\x21\x22\x24-\x5b\x5d-\x7e]*)?$/.test(return_to)
    ? return_to
    : '/'
}

/** The id of the requesting browser, which ties a link's redirect to it; a new one if it has none. */
export function askingBrowser(kept: string | null): string {
  return kept !== null && /^lb_[\w-]{43}$/.test(kept) ? kept : mint('lb')
}

/**
 * Makes a link that signs its holder in once, or with `days` any number of times for so long. `asked_by` is the id of
 * the requesting browser, if any. A link that `confirms` the digest of a site signs nobody in.
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
 * Queues the mail with a sign-in link, in a transaction of its own, unless too many were requested. Only a network over
 * its limit is told so.
 */
export async function mailLink(
  storage: Storage,
  request: {
    email: string
    return_to: string
    asked_by: string
    public_url: string
    site_name: string
    /** The product that the link also votes for. */
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
 * Going over a limit causes no error: a stranger's requests would lock the owner out, and the last mailed link still
 * works. An account's exact address has its own limit, which requests for other spellings of the mailbox cannot use up;
 * for those there is one limit per mailbox, of which one caller may use a part.
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

/** The address of a link and where it leads, or null. Looking does not use it up: mail scanners open every link. */
export async function lookAtLink(
  { sign_in_links }: Storage,
  token: string,
  now: Date,
): Promise<{ email: string; return_to: string } | null> {
  return (await sign_in_links.look(digest(token), now.toISOString())) ?? null
}

/**
 * Uses a link and begins a session of its account, made if the address is new. Anybody can request a link for any
 * address, so only the requesting browser is redirected to return_to; any other goes to the account page.
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
