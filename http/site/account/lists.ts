// What the lists of an account share.

/** The requested page of a list; an invalid number means the first. */
export function pageOrFirst({ searchParams }: URL): number {
  const text = searchParams.get('page') ?? ''
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 1
}
