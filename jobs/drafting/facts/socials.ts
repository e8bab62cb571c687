import { plain } from '../page/json_ld.ts'
import { homeLabel, isGeneric, makersOf, ownThings, ownWords, resembles } from './ownership.ts'
import { accountOf, type Account } from './platforms.ts'
import type { Evidence, Link, Socials } from '../profile.ts'
import { signers } from './founding_row.ts'
import { remembered, type Sighting } from './sightings.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type CrawledSite } from '../page/reading.ts'

const siteRepository =
  /(?:[-_.](?:website|web-?site|site|www|docs?|homepage|blog|fork|plugins?|themes?|examples?|demos?|templates?|starter)|\.github\.io)$/i

type Candidate = { account: Account; score: number; placed: boolean; evidence: Evidence[]; seen: Set<string> }
/** The words a site is known by, and the label its home is. */
type Own = { words: string[]; home: string }

/** On a host of many, its own account linked by the platform's name serves the product as well. */
const isOfHome = ({ handle }: Account, home: string): boolean =>
  home.length > 2 && letters(handle).replace(/(?:com|net|org|app|dev|hq|official)$/, '') === home

/**
 * Does an account bear the name of the product or of its home? "elog-ldap" bears part of a name and is somebody's
 * add-on, unless it is linked under the platform's name or from the head or foot.
 */
function isNamed(account: Account, isHead: boolean, { words, home }: Own): boolean {
  const owner = letters(account.handle)
  if (account.repository !== '')
    return (
      [owner, letters(account.repository)].some((key) => words.includes(key)) ||
      owner === home ||
      (isHead && resembles(account.repository, words))
    )
  return (isHead && isOfHome(account, home)) || resembles(account.handle, words)
}

const isPlaced = ({ region }: Link): boolean => region === 'header' || region === 'nav' || region === 'footer'
const opaque = /^(?:UC[\w-]{20,}|\d+)$/
/** A number or the code of an invitation bears no name. */
const isOpaque = ({ handle, url }: Account): boolean =>
  opaque.test(handle) || url.startsWith('https://discord.gg/')

/** In the head or foot, beside an account that bears the product's name. */
const isInRow = (links: Link[], at: number, words: string[]): boolean =>
  isPlaced(links[at]!) &&
  isGeneric(links[at]!.text) &&
  [at - 1, at + 1, at - 2, at + 2].some((near) => {
    const account = accountOf(links[near]?.href ?? '')
    return account?.repository === '' && resembles(account.handle, words)
  })

/** How well a link shows that an account is the site's own; `isDistant` is a page that speaks of something else. */
function scoreLink(link: Link, account: Account, own: Own, isDistant: boolean): number {
  if (link.sample || link.foreign) return 0
  const { handle, repository } = account
  const isCalled = isGeneric(link.text)
  const placed = isPlaced(link)
  const named = isNamed(account, placed || isCalled, own)
  // A theme's and a builder's own accounts stand in many footers: what does not bear the name is nobody's.
  if (!named && (account.personal || (!isOpaque(account) && repository === ''))) return 0
  // Far from the product's own pages a handle that only holds its name is one of many that do.
  const isExact =
    isOfHome(account, own.home) || [handle, repository].some((key) => own.words.includes(letters(key)))
  if (isDistant && !isExact && !placed) return 0
  if (!account.direct) return named && /releases|download|issues/.test(link.href) ? 1 : 0
  const text = letters(link.text)
  const called =
    isCalled ||
    (named && link.text.toLowerCase().includes(handle.toLowerCase())) ||
    (repository !== '' && (own.words.includes(text) || (named && text === letters(repository))))
  // The very name is nobody else's, however it is linked.
  const isVeryName = repository === '' && !isDistant && own.words.includes(letters(handle))
  if (!called && !(named && placed)) return isVeryName ? 3 : named || isOpaque(account) ? 1 : 0
  return (named ? 3 : 0) + (placed ? (called ? 3 : 2) : 1.5)
}

/** A studio's accounts bear its own name, and serve its product. */
const accountWords = remembered((site): string[] => {
  const called = [...site.names, ...signers(site)]
  // "Sea & Sons" is at seaandsons.
  const written = called.flatMap((name) => (name.includes('&') ? [name, name.replace('&', 'and')] : name))
  return ownWords(written, site.start_url)
})

/** What a site is made with signs its foot as well. */
const isBuilders = ({ handle }: Account, { metas }: { metas: Map<string, string> }): boolean =>
  letters(metas.get('generator') ?? '').startsWith(letters(handle))

