// Accounts of companies and people on other platforms, as addresses, even where only the account's name was given.
import { z } from 'zod'
import { socialPlatforms, type SocialPlatform } from '../storage/tables/columns.ts'
import { words } from './facts/kinds.ts'
import { isWebLink } from './inputs.ts'

/** Address of an account by its name. Missing platforms have several kinds of accounts, so a name is not enough. */
const homes: { [Platform in SocialPlatform]?: string } = {
  x: 'https://x.com/',
  facebook: 'https://www.facebook.com/',
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/@',
  youtube: 'https://www.youtube.com/@',
  threads: 'https://www.threads.com/@',
  pinterest: 'https://www.pinterest.com/',
  github: 'https://github.com/',
  producthunt: 'https://www.producthunt.com/@',
  medium: 'https://medium.com/@',
}

/** Hosts (with their subdomains) on which an account may be. A platform without an entry allows any host. */
const hosts: { [Platform in SocialPlatform]?: RegExp } = {
  linkedin: /(?:^|\.)linkedin\.com$/,
  x: /(?:^|\.)(?:x|twitter)\.com$/,
  facebook: /(?:^|\.)(?:facebook|fb)\.(?:com|me)$/,
  instagram: /(?:^|\.)instagram\.com$/,
  tiktok: /(?:^|\.)tiktok\.com$/,
  youtube: /(?:^|\.)(?:youtube\.com|youtu\.be)$/,
  threads: /(?:^|\.)threads\.(?:net|com)$/,
  pinterest: /(?:^|\.)pinterest\.[a-z.]{2,6}$/,
  github: /(?:^|\.)github\.(?:com|io)$/,
  reddit: /(?:^|\.)reddit\.com$/,
  producthunt: /(?:^|\.)producthunt\.com$/,
}
const isAt = (platform: SocialPlatform, address: string): boolean =>
  hosts[platform]?.test(new URL(address).hostname) ?? true

/** The address of an account; null if the text gives none. An empty text stays empty: it removes the account. */
export function accountAddress(platform: SocialPlatform, text: string): string | null {
  const given = text.trim()
  if (given === '') return given
  const address = addressOf(platform, given)
  return address !== null && isWebLink(address) && isAt(platform, address) ? address : null
}

function addressOf(platform: SocialPlatform, given: string): string | null {
  if (isWebLink(given)) return given
  const isBare = /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/\S*)?$/i.test(given)
  const home = homes[platform]
  if (isBare && (given.includes('/') || home === undefined)) return `https://${given}`
  return home !== undefined && /^@?[\w.-]{1,100}$/.test(given) ? home + given.replace('@', '') : null
}

/** What to give instead. */
export const accountAdvice = (platform: SocialPlatform): string => {
  const where = hosts[platform] === undefined ? '' : ` on ${platform}`
  return homes[platform] === undefined
    ? `Give the whole address of the account${where}, beginning with https://.`
    : `Give the address of the account${where}, beginning with https://, or its name there, such as @acme.`
}

/** An account on one platform, as its address. */
export const account = (platform: SocialPlatform) =>
  words(500).transform((text, { issues }) => {
    const address = accountAddress(platform, text)
    if (address === null) issues.push({ code: 'custom', input: text, message: accountAdvice(platform) })
    return address ?? ''
  })

/** Accounts by platform, each as its address. */
export const accounts = z
  .partialRecord(z.enum(socialPlatforms), words(500))
  .transform((given, { issues }) => {
    const known = Object.entries(given) as [SocialPlatform, string][]
    return Object.fromEntries(
      known.map(([platform, text]) => {
        const address = accountAddress(platform, text)
        if (address === null)
          issues.push({
            ...{ code: 'custom', input: text, path: [platform], message: accountAdvice(platform) },
          })
        return [platform, address ?? '']
      }),
    ) as Partial<Record<SocialPlatform, string>>
  })

/** Addresses of stored accounts, which are kept as they were typed. */
export function accountAddresses(kept: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(kept).map(([platform, text]) => [
      platform,
      accountAddress(platform as SocialPlatform, text) ?? text,
    ]),
  )
}
