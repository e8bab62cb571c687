import { plain } from '../page/json_ld.ts'
import { decoded, homeLabel, isGeneric, ownThings, ownWords, resembles } from './ownership.ts'
import { accountOf, type Account } from './platforms.ts'
import type { Evidence, Link, ReadPage, Socials } from '../profile.ts'
import type { Sighting } from './sightings.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type Reading } from '../page/reading.ts'

const siteRepository =
  /(?:[-_.](?:website|web-?site|site|www|docs?|homepage|blog|fork|plugins?|themes?|examples?|demos?|templates?|starter)|\.github\.io)$/i

type Candidate = { account: Account; score: number; placed: boolean; evidence: Evidence[]; seen: Set<string> }

/**
 * Does a repository bear the product's name, or its owner the name of the site? "elog-ldap" bears part of a
 * name and is somebody's add-on, unless it is linked under the platform's name or from the head or foot.
 */
function repositoryIsNamed(account: Account, words: string[], called: boolean, home: string): boolean {
  const owner = letters(account.handle)
  if (words.includes(letters(account.repository)) || words.includes(owner) || owner === home) return true
  return called && resembles(account.repository, words)
}

/** On a host of many, its own account linked by the platform's name serves the product as well. */
const isOfHome = ({ handle }: Account, called: boolean, home: string): boolean =>
  called && home.length > 2 && letters(handle).replace(/(?:com|net|org|app|dev|hq|official)$/, '') === home

/** "Osrodek-Szkolenia-Kierowcow-Apollo" of oskapollo.pl: its first words stand in the name by their first letters. */
function isSpeltOut({ handle }: Account, words: string[]): boolean {
  const parts = decoded(handle)
    .split(/[^\p{L}]+/u)
    .map(letters)
    .filter((part) => part !== '')
  return parts.some((_, at) => {
    const initials = parts.slice(0, at).map((part) => part[0]!.normalize('NFD')[0])
    return at > 1 && words.includes(initials.join('') + parts.slice(at).join(''))
  })
}

const placedLink = (region: string): boolean => region === 'header' || region === 'nav' || region === 'footer'

function scoreLink(
  link: Link,
  account: Account,
  words: string[],
  site: { foreign: boolean; distant: boolean; home: string },
): number {
  if (site.foreign || link.sample || link.foreign) return 0
  const head = placedLink(link.region) || isGeneric(link.text)
  const named =
    account.repository === ''
      ? resembles(account.handle, words) || isOfHome(account, head, site.home) || isSpeltOut(account, words)
      : repositoryIsNamed(account, words, head, site.home)
  const placed = placedLink(link.region)
  const text = letters(link.text)
  const called =
    isGeneric(link.text) ||
    link.text.toLowerCase().includes(account.handle.toLowerCase()) ||
    (account.repository !== '' && (words.includes(text) || (named && text === letters(account.repository))))
  // A theme's and a builder's own accounts stand in many footers: what does not bear the name is nobody's.
  if (!named && !opaque.test(account.handle) && account.repository === '') return 0
  // Far from the product's own pages a handle that only holds its name is one of many that do.
  const exact =
    words.includes(letters(account.handle)) ||
    isOfHome(account, head, site.home) ||
    words.includes(letters(account.repository))
  if (site.distant && !exact && !placedLink(link.region)) return 0
  if (account.personal && !named) return 0
  if (!account.direct) return named && /releases|download|issues/.test(link.href) ? 1 : 0
  let score = 0
  if (named) score += 3
  if (placed && called) score += 3
  else if (named && placed) score += 2
  else if (called) score += 1.5
  else score = named || opaque.test(account.handle) ? 1 : 0
  return score
}

function fromJsonLd(
  page: ReadPage,
  reading: Reading,
  add: (href: string, evidence: Evidence, score: number) => void,
): void {
  for (const thing of ownThings(page, reading)) {
    for (const href of [thing['sameAs'], thing['codeRepository']].flat().slice(0, 60).map(plain))
      add(href, evidenceFrom(page, href, 'json-ld'), 4)
  }
}

const opaque = /^(?:UC[\w-]{20,}|\d+)$/

/** A channel without a name, in a row of accounts that bear the product's name. */
function isInRow(links: Link[], at: number, words: string[]): boolean {
  if (!opaque.test(accountOf(links[at]!.href)?.handle ?? '')) return false
  return [at - 1, at + 1, at - 2, at + 2].some((near) => {
    const account = accountOf(links[near]?.href ?? '')
    return account !== null && account.platform !== 'youtube' && resembles(account.handle, words)
  })
}

type Accounts = { found: Candidate[]; words: string[]; siblings: Map<string, Set<string>> }

