import { beforeCredit, type Line } from '../page/lines.ts'
import { letters } from '../page/own_names.ts'
import { domainOf, evidenceFrom, type CrawledSite, says } from '../page/reading.ts'
import { isObject, plain } from '../page/json_ld.ts'
import { sentences } from '../page/sentences.ts'
import type { Evidence, ProvenOrNull } from '../profile.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { fewOfEach, remembered, ranked, type Sighting } from './sightings.ts'
import { decoded, ownThings, ownWords } from './ownership.ts'
import { saysWe } from './subject.ts'

/* An address, not preceded by what makes it a Mastodon handle, a URL's user or a mailto example. */
const address =
  /(?<![\w.%+@/-])(?<!\/\/\S{1,60}:)[a-z0-9](?:[\w.+-]{0,62}[\w])?@(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}(?![\w@-]|\.[a-z])/gi
const { anyOf, saying, setOf } = wordsIn('mailboxes')
const placeholders = setOf('placeholders')
const placeholderHost = new Wording(
  String.raw`(?:^|\.)(?:example|test|invalid|localhost|local|${anyOf('placeholder_hosts')})$`,
  'iu',
)
const listCommand = /-(?:subscribe|unsubscribe|request|help|digest|owner|bounces?)@/i
const welcoming = setOf('welcoming')
const counters = setOf('counters')
const servesOneEnd = new Wording(`^${anyOf('jobs', 'officers', 'offices')}$`, 'iu')
const isPress = new Wording(`^${anyOf('press')}$`, 'iu')
const freeMail = setOf('free_mail')
const isFree = (host: string): boolean => freeMail.has(host.split('.')[0]!)
const inviting = saying('invitations')

function isPlaceholder(email: string, site: Site): boolean {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const host = email.slice(at + 1)
  if ((placeholderHost.test(host) && !ownDomain(email, site)) || listCommand.test(email)) return true
  if (local.split(/[-_.+]/).some((part) => servesOneEnd.test(part))) return true
  if (/\.(?:png|jpe?g|gif|svg|webp|js|css|html?|php)$/i.test(host)) return true
  return placeholders.has(letters(local).replace(/\d+$/, ''))
}

function emailsIn(text: string, site: Site): string[] {
  if (!text.includes('@')) return []
  return [...text.matchAll(address)].map(([email]) => email).filter((email) => !isPlaceholder(email, site))
}

const at = anyOf('at_signs', 'at_words')
const hints = new RegExp(at, 'iu')
const inBrackets = (word: string): RegExp =>
  new RegExp(String.raw`\s?[\[({<（【]\s?${word}\s?[\])}>）】]\s?(?=[\w-])`, 'giu')
const atSign = inBrackets(at)
const atWord = new RegExp(String.raw`(?<=[\w.+-]{2})\s${anyOf('at_words')}\s(?=[\w-]+\.[a-z]{2})`, 'giu')
const dotSign = inBrackets(anyOf('dots'))

/** "name [at] host [dot] org", "name AT host DOT org": as people write it against robots. */
function revealed(text: string): string {
  const plain = text.replaceAll('＠', '@')
  if (!hints.test(plain)) return plain
  return plain
    .replace(atSign, '@')
    .replace(atWord, '@')
    .replace(dotSign, '.')
    .replace(/([\w.+-]{1,60})\s(?:AT|at)\s([\w-]{2,40})\s(?:DOT|dot)\s([a-z]{2,10})\b/g, '$1@$2.$3')
}

/** Headings and labels of those who are not the company: the host, the officer, the authority, the agency. */
const others = saying('others', 'officers', 'jobs')
const isForPress = saying('press')

const forAll = saying('for_everything')

/** A general mailbox may be given for these ends as well, in a line that names them. */
function isElsewhere(line: Line, lines: Line[], local: string, said = line.text): boolean {
  const above = lines[line.at - 1]
  const before = above?.region === line.region ? above.text : ''
  if (isPress.test(local)) return false
  if (before.length < 60 && !before.includes('@') && (others.test(before) || isForPress.test(before)))
    return true
  return others.test(said.slice(0, 200)) && !welcoming.has(local.toLowerCase()) && !forAll.test(said)
}

/** The sentence an address stands in: another may have one of its own. */
const aboutOf = (text: string, email: string): string =>
  sentences(text).find((part) => part.includes(email)) ?? text

/** The heading above an address, or its label, which says whose it is. */
function headOf({ heads, page, at }: Line, lines: Line[]): string {
  const near = heads.at(-1)?.text ?? ''
  const label = page === 'imprint' || page === 'contact' ? (lines[at - 1]?.text ?? '') : ''
  return `${near.length < 60 ? near : ''} ${label.length < 30 ? label : ''}`
}

const mailtoOf = (href: string): string =>
  /^mailto:/i.test(href) ? decoded(href.slice(7).split('?')[0]!).trim() : ''

const localOf = (email: string): string => email.slice(0, email.lastIndexOf('@'))

type Site = { names: string[]; host: string; domain: string; start_url: string }

