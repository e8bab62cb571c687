import type { Site } from '../../storage/sites.ts'

/** The base URL of a site; the main site has no host of its own. */
export function siteUrlOf({ host }: Pick<Site, 'host'>, public_url: string): string {
  return host === null ? public_url : `${new URL(public_url).protocol}//${host}`
}
