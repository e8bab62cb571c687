// The mailbox behind an address, whatever its spelling, and a keyed hash of it: from the hash alone nobody can read the
// address or test addresses against it, because the key never leaves the database.
import { createHmac, randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'

/** Providers whose domains share mailboxes, and the characters they ignore in a name; "-" if dots equal hyphens. */
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

/** One spelling for all addresses of a mailbox: without case, tag, and characters that the provider ignores. */
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

/** The hash of a mailbox in users and votes. */
export const mailboxHash = (key: string, address: string): string =>
  createHmac('sha256', key).update(mailboxOf(address)).digest('base64url')

/** Checked whenever a database is opened for writing: is there a key, and does every user have a mailbox hash? */
export const asked = {
  key: "SELECT key FROM service_keys WHERE name = 'mailboxes'",
  people: 'SELECT id, email FROM users WHERE email IS NOT NULL AND mailbox IS NULL ORDER BY id',
} as const

/** The statements that add what is missing. Two accounts with one mailbox keep the votes they already gave. */
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
