// What the lists of an account share.

/** The page of a list that the address asks for; what is no page is the first. */
export function pageOrFirst({ searchParams }: URL): number {
  const text = searchParams.get('page') ?? ''
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 1
}
