import type { SocialPlatform } from '../../../storage/tables/columns.ts'
import { wordsIn } from '../words/words_in.ts'

export type Account = {
  platform: SocialPlatform
  /** The account's own page, without subpages. */
  url: string
  handle: string
  /** The repository at a code host, '' for the owner's page. */
  repository: string
  /** Whether the link led to the account itself, not to a subpage. */
  direct: boolean
  personal: boolean
}

const { setOf } = wordsIn('accounts')
const nobodys = new Set([...setOf('not_accounts'), ...setOf('nobodys')])

/** A platform's hosts, where its accounts are at home, and their paths: the page, in it the handle, and what is below. */
const shapes: [SocialPlatform, hosts: string, home: string, path: RegExp][] = [
  ['x', 'x.com twitter.com', 'x.com', /^(?<page>(?<handle>[^/]+))$/],
  [
    'facebook',
    'facebook.com fb.com',
    'www.facebook.com',
    /^(?<page>(?:p\/|profile\.php\?id=)?(?<handle>[^/?]+?)(?:-\d{9,})?)$/,
  ],
  ['instagram', 'instagram.com', 'www.instagram.com', /^(?<page>(?<handle>[^/]+))$/],
  ['threads', 'threads.net threads.com', 'www.threads.net', /^(?<page>(?<handle>@[^/]+))$/],
  ['tiktok', 'tiktok.com', 'www.tiktok.com', /^(?<page>(?<handle>@[^/]+))$/],
  [
    'linkedin',
    'linkedin.com',
    'www.linkedin.com',
    /^(?<page>(?:company|school|showcase|in)\/(?<handle>[^/]+))/,
  ],
  [
    'youtube',
    'youtube.com',
    'www.youtube.com',
    /^(?<page>(?:(?:channel|c|user)\/|(?=@))(?<handle>[^/]+))(?:\/(?:videos|featured|about)$|(?<below>\/.*))?/,
  ],
  ['reddit', 'reddit.com', 'www.reddit.com', /^(?<page>(?:r|u|user)\/(?<handle>[^/]+))$/],
  ['producthunt', 'producthunt.com', 'www.producthunt.com', /^(?<page>(?:products|posts)\/(?<handle>[^/]+))/],
  ['medium', 'medium.com', 'medium.com', /^(?<page>(?<handle>[^/]+))$/],
  [
    'github',
    'github.com',
    'github.com',
    /^(?<page>(?<handle>[^/]+)(?:\/(?<repository>[^/]+?))?)(?:\.git)?(?<below>\/.*)?$/,
  ],
]
const byHost = new Map(shapes.flatMap((shape) => shape[1].split(' ').map((host) => [host, shape] as const)))

/** Platforms of many hosts: a country's own, a writer's own, and those of anybody's server, https://host/@name. */
function shapeOf(host: string): (typeof shapes)[number] | undefined {
  const shape = byHost.get(host)
  if (shape) return shape
  if (/^pinterest\.[a-z.]{2,6}$/.test(host))
    return ['pinterest', host, `www.${host}`, /^(?<page>(?<handle>[^/]+))$/]
  if (/(?:^|\.)(?:npmjs\.com|dev\.to|hackernoon\.com|substack\.com)$/.test(host)) return undefined
  return ['custom', host, host, /^(?<page>(?<handle>@[\w.-]{2,60}))$/]
}

/** The account of a URL, or null for a share button, a post, a search or another site. */
export function accountOf(href: string): Account | null {
  const url = URL.parse(href)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const host = url.host.replace(/^(?:www|m|mobile|web|[a-z]{2}(?:-[a-z]{2})?)\./, '')
  const shape = shapeOf(host)
  const path = url.pathname.replace(/^\/+|\/+$/g, '').replace(/\/{2,}/g, '/')
  const id = path === 'profile.php' ? `?id=${url.searchParams.get('id') ?? ''}` : ''
  const groups = shape?.[3].exec(path + id)?.groups
  if (!shape || !groups) return null
  // A country's own LinkedIn has its own pages.
  const home = /^[a-z]{2}\.linkedin\.com$/.test(url.host) ? url.host : shape[2]
  return account(shape[0], `${home}/${groups['page']}`, groups['handle']!, groups)
}

function account(
  platform: SocialPlatform,
  page: string,
  said: string,
  { repository = '', below }: { [group: string]: string | undefined },
): Account | null {
  const handle = said.replace(/^@/, '')
  if (!/^[\p{L}\p{N}._%-]{2,100}$/u.test(handle) || nobodys.has(handle.toLowerCase())) return null
  const personal = /^(?:www\.)?(?:[a-z]{2}\.)?(?:linkedin\.com\/in\/|reddit\.com\/u|medium\.com\/@)/.test(
    page,
  )
  return { platform, url: `https://${page}`, handle, repository, direct: below === undefined, personal }
}