function ownDomain(email: string, site: Site): boolean {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (host === site.host || domainOf(host) === site.domain) return true
  const words = ownWords(site.names, site.start_url).filter((word) => word.length > 3)
  // "marelo.charts@gmail.com" bears the name where the host cannot.
  if (isFree(host)) return words.some((word) => word.length > 5 && letters(localOf(email)).includes(word))
  return host
    .split('.')
    .slice(0, -1)
    .some((label) => words.includes(letters(label)))
}

/** Another company is named beside its own address: "contact Stripe at support@stripe.com". */
function namesItsOwner(email: string, line: string): boolean {
  const host = email.slice(email.lastIndexOf('@') + 1)
  const label = letters(domainOf(host).split('.')[0] ?? '')
  const words = line.replace(address, ' ').split(/[^\p{L}\p{N}&.-]+/u)
  const isNamed = words.some((word, at) => letters(word) === label || letters(word + words[at + 1]) === label)
  return label.length > 2 && !isFree(host) && isNamed
}

/** The score below which an address is only mentioned. */
const least = 3.5

/**
 * How well a line shows that the address is the company's. An address of another domain needs a line that
 * invites the reader to write there; a list of authors or of somebody's services does not.
 */
function standing(email: string, line: string, kind: string, region: string, site: Site): number {
  const local = localOf(email)
  const key = letters(local)
  let score = 0
  // A mailbox for the press is one to write to, if there is no other.
  const ofPress = isPress.test(local) || (isForPress.test(line) && !welcoming.has(key) && !forAll.test(line))
  if (ownDomain(email, site)) score += ofPress ? least : 5
  else if (ofPress) return 0
  else {
    if (namesItsOwner(email, line)) return 0
    const ours = saysWe(line) || says(line, site.names)
    if (kind === 'link') score += region === 'header' || region === 'footer' ? 4 : 0
    else if (inviting.test(line) && (ours || line.length < 80)) score += 3
    if (score === 0) return 0
  }
  if (welcoming.has(key)) score += 2
  else if (counters.has(key)) score += 1.5
  return score
}

/** All addresses in lines, links and JSON-LD, each with a score. */
export const emailSightings = remembered((site): Sighting<string>[] => {
  const sightings: Sighting<string>[] = []
  const add = (value: string, score: number, evidence: Evidence): void => {
    if (score > 0) sightings.push({ value, score, evidence })
  }
  for (const page of site.pages) {
    if (site.kinds.get(page) === 'blog') continue
    for (const thing of ownThings(page, site))
      for (const holder of [thing, ...[thing['contactPoint']].flat()]) {
        if (!isObject(holder)) continue
        const email = plain(holder['email']).replace(/^mailto:/i, '')
        if (emailsIn(email, site)[0] === email) add(email, 6, evidenceFrom(page, email, 'json-ld'))
      }
    const lines = site.visible(page.url)
    for (const link of page.links) {
      if (link.sample || link.foreign || !/@|%40/.test(link.href)) continue
      const line = lines[link.block]
      // What only robots see is a trap for them.
      if (line && (line.hidden || isElsewhere(line, lines, ''))) continue
      const mailto = mailtoOf(link.href)
      if (mailto !== '' && emailsIn(mailto, site)[0] === mailto) {
        add(
          mailto,
          standing(mailto, link.text, 'link', link.region, site),
          evidenceFrom(page, link.href.includes(mailto) ? mailto : link.href, 'link'),
        )
        continue
      }
      // A mailing list's archive is linked by the list's address.
      const listed = /^https?:\/\/lists?\.[^?\s]{1,100}\?([^&=\s]{3,100})$/.exec(link.href)?.[1] ?? ''
      if (emailsIn(listed, site)[0] === listed && listed !== '' && ownDomain(listed, site))
        add(listed, 3, evidenceFrom(page, listed, 'link'))
    }
  }
  for (const line of site.lines) {
    if (line.kind !== 'visible' || line.hidden || !/^(?:not now|credit|)$/.test(line.not)) continue
    const plainly = revealed(beforeCredit(line))
    // Each sentence speaks of its own: "Data protection officer: …. All else: …".
    for (const email of emailsIn(plainly, site))
      if (!isElsewhere(line, site.visible(line.url), localOf(email), aboutOf(plainly, email)))
        add(
          email,
          standing(email, `${headOf(line, site.visible(line.url))} ${plainly}`, 'visible', line.region, site),
          evidenceFrom(line, line.text.slice(0, 600)),
        )
  }
  return fewOfEach(sightings)
})

/** The company's contact address. If there are several, its own domain and general mailboxes win. */
export function findEmail(site: CrawledSite): ProvenOrNull<string> {
  const best = ranked(emailSightings(site), (email) => email.toLowerCase())
    .map((entry) => ({
      ...entry,
      score: entry.score + Math.min(4, new Set(entry.evidence.map(({ url }) => url)).size) * 0.5,
    }))
    .sort((one, other) => other.score - one.score)
  const [first] = best
  return first && first.score >= least ? { value: first.value, evidence: first.evidence.slice(0, 3) } : null
}
