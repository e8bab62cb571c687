/** The slug in what somebody typed or pasted: a slug, or the address of a listing's page here. */
export function slugIn(text: string): string {
  const path = text
    .trim()
    .toLowerCase()
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
  return /\/listings\/([^/]+)/.exec(path)?.[1] ?? path.slice(path.lastIndexOf('/') + 1)
}
