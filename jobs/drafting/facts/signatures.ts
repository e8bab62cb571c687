/** Who signs a site: "Built by Ana Sea" at its foot, "© 2026 Ana Sea", a name over a mailbox of the site's own. */
import { matching } from '../page/by_text.ts'
import { isAboutUs, type Line } from '../page/lines.ts'
import { legalForms, letters } from '../page/own_names.ts'
import type { CrawledSite } from '../page/reading.ts'
import { inAnyCase, wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { signers } from './founding_row.ts'
import { meSaid } from './who_is_meant.ts'
import { isGiven, isPersonName, people, peopleOf, person, withoutAsides } from './person_names.ts'
import { accountOf } from './platforms.ts'
import { onSeveralPages, remembered } from './sightings.ts'
import { isOurName, saysName, saysWe } from './subject.ts'

const words = wordsIn('people')
const hasTitle = new Wording(`^${words.anyOf('titles')}`, 'iu')
const signed = new Wording(
  String.raw`(?:^|[·|—–-]|\s(?=©|\(c\)))\s*(?:\p{L}+ly\s+)?(?:(?:${words.anyOf('made_by')}|${words.anyOf('by')})\s+|(?:©|\(c\)|copyright)[\d\s–-]+(?:present\s)?)(?:(?:[\p{Ll}&❤♥️]+\s+){0,4}?${words.anyOf('by')}\s+)?(${person})\s*(?:[.·|,(©–—-]|(?:1[89]|20)\d\d|$|(?:in|en|à|a|em|and contributors)(?:\s|$))`,
  'iu',
)
/** All that a line says: "Built by Ana Sea". */
const isLone = matching(
  new Wording(
    String.raw`^\P{L}*${words.anyOf('made_by')}\s+(?:${words.anyOf('by')}\s+)?${person}\P{L}*$`,
    'iu',
  ),
)
/** "Woven by Studio Osier — Ana Sea & Ben Ort", whatever they did. */
const footBy = new Wording(
  `^\\p{Lu}\\p{Ll}+(?: \\p{Ll}+){0,5} ${words.anyOf('by')} [^—–@]{2,40} [—–] ${people}`,
  'u',
)
/** "Ana Sea & Ben Ort GbR": a firm that is its people. */
const firmOfPeople = new Wording(`^${people},? ${legalForms}$`, 'u')
/** "by Ana Sea, who has forty tabs open": at the foot of a page. */
const startsBy = new Wording(`^${words.anyOf('by')} (${person})(?:, \\p{Ll}|[.·|,]|$)`, 'u')
const isCredit = words.saying('credits')
export const isSigned = matching(/(?:^|[·|])\s*(?:©|\(c\)|copyright)/i)
/** "Built by Ana Sea", "© 2026 Ana Sea" or "Acme — by Ana Sea" at the foot of a page: a signature, to be borne out elsewhere. */
function signatureIn({ text, tag, region, page }: Line): string | null {
  if (
    text.length > 160 ||
    (tag === 'td' && !/©|\(c\)/i.test(text)) ||
    !(region === 'footer' || page === 'start' || isSigned(text))
  )
    return null
  if (isCredit.test(text)) return null
  return peopleOf(signed.exec(withoutAsides(text))?.[1] ?? '')[0] ?? null
}

/** "Made by Third Floor, which is Ana Sea and Ben Ort": a studio, and its people. */
const studio = new Wording(
  `${inAnyCase(`${words.anyOf('made_by')} (?:${words.anyOf('by')} )?`)}[^.;]{2,50}?, ${words.anyOf('which_are')} ${people}`,
  'u',
)
const mostOfCard = 60
/** "Ana Sea, audiologist" over ana@ of this very site. */
function contactIn({ text, at, url, region, page, level }: Line, site: CrawledSite): string | null {
  const [name = '', rest = ''] = text.split(/,\s/)
  if (text.length > mostOfCard || level > 0 || !isPersonName(name) || hasTitle.test(rest)) return null
  if (region !== 'footer' && !/^(?:contact|about|start)$/.test(page)) return null
  const below = site
    .visible(url)
    .slice(at, at + 4)
    .map((line) => line.text)
    .join(' ')
  const mailbox = `${letters(name.split(' ')[0]!)}@${site.domain}`
  return below.includes(mailbox) && !isOurName(name, site) ? name : null
}

/**
 * A signature counts by itself or with other evidence of the person: an account or address with the name, or the name
 * alone on an imprint, in a meta tag or in JSON-LD. "Built by" is also followed by companies, agencies and friends.
 */
function isBorneOut(name: string, site: CrawledSite): boolean {
  const [first, last] = [letters(name.split(/\s+/)[0]!), letters(name.split(/\s+/).at(-1)!)]
  return site.lines.some(({ kind, text, page }) => {
    if (kind !== 'link')
      return (text === name && (kind !== 'visible' || page === 'imprint')) || meSaid.exec(text)?.[1] === name
    const [, mailbox = '', domain = ''] = /^mailto:([^@]+)@([^?]+)/.exec(text) ?? []
    const handle = letters(accountOf(text)?.handle ?? mailbox)
    const isOwn = domain === site.domain && (handle === first || handle === last)
    return isOwn || (handle.includes(first) && handle.includes(last))
  })
}

const iBegan = wordsIn('founding').saying('i_began')
/** "© 2026 Ana Sea" on a site that tells what Ana does, or of one who says "I". */
function isCalledByFirstName(name: string, site: CrawledSite): boolean {
  const [first = ''] = name.split(' ')
  const alone = new RegExp(`(?<!\\p{L})${RegExp.escape(first)}(?!\\p{L})(?! \\p{Lu})`, 'u')
  return (
    isGiven(name) &&
    site.lines.some(
      ({ kind, not, text }) => kind === 'visible' && (alone.test(text) || (not === '' && iBegan.test(text))),
    )
  )
}

/** "© 2019–2026 Acme · Ana Sea, 4 Mill Street": beside our own name, who owns it. */
function ownerIn({ text }: Line, site: CrawledSite): string | null {
  if (!isSigned(text) || text.length > 200) return null
  const [first = '', second = ''] = text.replace(/^(?:©|\(c\)|copyright)[\d\s–-]*/iu, '').split(/\s*[·|,]\s*/)
  const isOurs = /^[^\d.]{2,40}\.?$/.test(first) && isOurName(first, site)
  return isOurs && isPersonName(second) && isGiven(second) ? second : null
}

const owns = new Wording(`^${words.anyOf('owner_labels')}: (${person})$`, 'iu')
const tookOver = words.saying('took_over')
/** "In 2009 her grandson Ben Sea took over the workshop." */
const hasTakenOver = (name: string, site: CrawledSite): boolean =>
  site.lines.some(({ kind, text }) => kind === 'visible' && text.includes(name) && tookOver.test(text))
/** "Owner: Ana Sea" in the imprint of Sea Software, which bears the name of whoever began it. */
function namesakeIn({ text, page }: Line, site: CrawledSite): string | null {
  const [name] = page === 'imprint' && text.length < 80 ? peopleOf(owns.exec(text)?.[1] ?? '') : []
  const surname = name?.split(' ').at(-1)
  return surname &&
    signers(site).some((firm) => firm.split(' ').includes(surname)) &&
    !hasTakenOver(name!, site)
    ? name!
    : null
}

/** "Acme Workshop di Ana Sea – via Roma 9" at the foot of the pages: whose it is. */
const firmOf = new Wording(
  `^([^|,@]{2,60}?) ${wordsIn('founding').anyOf('of')} (${person})(?= [–—|-] |, |$)`,
  'u',
)
function holderIn({ text, region, url, at }: Line, site: CrawledSite): string | null {
  const [, firm = '', name = ''] = firmOf.exec(text) ?? []
  const isLast = at >= site.visible(url).length - 4
  const isFoot = region === 'footer' || isLast || onSeveralPages(site).has(text)
  return isFoot && saysName(firm, site) && isPersonName(name) && isGiven(name) ? name : null
}

/** "Ana Sea" by itself below what "we" tell on the page about us. */
function letterOf({ text, at, url, page, tag, level }: Line, site: CrawledSite): string | null {
  if (!isAboutUs(page) || tag !== 'p' || level > 0 || !isPersonName(text)) return null
  const above = site.visible(url)[at - 1]
  const isBelow = above?.tag === 'p' && above.text.length > mostOfCard && saysWe(above.text)
  return isBelow && isGiven(text) && !isOurName(text, site) ? text : null
}

/** "— Ana Sea, Cork" below what we say, or "by Ana Sea · 9 May" or "9 May 2024 · Ana Sea" over it. */
const endsLetter = new RegExp(`^[—–―-]\\s?(${person})(?:, [^;:]{2,40})?$`, 'u')
const overPost = new Wording(
  `^(?:${words.anyOf('by')} |(?=.*\\d{4})[^·|]{4,30}(?: [·|]|,) (?:${words.anyOf('by')} )?)(${person})(?:\\s?[·|,] .*)?$`,
  'iu',
)
/** Who says "I" on each page that is not the start page: the only one who signs it. */
export const authorOf = remembered((site): Map<string, string> => {
  const authors = new Map<string, string>()
  for (const page of site.pages) {
    if (page === site.start) continue
    const lines = site.visible(page.url)
    const signed = lines.flatMap(({ text, not, level, at }) => {
      if (level > 0 || text.length > 2 * mostOfCard) return []
      const above = lines[at - 1]
      const isOurs = above?.level === 0 && above.not === '' && above.text.length > mostOfCard
      const said =
        not === 'attribution' && isOurs ? endsLetter : not === '' || not === 'blog' ? overPost : null
      return peopleOf(said?.exec(text)?.[1] ?? '')
    })
    if (new Set(signed).size === 1) authors.set(page.url, signed[0]!)
  }
  return authors
})

/** "I built", "fundé": what one who speaks has made. */
export const iMade = new Wording(
  `(?<!\\p{L})${inAnyCase(wordsIn('founding').anyOf('i'))} (?:\\p{Ll}+ )?${wordsIn('founding').anyOf('founded', 'started', 'makes')}|${wordsIn('founding').anyOf('i_began')}`,
  'u',
)
/** "I started Acme in 2020.", in a post of one who signs it. */
export const isOfAuthor = (line: Line, site: CrawledSite): boolean =>
  line.not === 'blog' && authorOf(site).has(line.url) && iMade.test(line.text) && saysName(line.text, site)

/** "A game by", over "Ana Sea & Ben Ort" */
const overMakers = new Wording(
  `^(?:${words.anyOf('made_by')}|(?:${wordsIn('founding').anyOf('articles')}|a) \\p{L}+) ${words.anyOf('by')}:?$`,
  'iu',
)
const onlyPeople = new RegExp(`^${people}$`, 'u')
function makersBelow({ text, url, at, not }: Line, site: CrawledSite): string[] {
  const named = not === '' && text.length < 2 * mostOfCard ? (onlyPeople.exec(text)?.[1] ?? '') : ''
  return named !== '' && overMakers.test(site.visible(url)[at - 1]?.text ?? '') ? peopleOf(named) : []
}

/** Who made the site's product, by a line that nobody else would sign. */
export function signersOf(line: Line, site: CrawledSite): string[] {
  const below = makersBelow(line, site)
  if (below.some(isGiven)) return below
  const inStudio = peopleOf(studio.exec(withoutAsides(line.text))?.[1] ?? '')
  if (inStudio.length > 0) return inStudio
  const partners = line.page === 'imprint' ? peopleOf(firmOfPeople.exec(line.text)?.[1] ?? '') : []
  const beside =
    line.region === 'footer' && line.not === '' ? peopleOf(footBy.exec(line.text)?.[1] ?? '') : []
  if (partners.length > 1 && partners.some(isGiven)) return partners
  if (beside.some(isGiven)) return beside
  const [foot = ''] = line.region === 'footer' ? peopleOf(startsBy.exec(line.text)?.[1] ?? '') : []
  if (isGiven(foot) && !isOurName(foot, site)) return [foot]
  const signer = signatureIn(line)
  const isSure = isLone(line.text) || (isSigned(line.text) && isCalledByFirstName(signer ?? '', site))
  const isOwn = signer !== null && !isOurName(signer, site) && (isSure || isBorneOut(signer, site))
  return [
    isOwn
      ? signer
      : (contactIn(line, site) ??
        ownerIn(line, site) ??
        holderIn(line, site) ??
        namesakeIn(line, site) ??
        letterOf(line, site) ??
        []),
  ].flat()
}
