// Listings that belong to somebody, put there without the way through a draft.
import type { SavedListing } from '../../storage/listings/save.ts'
import type { Listing } from '../../storage/listings/read.ts'
import type { Service } from './service.ts'
import { product } from './town.ts'

type Given = Partial<Omit<SavedListing, 'category_ids' | 'founders'>> & { slug: string }

/** A submitted listing of the person, unless told otherwise; returns its id. */
export async function listingOf(
  service: Pick<Service, 'storage' | 'clock'>,
  user_id: number,
  given: Given,
): Promise<number> {
  const at = service.clock.now.toISOString()
  return service.storage.write(async (inside) => {
    const category = await inside.catalogue.putCategory({ slug: 'invoicing', name: 'Invoicing' })
    const submitted = { status: 'draft', plan: null, live_at: null, created_at: at, updated_at: at } as const
    const id = await inside.listings.save(product([category], { ...submitted, ...given }))
    await inside.owners.add(id, user_id, at)
    return id
  })
}

export async function stored(service: Pick<Service, 'storage'>, id: number): Promise<Listing> {
  return (await service.storage.listings.byId(id))!
}

/** A founder profile that a free launch can go live with. */
export async function completeProfile(
  service: Pick<Service, 'storage' | 'clock'>,
  user_id: number,
): Promise<void> {
  await service.storage.write(({ users }) =>
    users.saveProfile(
      user_id,
      {
        name: 'Ana Keto',
        title: 'Founder',
        bio: 'Ana sent invoices by hand for nine years, and reminders for eight of them. Then she wrote Tide.',
        country: 'FI',
        city: 'Helsinki',
        socials: { x: 'anaketo' },
      },
      'ana-keto',
      service.clock.now.toISOString(),
    ),
  )
}
