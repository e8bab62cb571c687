// The mailbox behind an address, whatever its spelling, and the keyed hash that stands for it: whoever has the hash alone
// can neither read the address from it nor try addresses against it, for the key never leaves the database.
import { createHmac, randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'

/** Providers whose hosts share their mailboxes, and the signs in a name that they overlook; "-" where dots are hyphens. */
const providers: { hosts: string; overlooks?: RegExp; as?: string }[] = [
  { hosts: 'gmail.com googlemail.com', overlooks: /\./g },
  { hosts: 'proton.me protonmail.com protonmail.ch pm.me', overlooks: /[._-]/g },
  {
    hosts: 'yandex.com yandex.ru ya.ru yandex.by yandex.kz yandex.ua yandex.com.tr',
    overlooks: /\./g,
    as: '-',
  },
  { hosts: 'icloud.com me.com mac.com' },
]
const providerOf = new Map(
  providers.flatMap((one) =>
    one.hosts.split(' ').map((host, _, all) => [host, { ...one, host: all[0]! }] as const),
  ),
)

/** One spelling for every address that leads to the same mailbox: without case, tag, and the signs its provider overlooks. */
export function mailboxOf(address: string): string {
  const text = address.normalize('NFKC').toLowerCase()
  const at = text.lastIndexOf('@')
  const host = domainToASCII(text.slice(at + 1)).replace(/\.$/, '')
  const provider = providerOf.get(host)
  const name = text.slice(0, at).split('+')[0]!
  if (provider === undefined) return `${name}@${host}`
  const { overlooks, as = '' } = provider
  return `${overlooks === undefined ? name : name.replace(overlooks, as)}@${provider.host}`
}

/** The hash that stands for a mailbox in users and votes. */
export const mailboxHash = (key: string, address: string): string =>
  createHmac('sha256', key).update(mailboxOf(address)).digest('base64url')

/** Asked whenever a database is opened, by whoever may write: is there a key, and has everybody a mailbox? */
export const asked = {
  key: "SELECT key FROM service_keys WHERE name = 'mailboxes'",
  people: 'SELECT id, email FROM users WHERE email IS NOT NULL AND mailbox IS NULL ORDER BY id',
} as const

/** What is written then, statement by statement. Of two accounts with one mailbox each keeps the votes it gave before. */
export function naming(
  key: string | undefined,
  people: readonly [id: number, email: string][],
): [string, unknown[]][] {
  const made = key ?? randomBytes(32).toString('base64url')
  const named = people.map(([id, email]) => [id, mailboxHash(made, email)] as const)
  return [
    ...(key === undefined
      ? [["INSERT INTO service_keys(name, key) VALUES ('mailboxes', ?)", [made]] as [string, unknown[]]]
      : []),
    ...named.flatMap(([id, mailbox]): [string, unknown[]][] => [
      ['UPDATE users SET mailbox = ? WHERE id = ?', [mailbox, id]],
      [
        `UPDATE votes SET voter = ? WHERE user_id = ? AND NOT EXISTS (
           SELECT 1 FROM votes AS theirs WHERE theirs.listing_id = votes.listing_id AND theirs.voter = ?)`,
        [mailbox, id, mailbox],
      ],
    ]),
  ]
}
