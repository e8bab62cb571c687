// The founder profile that a person writes of themselves, and what follows from saving it.
import { z } from 'zod'
import { isPlainName, isPlainText } from '../../auth/names.ts'
import type { Storage } from '../../storage/storage.ts'
import type { SocialPlatform } from '../../storage/tables/columns.ts'
import { defineAction } from '../action.ts'
import { refusing } from '../faults.ts'
import { account } from '../accounts.ts'
import { notShown } from '../facts/kinds.ts'
import { introduceEverywhere } from '../founders/beside.ts'
import { country, recordOf } from '../inputs.ts'
import { applyProfileOf } from '../my_listings/turning.ts'
import { slugOf } from '../slug.ts'

/** The accounts a profile asks for. */
export const askedAccounts = ['website', 'linkedin', 'x', 'github'] as const satisfies SocialPlatform[]

const blankIsNone = (text: string) => (text === '' ? null : text)
const line = (max: number, isPlain: (text: string) => boolean = isPlainName) =>
  z.string().trim().max(max).refine(isPlain, notShown).transform(blankIsNone)

const nameless = 'A profile needs a name.'

export const profileInput = z.strictObject({
  name: z
    .string()
    .trim()
    .max(160)
    .refine((text) => text !== '', nameless)
    .refine(isPlainName, notShown),
  title: line(160),
  bio: line(3000, isPlainText),
  city: line(120),
  country: z.string().trim().transform(blankIsNone).pipe(country.nullable()),
  ...recordOf(askedAccounts, account),
})

/** A field that is left out stays as it is, even if its old value would no longer be accepted. */
export const saveProfile = defineAction({
  ...{ name: 'save_profile', by: 'person', input: profileInput.partial() },
  async handler(given, { storage, caller, now, public_url }) {
    await keepProfile(storage, caller.user_id, given, now)
    await applyProfileOf(storage, caller.user_id, { now, public_url })
  },
})

/** Fields that are not given keep their value, and so do links to other platforms. Call it inside a transaction. */
export async function keepProfile(
  storage: Storage,
  user_id: number,
  given: Partial<z.output<typeof profileInput>>,
  now: Date,
): Promise<void> {
  const before = await storage.users.profile(user_id)
  const { name = before?.name, title = before?.title, bio = before?.bio, city = before?.city } = given
  const { country: land = before?.country } = given
  if (name === undefined) throw refusing([{ pointer: '/name', code: 'required', message: nameless }])
  const all = { ...before?.socials }
  for (const key of askedAccounts) all[key] = given[key] ?? all[key] ?? ''
  const socials = Object.fromEntries(Object.entries(all).filter(([, url]) => url !== ''))
  const words = { name, title: title ?? null, bio: bio ?? null, city: city ?? null, country: land ?? null }
  await storage.users.saveProfile(
    user_id,
    { ...words, socials },
    slugOf(name) ?? 'founder',
    now.toISOString(),
  )
  if (before === undefined) await introduceEverywhere(storage, user_id)
}
