// Who is shown as a founder of a listing. Its owners may be, with their own profile, and only by their own choice: by
// writing a profile when the listing names no founder or names them, or on the page of the profile.
import { z } from 'zod'
import type { NewVersion } from '../../storage/listings/owners.ts'
import type { Storage } from '../../storage/storage.ts'
import { defineAction } from '../action.ts'
import { notFound, Refusal } from '../errors.ts'
import { id } from '../inputs.ts'
import { ownedListing } from '../my_listings/owned.ts'
import { madeBy } from '../my_listings/versions.ts'

type Making = Omit<NewVersion, 'listing_id' | 'before' | 'after'>

/**
 * Shows an owner's profile on a listing that names no founder, or the owner: it then replaces what the site or
 * a file said of them. If the listing names others, the owner chooses on the page of the profile.
 */
export async function introduce(storage: Storage, user_id: number, listing_id: number): Promise<void> {
  const own = await storage.founders.ofUser(user_id)
  if (own === undefined) return
  const named = await storage.founders.ofListing(listing_id)
  if (named.length === 0 || named.some((one) => isSamePerson(one, own)))
    await stand(storage, own, named, listing_id)
}

/** The same for all listings that the person owns, when they have just written their profile. */
export async function introduceEverywhere(storage: Storage, user_id: number): Promise<void> {
  for (const { id: listing_id } of (await storage.owners.list(user_id, firstOwned)).items)
    await introduce(storage, user_id, listing_id)
}

/** The first page of a person's listings. */
export const firstOwned = { limit: 100, offset: 0 }

/** Removes an owner; their profile is no longer shown on the listing. */
export async function dismissOwner(storage: Storage, user_id: number, listing_id: number): Promise<void> {
  await storage.owners.remove(listing_id, user_id)
  const own = await storage.founders.ofUser(user_id)
  if (own !== undefined) await storage.founders.leave(listing_id, own.id)
}

/** A person shows their profile on a listing they own, or removes it from any listing. */
export const showProfile = defineAction({
  ...{ name: 'show_profile', by: 'person', input: z.strictObject({ listing_id: id, shown: z.boolean() }) },
  async handler({ listing_id, shown }, context) {
    const { storage, caller, public_url } = context
    const own = await storage.founders.ofUser(caller.user_id)
    if (own === undefined)
      throw new Refusal('no_founder_profile', `Write your profile at ${public_url}/account/profile first.`)
    if (shown) await ownedListing(listing_id, context)
    const named = await storage.founders.ofListing(listing_id)
    if (!shown && !named.some((one) => one.id === own.id)) throw notFound('listing that shows your profile')
    await versioned(storage, listing_id, madeBy(caller, 'show_profile', context.now), () =>
      shown ? stand(storage, own, named, listing_id) : storage.founders.leave(listing_id, own.id),
    )
  },
})

/** An owner removes a founder from a listing, whoever added them. */
export const takeOffFounder = defineAction({
  ...{ name: 'take_off_founder', by: 'person' },
  input: z.strictObject({ listing_id: id, slug: z.string() }),
  async handler({ listing_id, slug }, context) {
    const { storage, caller, now } = context
    await ownedListing(listing_id, context)
    const founder = (await storage.founders.ofListing(listing_id)).find((one) => one.slug === slug)
    if (founder === undefined) return
    await versioned(storage, listing_id, madeBy(caller, 'take_off_founder', now), () =>
      storage.founders.leave(listing_id, founder.id),
    )
  },
})

type Founder = NonNullable<Awaited<ReturnType<Storage['founders']['ofUser']>>>

/** A founder without an account (drafted or imported) who has the owner's name. */
const isSamePerson = (one: Founder, own: Founder) => one.user_id === null && isSameName(one.name, own.name)

export function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

async function stand(storage: Storage, own: Founder, named: Founder[], listing_id: number): Promise<void> {
  if (named.some((one) => one.id === own.id)) return
  const drafted = named.find((one) => isSamePerson(one, own))
  if (drafted === undefined) await storage.founders.join(listing_id, own.id, own.title)
  else await storage.founders.takePlace(listing_id, drafted, own)
}

/** Runs the step and saves a version if anything changed, as for every edit. */
async function versioned(storage: Storage, listing_id: number, making: Making, step: () => Promise<void>) {
  const names = async () => (await storage.founders.ofListing(listing_id)).map(({ name }) => name)
  const before = await names()
  await step()
  const after = await names()
  if (JSON.stringify(before) !== JSON.stringify(after))
    await storage.owners.addVersion({
      ...{ ...making, listing_id },
      ...{ before: { founders: before }, after: { founders: after } },
    })
}
