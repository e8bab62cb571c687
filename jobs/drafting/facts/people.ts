/** Finds the founders: in JSON-LD, sentences, team cards, and signatures with other evidence. */
import { isObject, plain, typesOf } from '../page/json_ld.ts'
import { isAboutUs, type Line } from '../page/lines.ts'
import { legalForms, letters } from '../page/own_names.ts'
import { evidenceFrom, type CrawledSite, says } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import type { Evidence, Founder, Proven, Socials } from '../profile.ts'
import { inAnyCase, wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { foundersTold } from './founding.ts'
import { startsWithUs, tellsOfFounding } from './founding_row.ts'
import { meSaid } from './who_is_meant.ts'
import { ownThings } from './ownership.ts'
import {
  beganNothing,
  isCompanyPage,
  isGiven,
  isPersonName,
  people,
  peopleIn,
  peopleOf,
  person,
  withoutAsides,
  withSurnames,
} from './person_names.ts'
import { accountOf } from './platforms.ts'
import { cards, isOfOthers } from './team_cards.ts'
import { foundersSaid, turnedItInto } from './founder_said.ts'
import { fewOfEach, remembered, type Sighting } from './sightings.ts'
import { authorOf, iMade, isOfAuthor, isSigned, signersOf } from './signatures.ts'
import { peopleOfStory } from './story.ts'
import { foundedInWide, inFull, wideFounders } from './wide_founders.ts'
import { behindIt, developersIn, headedBy, introducedIn } from './introductions.ts'
import { isAtHome, isOfUs, saysName } from './subject.ts'

const founding = wordsIn('founding')
const words = wordsIn('people')
const proof = wordsIn('proof')
const weBegan = founding.saying('we_began')
const iBegan = founding.saying('i_began')
const weAre = new Wording(
  String.raw`${inAnyCase(founding.anyOf('we_are'))}(?:\s[^.:;]{0,60}:)?\s+${people}(?:, [^,.;]{3,60}, ${words.anyOf('and')} (${person}))?`,
  'u',
)
function fromJsonLd(site: CrawledSite): Sighting<Founder>[] {
  const sightings: Sighting<Founder>[] = []
  for (const page of site.pages)
    for (const thing of ownThings(page, site)) {
      const isProduct = typesOf(thing).some((type) => /Application|SourceCode|Project/.test(type))
      const keys = ['founder', 'founders', ...(isProduct ? ['author', 'creator'] : [])]
      for (const item of keys.flatMap((key) => [thing[key]].flat().slice(0, 6))) {
        if (!isObject(item) || !typesOf(item).includes('Person')) continue
        const name = plain(item['name'])
        if (!isPersonName(name)) continue
        const value = { name, title: plain(item['jobTitle']) || null, bio: null }
        sightings.push({ value, score: 2, evidence: evidenceFrom(page, name, 'json-ld') })
      }
    }
  return sightings
}

/** "Acme is a side project by Ana Sea" says so by itself. */
const isWork = new Wording(
  String.raw`(?:^|\s)${proof.anyOf('copulas')} (?:${founding.anyOf('articles')}|a) (?:[\p{L}-]+ )?(?:${founding.anyOf('firms', 'works')}|${proof.anyOf('product_nouns')})(?: [\p{L}-]+)? (?:${words.anyOf('by')}|${founding.anyOf('of')}) ${people}`,
  'u',
)
/** "Nine Pegs OÜ" is nobody. */
const endsLegally = new Wording(`[\\s,]${legalForms}(?!\\p{L})`, 'u')
function makerOf(sentence: string, site: CrawledSite): string[] {
  const made = saysName(sentence, site) ? isWork.exec(sentence) : null
  const name = made?.[1] ?? ''
  return endsLegally.test(`${name}${sentence.slice(sentence.indexOf(name) + name.length).slice(0, 12)}`)
    ? []
    : peopleOf(name)
}

/** "By Ana Sea, co-founder, 9 July": over a post of our own. */
const byline = new Wording(
  `^(${words.anyOf('by')} )?(${person}), ${founding.anyOf('founders')}(?=$|[,·–—]| [·–—(])`,
  'iu',
)
function bylineIn({ not, text }: Line): string[] {
  const [, by, name = ''] = (text.length < 80 && byline.exec(text)) || []
  return not === 'blog' || (not === '' && by !== undefined) ? peopleOf(name) : []
}

/** "9 July, by Ana Sea, who started Acme" */
const byWho = new Wording(`${words.anyOf('by')} ${person}, ${founding.anyOf('who')} `, 'iu')

/** "Founded by four neighbours: Ana Sea, Ben Ort and Cy Dee" */
const foundedByAll = new Wording(
  `${inAnyCase(`${founding.anyOf('founded', 'started', 'makes', 'drawn')} ${founding.anyOf('by')}`)} [^.;:]{3,80}: ${people}`,
  'u',
)

/** "We, Ana Sea and Ben Ort, …", "just the two of us, Ana and Ben Sea" */
const weNamed = new Wording(
  `(?:${inAnyCase(founding.anyOf('we', 'i'))}|(?<two>${inAnyCase(words.anyOf('us_two'))})), ${people}(?<end>,)?`,
  'u',
)
/** "Acme is Ana Sea, who pots, and Ben Ort", "Acme is two sisters, Ana and Bea Sea" */
const whoWeAre = new Wording(
  `^(?:\\S+ ){1,3}${proof.anyOf('copulas')} (?:${wordsIn('prices').anyOf('numbers')} \\p{Ll}+, )?${people}(?=[,.]|$| ${words.anyOf('and')},)(?:, ${founding.anyOf('who')} [^,.;]{3,60}, ${words.anyOf('and')} (${person}))?`,
  'u',
)
/** "Ana Sea, de Lanzarote. Empecé esto en 2018." */
const opening = new RegExp(`^(${person}), `, 'u')
/** "Fundamos Acme en 2019. Somos Ana Sea, que cocina, y Ben Ort.": a verb that holds its "we" or "I", and who that is. */
function weWhoBegan(text: string, site: CrawledSite): string[] {
  const inFull = withSurnames(text)
  const ours = weNamed.exec(inFull)
  if (ours?.groups?.['two'] || ours?.groups?.['end']) return peopleOf(ours[2] ?? '')
  const are = whoWeAre.exec(inFull)
  const said =
    (are && startsWithUs(text, site) ? are : null) ??
    (weBegan.test(text)
      ? weAre.exec(withoutAsides(text))
      : iBegan.test(text)
        ? (meSaid.exec(text) ?? opening.exec(text))
        : null)
  return [said?.[1], said?.[2]].flatMap((some) => peopleOf(some ?? ''))
}

const isHelped = words.saying(...beganNothing)
const isAskedWho = words.saying('who_began')
/** "Who started this?" over "Ana Sea and Ben Ort, neighbours in Cork, in 2021." */
function answeredBy(line: Line, site: CrawledSite): string[] {
  const above = site.visible(line.url)[line.at - 1]
  const question = line.tag === 'dd' || above?.tag === 'summary' ? above : line.heads.at(-1)
  if (line.not !== '' || line.level > 0 || !question || line.at > question.at + 2) return []
  if (!/[?？]$/.test(question.text) || !isAskedWho.test(question.text)) return []
  const said = sentences(line.text)[0] ?? ''
  // What tells of a beginning says itself whose it is.
  const named = isHelped.test(said) || tellsOfFounding(said) ? [] : peopleIn(said).flat()
  return named.some(isGiven) ? named : []
}

/** "So I built my own." over "— Ana Sea", where a site says why it is there. */
const madeBy = ({ page, not, text }: Line, author: string | undefined): string[] =>
  author !== undefined && not === '' && (isAboutUs(page) || page === 'features') && iMade.test(text)
    ? [author]
    : []

/** What the paragraph before it tells where we tell of ourselves: "She started Acme in 2020" goes on from it. */
function paragraphBefore({ url, at, page, level, tag }: Line, site: CrawledSite): string {
  const before = site.visible(url)[at - 1]
  const goesOn = level === 0 && tag === 'p' && isAboutUs(page) && before?.tag === 'p' && before.not === ''
  return goesOn ? `${before.text} ` : ''
}

/** Where lines say that somebody began it. */
export const founderSightings = remembered((site): Sighting<Founder>[] => {
  const sightings = fromJsonLd(site)
  const add = (name: string, title: string | null, score: number, evidence: Evidence): void =>
    void sightings.push({ value: { name: inFull(name, site), title, bio: null }, score, evidence })
  const authors = authorOf(site)
  for (const page of site.pages) sightings.push(...cards(site.visible(page.url), site))
  for (const line of site.lines) {
    const where = line.kind === 'visible' ? 'visible' : 'meta'
    if (where === 'meta' && !(line.kind === 'meta' && line.key === 'description')) continue
    // Whoever signs a quote as founder of ours is one of us; a customer is another's.
    const isQuoted = /^(?:foreign|quoted|attribution)$/.test(line.not) && says(line.text, site.names)
    for (const name of bylineIn(line)) add(name, null, 3, evidenceFrom(line, line.text))
    const isByline = line.not === 'blog' && line.text.length < 160 && byWho.test(line.text)
    if ((line.not && !isQuoted && !isByline && !isOfAuthor(line, site)) || line.hidden) continue
    if (line.text.length > 3000) continue
    const author = authors.get(line.url)
    const introduction = author === undefined ? paragraphBefore(line, site) : `I am ${author}. `
    let from = 0
    for (const sentence of sentences(line.text)) {
      const before = introduction + line.text.slice(0, from)
      from += sentence.length + 1
      if (/[?？]\s*$/.test(sentence)) continue
      // Of somebody else's founder only a noun is said; "founded by former colleagues" is of ours.
      const other = isOfOthers(sentence)
      const isOwnPage = isCompanyPage(line.page) || isAtHome(line)
      const named = foundersTold(sentence, before, site, isOwnPage).filter(
        ({ title }) => !isQuoted || title !== null,
      )
      if (!isQuoted && isOfUs(sentence, line, site))
        named.push(...peopleOf(foundedByAll.exec(sentence)?.[1] ?? '').map((name) => ({ name, title: null })))
      if (!isQuoted && line.text.length < 400)
        named.push(...makerOf(sentence, site).map((name) => ({ name, title: null })))
      if (isOwnPage && !isQuoted && !other)
        for (const name of [...foundedInWide(sentence, site), ...turnedItInto(sentence, before, site)])
          named.push({ name, title: null })
      for (const { name, title } of named) add(name, title, 3, evidenceFrom(line, sentence, where))
    }
    if (where === 'meta') continue
    if (isCompanyPage(line.page) || isSigned(line.text))
      for (const name of wideFounders(line.text)) add(name, null, 3, evidenceFrom(line, line.text))
    for (const name of [
      ...introducedIn(line, site),
      ...behindIt(line, site),
      ...headedBy(line, site),
      ...developersIn(line, site),
      ...answeredBy(line, site),
      ...madeBy(line, author),
    ])
      add(name, null, 2, evidenceFrom(line, line.text))
    if (!isQuoted)
      for (const name of weWhoBegan(line.text, site)) add(name, null, 3, evidenceFrom(line, line.text))
    for (const name of signersOf(line, site)) add(name, null, 2, evidenceFrom(line, line.text))
  }
  if (sightings.length === 0)
    for (const { name, line, sentence } of peopleOfStory(site))
      add(name, null, 1, evidenceFrom(line, sentence))
  if (sightings.length === 0)
    for (const { name, line } of foundersSaid(site)) add(name, null, 1, evidenceFrom(line, line.text))
  const people = sightings.filter(({ value }) => value.name.length <= 160 && !says(value.name, site.names))
  return fewOfEach(people, ({ name }) => name)
})

/** The people who began it, each once, with the title and words that any place gives. */
export function findFounders(site: CrawledSite): Proven<Founder>[] {
  const people = Map.groupBy(founderSightings(site), ({ value }) => value.name)
  return [...people].slice(0, 6).map(([name, seen]) => ({
    value: {
      name,
      title: seen.find(({ value }) => value.title)?.value.title ?? null,
      bio: seen.find(({ value }) => value.bio)?.value.bio ?? null,
    },
    evidence: seen.slice(0, 3).map(({ evidence }) => evidence),
  }))
}

/** Accounts of the first founder: linked under the name, or with a handle that bears it. */
export function founderAccounts(site: CrawledSite, name: string): Sighting<string>[] {
  const parts = name
    .split(/\s+/)
    .map(letters)
    .filter((part) => part.length > 2)
  return site.pages.flatMap((page) =>
    page.links.flatMap((link) => {
      const account = link.sample || link.foreign ? null : accountOf(link.href)
      if (!account?.direct || account.repository !== '' || /^(?:producthunt|custom)$/.test(account.platform))
        return []
      const handle = letters(account.handle)
      const bears = parts.length > 1 && parts.every((part) => handle.includes(part))
      return bears || link.text === name
        ? [{ value: account.url, score: 1, evidence: evidenceFrom(page, link.href, 'link') }]
        : []
    }),
  )
}

export function findFounderSocials(
  site: CrawledSite,
  founders: Proven<Founder>[],
  company: Socials,
): Socials {
  const socials: Socials = {}
  for (const { value, evidence } of founders[0] ? founderAccounts(site, founders[0].value.name) : []) {
    const { platform } = accountOf(value)!
    if (!socials[platform] && company[platform]?.value !== value)
      socials[platform] = { value, evidence: [evidence] }
  }
  return socials
}
