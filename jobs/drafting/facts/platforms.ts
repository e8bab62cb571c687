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

const named = /^(?<page>(?<handle>[^/]+))$/
const repositories = /^(?<page>(?<handle>[^/]+)(?:\/(?<repository>[^/]+?))?)(?:\.git)?(?<below>\/.*)?$/
const called = /^(?<page>(?<handle>@[\w.-]{2,60}))$/

/** A platform's hosts, the first where its accounts are at home, and their paths: the page, in it the handle, and what is below. */
const shapes: [SocialPlatform, hosts: string, path: RegExp][] = [
  ['x', 'x.com twitter.com', named],
  [
    'facebook',
    'www.facebook.com facebook.com fb.com',
    /^(?<page>(?:p\/|groups\/|profile\.php\?id=)?(?<handle>[^/?]+?)(?:-\d{9,})?)$/,
  ],
  ['instagram', 'www.instagram.com instagram.com', named],
  ['threads', 'www.threads.net threads.net threads.com', called],
  ['tiktok', 'www.tiktok.com tiktok.com', called],
  ['linkedin', 'www.linkedin.com linkedin.com', /^(?<page>(?:company|school|showcase|in)\/(?<handle>[^/]+))/],
  [
    'youtube',
    'www.youtube.com youtube.com',
    /^(?<page>(?:(?:channel|c|user)\/|(?=@))(?<handle>[^/]+))(?:\/(?:videos|featured|about)$|(?<below>\/.*))?/,
  ],
  ['reddit', 'www.reddit.com reddit.com', /^(?<page>(?:r|u|user)\/(?<handle>[^/]+))$/],
  ['producthunt', 'www.producthunt.com producthunt.com', /^(?<page>(?:products|posts)\/(?<handle>[^/]+))/],
  ['medium', 'medium.com', named],
  ['pinterest', 'www.pinterest.com pinterest.com', named],
  ['github', 'github.com', repositories],
  ['custom', 'codeberg.org', repositories],
  ['custom', 't.me telegram.me', named],
  ['custom', 'note.com', named],
  ['custom', 'www.ravelry.com', /^(?<page>groups\/(?<handle>[^/]+))$/],
  ['custom', 'bsky.app', /^(?<page>profile\/(?<handle>[^/]+))$/],
  ['custom', 'discord.gg discord.com', /^(?:invite\/)?(?<page>(?<handle>[^/]+))$/],
]
const byHost = new Map(shapes.flatMap((shape) => shape[1].split(' ').map((host) => [host, shape] as const)))

/** Of a platform of many hosts, https://host/@name; these write each account so and are none. */
const others = /(?:^|\.)(?:npmjs\.com|dev\.to|hackernoon\.com|substack\.com)$/
const shapeOf = (host: string): (typeof shapes)[number] | undefined =>
  byHost.get(host.replace(/^pinterest\.[a-z.]{2,6}$/, 'pinterest.com')) ??
  (others.test(host) ? undefined : ['custom', host, called])

/** The account of a URL, or null for a share button, a post, a search or another site. */
export function accountOf(href: string): Account | null {
  const url = URL.parse(href)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const host = url.host.replace(/^(?:www|m|mobile|web|[a-z]{2}(?:-[a-z]{2})?)\./, '')
  const shape = shapeOf(host)
  const path = url.pathname.replace(/^\/+|\/+$/g, '').replace(/\/{2,}/g, '/')
  const id = path === 'profile.php' ? `?id=${url.searchParams.get('id') ?? ''}` : ''
  const groups = shape?.[2].exec(path + id)?.groups
  if (!shape || !groups) return null
  // A country's own LinkedIn and Pinterest have their own pages.
  const home = /^[a-z]{2}\.linkedin\.com$|^(?:www\.)?pinterest\./.test(url.host)
    ? url.host
    : shape[1].split(' ')[0]!

  const { handle: said = '', repository = '', below } = groups
  const handle = said.replace(/^@/, '')
  if (!/^[\p{L}\p{N}._%-]{2,100}$/u.test(handle) || nobodys.has(handle.toLowerCase())) return null
  const page = `${home}/${groups['page']}`
  const personal = /^(?:www\.)?(?:[a-z]{2}\.)?(?:linkedin\.com\/in\/|reddit\.com\/u|medium\.com\/@)/.test(
    page,
  )
  return {
    platform: shape[0],
    url: `https://${page}`,
    handle,
    repository,
    direct: below === undefined,
    personal,
  }
}
