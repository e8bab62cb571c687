import type { SocialPlatform } from '../../../storage/tables/columns.ts'

export type Account = {
  platform: SocialPlatform
  /** The account's own page, without what follows it. */
  url: string
  handle: string
  /** For code hosts the repository, '' for the owner's page. */
  repository: string
  /** The link went to the account itself, not to something below it. */
  direct: boolean
  personal: boolean
}

/** Paths that are no account: share buttons, searches, the platform's own pages. */
const notAccounts =
  /^(?:share|sharer|sharer\.php|sharearticle|intent|home|search|hashtag|explore|login|signup|join|watch|results|playlist|embed|shorts|feed|about|settings|sponsors|marketplace|features|topics|trending|collections|apps|orgs|users|user-attachments|site|legal|privacy|tos|help|policies|dialog|plugins|tr|events?|groups?|story\.php|photo|photos|video|videos|i|status|web|pages?|p|reel|reels|stories|tv|pin|pulse|posts?|feed|jobs|learning|submit|new|top|best|all|popular|settings|notifications|wiki|gist|readme|security|pricing|enterprise|customer-stories|about-us|contact|advanced|signin|m|t|r|u|user|user-agreement|oauth|download|upload|account|accounts|media|tag|tags|business|ads|developers?|dir)$/i
/** Names of the platforms themselves and of theme makers, and what templates leave in their place. */
const nobodys =
  /^(?:twitter|x|facebook|instagram|linkedin|youtube|github|tiktok|pinterest|reddit|medium|producthunt|threads|wordpress|wordpressdotcom|wix|wixcom|squarespace|shopify|webflow|framer|html5up|bootstrap|getbootstrap|tailwindcss|vercel|netlify|cloudflare|profile\.php|your-?(?:name|page|handle|username|account|profile|company|brand|org|repo)|user-?name|handle|example|account|company|profile|page|#|undefined|null|mycompany|yourcompany|username|acme|foo|test|lorem|google|googledevelopers|microsoft|apple|amazon|meta|openai|anthropic|mozilla|nodejs)$/i

function withoutAt(part: string): string {
  return part.replace(/^@/, '')
}

/** The account a URL stands for, or null where it is a share button, a post, a search or no social site. */
export function accountOf(href: string): Account | null {
  const url = URL.parse(href)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const host = url.host.replace(/^(?:www|m|mobile|web|[a-z]{2}(?:-[a-z]{2})?)\./, '')
  const parts = url.pathname.split('/').filter((part) => part !== '')
  const [first = '', second = ''] = parts
  const make = (
    platform: SocialPlatform,
    handle: string,
    path: string,
    extra: Partial<Account> = {},
  ): Account | null => {
    const name = withoutAt(handle)
    if (name.length < 2 || name.length > 100 || !/^[\p{L}\p{N}._%-]+$/u.test(name) || nobodys.test(name))
      return null
    const account = {
      platform,
      url: `https://${path}`,
      handle: name,
      repository: '',
      direct: true,
      personal: false,
    }
    return { ...account, ...extra }
  }
  const plain = (platform: SocialPlatform, site: string): Account | null =>
    parts.length === 1 && !notAccounts.test(first) ? make(platform, first, `${site}/${first}`) : null
  switch (host) {
    case 'x.com':
    case 'twitter.com':
      return plain('x', 'x.com')
    case 'facebook.com':
    case 'fb.com':
      return plain('facebook', 'www.facebook.com')
    case 'instagram.com':
      return plain('instagram', 'www.instagram.com')
    case 'threads.net':
    case 'threads.com':
      return first.startsWith('@') ? plain('threads', 'www.threads.net') : null
    case 'tiktok.com':
      return first.startsWith('@') && parts.length === 1
        ? make('tiktok', first, `www.tiktok.com/${first}`)
        : null
    case 'linkedin.com': {
      if (!/^(?:company|school|showcase|in)$/.test(first) || second === '') return null
      const site = /^[a-z]{2}\.linkedin\.com$/.test(url.host) ? url.host : 'www.linkedin.com'
      return make('linkedin', second, `${site}/${first}/${second}`, { personal: first === 'in' })
    }
    case 'youtube.com': {
      const named = first.startsWith('@')
      if (!named && (!/^(?:channel|c|user)$/.test(first) || second === '')) return null
      const below = parts[named ? 1 : 2] ?? ''
      const direct = /^(?:videos|featured|about)?$/.test(below)
      const path = named ? first : `${first}/${second}`
      return make('youtube', named ? first : second, `www.youtube.com/${path}`, { direct })
    }
    case 'reddit.com': {
      if (!/^(?:r|u|user)$/.test(first) || second === '' || parts.length > 2) return null
      return make('reddit', second, `www.reddit.com/${first}/${second}`, { personal: first !== 'r' })
    }
    case 'producthunt.com': {
      if (!/^(?:products|posts)$/.test(first) || second === '') return null
      return make('producthunt', second, `www.producthunt.com/${first}/${second}`)
    }
    case 'medium.com':
      if (parts.length !== 1 || notAccounts.test(first)) return null
      return make('medium', first, `medium.com/${first}`, { personal: first.startsWith('@') })
    case 'github.com': {
      if (first === '' || notAccounts.test(first)) return null
      if (second === '') return make('github', first, `github.com/${first}`)
      const repository = second.replace(/\.git$/, '')
      return make('github', first, `github.com/${first}/${repository}`, {
        repository,
        direct: parts.length === 2,
      })
    }
    default:
  }
  if (/^pinterest\.[a-z.]{2,6}$/.test(host)) return plain('pinterest', `www.${host}`)
  const blog = /^([a-z0-9-]{2,60})\.medium\.com$/.exec(host)
  if (blog?.[1]) return make('medium', blog[1], host)
  // A Mastodon account stands on a host of any name: https://host/@name.
  if (
    parts.length === 1 &&
    /^@[\w.-]{2,60}$/.test(first) &&
    !/(?:^|\.)(?:npmjs\.com|dev\.to|hackernoon\.com|substack\.com)$/.test(host)
  ) {
    return make('custom', first, `${host}/${first}`)
  }
  return null
}
