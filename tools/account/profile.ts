// The founder profile that a person writes of themselves, and what follows from saving it.
import { z } from 'zod'
import { isPlainName, isPlainText } from '../../auth/names.ts'
import type { Storage } from '../../storage/storage.ts'
import type { SocialPlatform } from '../../storage/tables/columns.ts'
import { defineAction } from '../action.ts'
import { notShown } from '../facts/kinds.ts'
import { introduceEverywhere } from '../founders/beside.ts'
import { country, isWebLink, recordOf } from '../inputs.ts'
import { applyProfileOf } from '../my_listings/turning.ts'
import { slugOf } from '../slug.ts'

/** The accounts a profile asks for. */
export const askedAccounts = ['website', 'linkedin', 'x', 'github'] as const satisfies SocialPlatform[]

const link = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || (/^https:/i.test(text) && isWebLink(text)), 'Give an https address.')
const blankIsNone = (text: string) => (text === '' ? null : text)
const line = (max: number, isPlain: (text: string) => boolean = isPlainName) =>
  z.string().trim().max(max).refine(isPlain, notShown).transform(blankIsNone)

export const profileInput = z.strictObject({
  name: z
    .string()
    .trim()
    .max(160)
    .refine((text) => text !== '', 'A profile needs a name.')
    .refine(isPlainName, notShown),
  title: line(160),
  bio: line(3000, isPlainText),
  city: line(120),
  country: z.string().trim().transform(blankIsNone).pipe(country.nullable()),
  ...recordOf(askedAccounts, () => link),
})

export const saveProfile = defineAction({
  ...{ name: 'save_profile', by: 'person', input: profileInput },
  async handler(given, { storage, caller, now, public_url }) {
    await keepProfile(storage, caller.user_id, given, now)
    await applyProfileOf(storage, caller.user_id, { now, public_url })
  },
})

/** Links to other platforms stay as they were. Belongs into a transaction. */
export async function keepProfile(
  storage: Storage,
  user_id: number,
  { name, title, bio, city, country: land, ...links }: z.output<typeof profileInput>,
  now: Date,
): Promise<void> {
  const before = await storage.users.profile(user_id)
  const all = { ...before?.socials, ...links }
  const socials = Object.fromEntries(Object.entries(all).filter(([, url]) => url !== ''))
  const profile = { name, title, bio, city, country: land, socials }
  await storage.users.saveProfile(user_id, profile, slugOf(name) ?? 'founder', now.toISOString())
  if (before === undefined) await introduceEverywhere(storage, user_id)
}
