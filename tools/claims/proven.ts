// Who has proved control of a listing's domain, and what the listing says of it.
import type { Storage } from '../../storage/storage.ts'

/** Who has proved control of the listing's domain, now or as an earlier owner. */
export async function provenBy({ claims }: Storage, listing_id: number): Promise<Set<number>> {
  const all = await claims.ofListing(listing_id)
  return new Set(all.filter(({ status }) => status === 'verified').map(({ user_id }) => user_id))
}

/**
 * A listing has a verified owner as long as one who has proved its domain owns it and has an open account. Call it
 * after a proof, and when owners or their accounts changed.
 */
export async function applyProof(storage: Storage, listing_id: number): Promise<void> {
  const owners = new Set((await storage.owners.people(listing_id)).map(({ user_id }) => user_id))
  for (const id of owners) if ((await storage.users.byId(id))!.closed_at !== null) owners.delete(id)
  const proofs = (await storage.claims.ofListing(listing_id)).filter(
    ({ status, user_id }) => status === 'verified' && owners.has(user_id),
  )
  const [last] = proofs.toSorted((a, b) => (a.settled_at! < b.settled_at! ? 1 : -1))
  const said = { verified_at: last?.settled_at ?? null, verified_by: last?.method ?? null }
  const { verified_at } = (await storage.listings.byId(listing_id))!
  if (verified_at !== said.verified_at) await storage.listings.change(listing_id, said)
}

/** The same for the listings of a person whose account was deleted, closed or opened again, where it may matter. */
export async function applyProofsOf(storage: Storage, user_id: number): Promise<void> {
  const proved = new Set(await storage.claims.provedBy(user_id))
  const { items } = await storage.owners.list(user_id, { limit: 2 ** 31 - 1, offset: 0 })
  for (const { id, verified_at } of items)
    if (verified_at !== null || proved.has(id)) await applyProof(storage, id)
}