/** Every account the site links, with how well it is shown to be its own. */
function accountsOf(reading: Reading): Accounts {
  const words = ownWords(reading.names, reading.start_url)
  const found = new Map<string, Candidate>()
  const siblings = new Map<string, Set<string>>()
  const add = (href: string, evidence: Evidence, score: number, where: string, placed = true): void => {
    const account = accountOf(href)
    if (!account || score <= 0) return
    const key = `${account.platform} ${account.url.toLowerCase()}`
    const candidate = found.get(key) ?? {
      account,
      score: 0,
      placed: false,
      evidence: [],
      seen: new Set<string>(),
    }
    if (candidate.seen.has(where)) return
    candidate.seen.add(where)
    candidate.placed ||= placed
    candidate.score += score
    if (account.direct) candidate.account = account
    if (candidate.evidence.length < 12) candidate.evidence.push(evidence)
    found.set(key, candidate)
  }
  for (const page of reading.pages) {
    const about = {
      foreign: reading.kinds.get(page) === 'blog',
      distant: reading.kinds.get(page) === 'other' && page !== reading.start,
      home: homeLabel(reading.start_url),
    }
    fromJsonLd(page, reading, (href, evidence, score) => add(href, evidence, score, `${page.url} ld`))
    for (const name of ['twitter:site', 'article:publisher']) {
      const said = page.metas.get(name) ?? ''
      const href = /^@[\w]{2,15}$/.test(said) ? `https://x.com/${said.slice(1)}` : said
      const account = accountOf(href)
      if (account && (resembles(account.handle, words) || page === reading.start)) {
        add(
          href,
          evidenceFrom(page, said, 'meta'),
          // Often reserved by a template and never opened: it counts once, and only beside a link.
          resembles(account.handle, words) ? 2 : 1,
          'meta',
        )
      }
    }
    for (const [at, link] of page.links.entries()) {
      const account = accountOf(link.href)
      if (!account) continue
      if (
        account.repository !== '' &&
        !link.foreign &&
        !link.sample &&
        resembles(account.repository, words)
      ) {
        const owner = account.handle.toLowerCase()
        siblings.set(owner, (siblings.get(owner) ?? new Set()).add(account.repository.toLowerCase()))
      }
      const alone = scoreLink(link, account, words, about)
      const score = alone > 0 && alone < 3 && isInRow(page.links, at, words) ? 3 : alone
      const place = account.direct ? link.region : new URL(link.href).pathname
      add(
        link.href,
        evidenceFrom(page, link.href, 'link'),
        score,
        `${page.url} ${place}`,
        placedLink(link.region),
      )
    }
  }
  return { found: [...found.values()], words, siblings }
}

/** The company's own accounts. Of several on one platform the one that bears its name; else none. */
export const findSocials = (reading: Reading): Socials => pick(accountsOf(reading))

/** What may be claimed: accounts that are the company's own, where the site shows them. */
export const socialSightings = (reading: Reading): Sighting<string>[] =>
  accountsOf(reading)
    .found.filter(({ score }) => score >= 3)
    .flatMap(({ account, score, evidence }) =>
      evidence.map((one) => ({ value: account.url, score, evidence: one })),
    )

/** Repositories of one owner that all bear the product's name; the website's own is not counted. */
const namesakes = (account: Account, siblings: Map<string, Set<string>>): number =>
  [...(siblings.get(account.handle.toLowerCase()) ?? [])].filter((one) => !siteRepository.test(one)).length

function pick({ found: candidates, words, siblings }: Accounts): Socials {
  const socials: Socials = {}
  const byPlatform = Map.groupBy(candidates, (candidate) => candidate.account.platform)
  for (const [platform, rivals] of byPlatform) {
    for (const rival of rivals) {
      // The repository of the website itself is not the product's.
      const { repository } = rival.account
      if (siteRepository.test(repository) && !words.includes(letters(repository))) rival.score = 0
      if (rival.score >= 3 && words.includes(letters(rival.account.repository))) rival.score += 2
    }
    // An owner's page beside one of its repositories says the same, less exactly.
    const best = rivals.toSorted((one, other) => other.score - one.score)
    const [top] = best
    // The owner's page and the product's repository stand side by side: the repository is meant.
    const precise = best.find(
      (rival) =>
        rival.score >= 3 &&
        rival.account.handle.toLowerCase() === top?.account.handle.toLowerCase() &&
        words.includes(letters(rival.account.repository)),
    )
    const first = top?.account.repository === '' ? (precise ?? top) : top
    if (!first || first.score < 3) continue
    // The same repository of two owners: nobody can tell which is the product's.
    const twins = best.filter(
      (rival) =>
        rival.score > 0 &&
        rival.account.repository.toLowerCase() === first.account.repository.toLowerCase() &&
        rival.account.handle.toLowerCase() !== first.account.handle.toLowerCase(),
    )
    if (first.account.repository !== '' && twins.length > 0) continue
    // Of several namesakes, none linked from the head or foot of a page: the site has not said which it is.
    if (first.account.repository !== '' && !first.placed && namesakes(first.account, siblings) > 1) continue
    socials[platform] = { value: first.account.url, evidence: first.evidence.slice(0, 3) }
  }
  return socials
}