/** "We are at facebook.com/acme", which nobody made a link. */
const writtenOut = /(?<![\w.@/-])(?:https?:\/\/)?((?:www\.)?[a-z-]+\.(?:com|net|org|social|tv)\/[\w@/-]+)/g
/** Every account the site links, with how well it is shown to be its own, and every account it names at all. */
const accountsOf = remembered((site): { linked: Candidate[]; named: Account[] } => {
  const own = { words: accountWords(site), home: homeLabel(site.start_url) }
  const candidates = new Map<string, Candidate>()
  const named: Account[] = []
  const add = (account: Account, evidence: Evidence, score: number, where: string, placed: boolean): void => {
    const key = `${account.platform} ${account.url.toLowerCase()}`
    const candidate = candidates.get(key) ?? {
      account,
      score: 0,
      placed: false,
      evidence: [],
      seen: new Set(),
    }
    if (score <= 0 || candidate.seen.has(where)) return
    candidate.seen.add(where)
    candidate.placed ||= placed
    candidate.score += score
    if (account.direct) candidate.account = account
    if (candidate.evidence.length < 12) candidate.evidence.push(evidence)
    candidates.set(key, candidate)
  }
  for (const page of site.pages) {
    for (const thing of [...ownThings(page, site), ...makersOf(page, site)])
      for (const href of [thing['sameAs'], thing['codeRepository']].flat().slice(0, 60).map(plain)) {
        const account = accountOf(href)
        if (account) add(account, evidenceFrom(page, href, 'json-ld'), 4, `${page.url} ld`, true)
      }
    const kind = site.kinds.get(page)
    if (kind === 'blog') continue
    for (const [at, link] of page.links.entries()) {
      const account = accountOf(link.href)
      if (!account || isBuilders(account, page)) continue
      named.push(account)
      const alone = scoreLink(link, account, own, kind === 'other')
      const isBeside = account.direct && account.repository === '' && isInRow(page.links, at, own.words)
      const score = Math.max(alone, isBeside && !link.foreign ? 3 : 0)
      const place = account.direct ? link.region : new URL(link.href).pathname
      const evidence = evidenceFrom(page, link.href, 'link')
      add(account, evidence, score, `${page.url} ${place}`, isPlaced(link))
    }
    for (const line of site.visible(page.url))
      for (const [, href] of line.not === '' ? line.text.matchAll(writtenOut) : []) {
        const account = accountOf(`https://${href}`)
        const isVeryName = account?.repository === '' && own.words.includes(letters(account.handle))
        if (isVeryName) add(account, evidenceFrom(line, line.text), 3, `${page.url} text`, false)
      }
  }
  return { linked: [...candidates.values()], named }
})

/** What may be claimed: accounts that are the company's own, where the site shows them. */
export const socialSightings = (site: CrawledSite): Sighting<string>[] =>
  accountsOf(site)
    .linked.filter(({ score }) => score >= 3)
    .flatMap(({ account, score, evidence }) =>
      evidence.map((one) => ({ value: account.url, score, evidence: one })),
    )

const sameOwner = (one: Account, other: Account): boolean =>
  one.handle.toLowerCase() === other.handle.toLowerCase()
const sameRepository = (one: Account, other: Account): boolean =>
  one.repository.toLowerCase() === other.repository.toLowerCase()

/** The company's own accounts, of several on one platform the one that the site shows most as its own. */
export function findSocials(site: CrawledSite): Socials {
  const words = accountWords(site)
  const { linked, named } = accountsOf(site)
  const socials: Socials = {}
  // The repository of the website itself is not the product's.
  const candidates = linked.filter(({ account }) => !siteRepository.test(account.repository))
  for (const [platform, rivals] of Map.groupBy(candidates, ({ account }) => account.platform)) {
    // Where one place holds all other platforms, people are met there rather than code.
    const worth = ({ score, account }: (typeof rivals)[0]): number =>
      platform === 'custom' && account.repository !== '' && score >= 3 ? 2.9 : score
    const [top] = rivals.toSorted((one, other) => worth(other) - worth(one))
    // Beside the page of its owner the product's repository is meant.
    const first =
      rivals.find(
        ({ score, account }) =>
          score >= 3 && words.includes(letters(account.repository)) && sameOwner(account, top!.account),
      ) ?? top!
    if (first.score < 3) continue
    const { account } = first
    // The same repository of two owners: nobody can tell which is the product's.
    const isTwin = rivals.some(
      (one) => sameRepository(one.account, account) && !sameOwner(one.account, account),
    )
    // Of several namesakes, none linked from the head or foot of a page: the site has not said which it is.
    const namesakes = named.some(
      (one) =>
        sameOwner(one, account) &&
        !sameRepository(one, account) &&
        !siteRepository.test(one.repository) &&
        resembles(one.repository, words),
    )
    if (account.repository !== '' && (isTwin || (!first.placed && namesakes))) continue
    socials[platform] = { value: account.url, evidence: first.evidence.slice(0, 3) }
  }
  return socials
}
