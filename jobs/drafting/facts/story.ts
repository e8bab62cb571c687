/** Who a site's own story names, where nothing else tells who began it: "In 2017 Ana Sea asked her neighbour …" */
import { isAboutUs, type Line } from '../page/lines.ts'
import { legalForms, startsWithArticle } from '../page/own_names.ts'
import type { CrawledSite } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import type { Evidence } from '../profile.ts'
import { inAnyCase, wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { rowOf, startsWithUs } from './founding_row.ts'
import { inNominative } from './who_is_meant.ts'
import {
  beganNothing,
  isGiven,
  opensPlace,
  peopleIn,
  person,
  withoutAsides,
  withSiblings,
  withSurnames,
} from './person_names.ts'
import { remembered } from './sightings.ts'
import { isOfNow, isOfToday, isSinceYear } from './today.ts'
import { isAtHome, isOurName, saysName } from './subject.ts'
import { countriesOfTown, isRegion } from './towns.ts'

const people = wordsIn('people')
const founding = wordsIn('founding')
const isOfOthers = people.saying('outside', ...beganNothing)
/** "The year after": of which no year is told. */
const isLater = founding.saying('year_after', 'years_after')
const places = wordsIn('places')
const streets = places.anyOf('streets')
const isStreet = new RegExp(`(?:^|\\s)${streets}$|^${streets}\\s`, 'iu')
/** "600 W Van Buren" */
const isHouseNumber = /(?<!\d)\d{1,3} $|\d [NSEW]\.? $/
/** A year, and no part of another number. */
export const oneYear = /(?<![\d.,/-])(1[89]\d\d|20\d\d)(?![\d%]|s(?!\p{L})|[.,/-]\d)/gu
/** Not those of a copyright. */
const yearsIn = (text: string): number[] =>
  [...text.replace(/(?:©|\(c\))\s?\d{4}/gi, '').matchAll(oneYear)].map(([year]) => Number(year))
const isMadeOrRun = founding.saying('founded', 'started', 'makes', 'runs', 'drawn')
/** "Written by Ana Sea": nobody needs to know the name, where no mailbox of another's stands by it. */
export const startsMade = new Wording(
  `^${inAnyCase(founding.anyOf('makes', 'runs', 'drawn'))}(?:, \\p{Ll}+)*(?:,? ${people.anyOf('and')} \\p{L}+)?(?: \\p{Ll}[\\p{Ll}'’-]*){0,4}(?: ${places.anyOf('in')} \\p{Lu}[^.;:]{2,40}?,?)? ${founding.anyOf('by')} (?=\\p{Lu})`,
  'u',
)
const othersMailbox = /\S@\S+\.\S/
/** "Ana Sea (code, tides) and Ben Ort (drawings)": what each of them does. */
const andRoles = new Wording(
  `${person} \\(\\p{Ll}[^()@]*\\)(?:(?:,|,? (?:${people.anyOf('and')}|&)) ${person} \\(\\p{Ll}[^()@]*\\))+`,
  'u',
)

/** "Her sister-in-law Ana Sea": nobody needs to know the name. */
const endsWithKin = new Wording(`(?<!\\p{L})${people.anyOf('kin')},? $`, 'iu')

const endsWithFirm = new Wording(`${people.anyOf('before_firms')} $`, 'iu')

/** Of people named side by side one has a name that is given to people, and none of them is a town or a street. */
const arePeople = (names: string[], before: string, lang: string, all: string[]): boolean =>
  all.some(
    (name) =>
      startsMade.test(`${before}${name}`) ||
      endsWithKin.test(before) ||
      isGiven(name) ||
      !/\p{Script=Latin}/u.test(name),
  ) &&
  names.every((name) => countriesOfTown(name).length === 0 && !isRegion(name) && !isStreet.test(name)) &&
  // "Una Navidad": one Christmas.
  !(withArticle.test(lang) && names.some((name) => startsWithArticle.test(name))) &&
  !isStreet.test(before.trimEnd()) &&
  !isHouseNumber.test(before) &&
  !endsWithFirm.test(before) &&
  !((withArticle.test(lang) && endsWithArticle.test(before)) || endsWithAny.test(before)) &&
  !opensPlace(before.trimEnd().split(' ').at(-1)!, lang)

/** More than these are contributors. */
const most = 3
const longest = 1500

/** Where we tell our story: on the page about us where a paragraph names a year, elsewhere by what says who made or runs it. */
function isOfStory(sentence: string, line: Line, site: CrawledSite): boolean {
  if (andRoles.test(sentence)) return line.page !== 'blog'
  if (isAboutUs(line.page) || isAtHome(line))
    return (line.text.search(oneYear) >= 0 || weBegan.test(sentence)) && !/©|copyright/i.test(line.text)
  return (
    /^(?:start|features|other|contact)$/.test(line.page) &&
    isMadeOrRun.test(sentence) &&
    ((startsMade.test(withoutAsides(sentence)) &&
      (line.region === 'main' || !othersMailbox.test(line.text.replaceAll(`@${site.domain}`, '')))) ||
      saysName(sentence, site) ||
      startsWithUs(sentence, site))
  )
}

/** Begins an aside: ", who draws". */
export const who = new Wording(`, ${founding.anyOf('who')} `, 'iu')
/** "La Marcia di Mendelssohn" is a piece of music. */
const endsWithArticle = new Wording(`(?<!\\p{L})${founding.anyOf('articles')}\\s?$`, 'iu')
/** "In einer Freiburger Klinik" */
const endsWithAny = /(?<!\p{L})ein(?:e[mnrs]?)?\s$/iu
const withArticle = /^(?:en|nl|sv|da|no|it|fr|es|$)/
const endsWithBy = new Wording(`(?<!\\p{L})${founding.anyOf('by')}\\s$`, 'iu')
const withHelp = new Wording(`, ${founding.anyOf('along')} `, 'iu')

const weBegan = founding.saying('we_began', 'i_began')
/** "Old Lantern is two people: Ana Sea draws, Ben Ort writes.", "Two people: Ana Sea …" */
const isWho = new Wording(
  `^(?:(?:\\S+ ){1,4}(?:${wordsIn('proof').anyOf('copulas')}|to) (?:\\p{Ll}{1,4} )?)?${inAnyCase(`(?:${wordsIn('prices').anyOf('numbers')}|${people.anyOf('pairs')})`)}[^.:]{0,60}: `,
  'u',
)
const copula = wordsIn('proof').saying('copulas')
const isFounding = founding.saying('founded', 'opens', 'founders')
/** Does a sentence of founding name another firm, before it goes on to say who the founders are? */
function mayBeAnother(sentence: string, line: string, site: CrawledSite): boolean {
  if (!isFounding.test(sentence) || weBegan.test(sentence)) return false
  const { letters, parts } = rowOf(sentence, '', site)
  // "Old Tea was founded by Ana Sea": what looks like a person is a firm.
  if (/^[gtY,]*P[gt]+V[gtYLow,]*[BA]/.test(letters)) return true
  const aside = letters.indexOf('r', letters.search(/[VvXN](?!.*[VvXN])/))
  return parts.slice(0, aside < 0 ? undefined : aside).some(
    ({ letter, text }) =>
      letter === 'o' &&
      countriesOfTown(text).length === 0 &&
      // Who is named in full beside it.
      !peopleIn(line)
        .flat()
        .some((name) => name.startsWith(`${text} `)) &&
      // "Un'idea", "Ben's"
      !/^\p{Lu}\p{L}{0,3}['’]\p{Ll}/u.test(text.replace(/['’]s$/, '')) &&
      !isGiven(text.replace(/['’]s$/, '')),
  )
}

function isShown({ kind, tag, level, not, hidden, region, text }: Line): boolean {
  if (kind !== 'visible' || level > 0 || not !== '' || hidden || text.length > longest) return false
  return /^(?:p|div|dd|td|footer|figcaption)$/.test(tag) && /^(?:main|footer)$/.test(region)
}

const around = (names: string[], text: string): [string, string] => [
  text.slice(0, text.indexOf(names[0]!)),
  text.slice(text.indexOf(names.at(-1)!) + names.at(-1)!.length),
]
const isLabel = /^[^.:]{2,50}:\s/u
/** "The committee this year: Ana Sea", "They are helped by Ana Sea (code) and Ben Ort (maps)": nothing before says that they made it. */
const isOfOthersHelp = (before: string, raw: string, site: CrawledSite): boolean =>
  before !== '' &&
  (isLabel.test(before) || andRoles.test(raw)) &&
  ![isWho, copula, isMadeOrRun, isFounding].some((says) => says.test(before)) &&
  !saysName(before, site)
/** A work, and no person: "Ferry Cat (2021)". */
const isDated = /^ \(\d/
/** "Old Mill & Sons Inc." */
const isFirm = new Wording(
  `^(?: (?:&|${people.anyOf('and')}) \\p{Lu}\\p{L}+)*,? ${legalForms}(?!\\p{L})`,
  'u',
)

/** "She learnt in the workshop of the luthier Ana Sea" */
const isTheirs = new Wording(`${founding.anyOf('firms')} ${founding.anyOf('of')} (?:\\p{Ll}+ )?$`, 'iu')
/** The people a sentence tells of, without works, towns and streets that look like them. */
function peopleTold(raw: string, site: CrawledSite): string[] {
  // What each of them does ends where others help: "…, with music by Cy Dee".
  const sentence = andRoles.exec(raw)?.[0] ?? (startsMade.test(raw) ? raw.split(withHelp)[0]! : raw)
  const opening = raw.slice(0, raw.indexOf(peopleIn(raw)[0]?.[0] ?? ''))
  if (
    [sentence, opening].some((said) => isOfOthers.test(said)) ||
    isOfToday(sentence) ||
    isOfOthersHelp(opening, raw, site)
  )
    return []
  const said = withSurnames(withoutAsides(sentence))
  const groups = peopleIn(said.replace(isWho, ''))
  return groups
    .flatMap((names) => {
      const [before, after] = around(names, said)
      if (
        isOfNow(before, after) ||
        !arePeople(names, before, site.start.lang, groups.flat()) ||
        isDated.test(after) ||
        isFirm.test(after) ||
        (isTheirs.test(before) && !saysName(before, site))
      )
        return []
      return isFounding.test(before) && endsWithBy.test(before) ? inNominative(names, site) : names
    })
    .filter((name) => !isOurName(name, site))
}

/** "Old Mill Society (founded 1865)", "1914 W Lake St" */
const noYearsOfOurs = new RegExp(
  `\\([^()]*\\)|\\d{4}(?= (?:[NSEW]\\.? )?(?:\\p{Lu}\\p{L}+ ){1,2}${inAnyCase(streets)})`,
  'gu',
)

type Named = { name: string; line: Line; sentence: string }
/** The people of the story, each with the sentence that names them; nobody where it names many. */
export const peopleOfStory = remembered((site): Named[] => {
  const lines = site.lines.filter(
    (line) =>
      isShown(line) && !sentences(line.text).some((sentence) => mayBeAnother(sentence, line.text, site)),
  )
  const named = lines.flatMap((line) => {
    const inFull = sentences(withSiblings(line.text))
    // "Ana Sea joined in 2016 and runs it now. Ben Ort looks after the maps.": those of today.
    const isToday = (sentence: string): boolean => isOfOthers.test(sentence) || isOfToday(sentence)
    const today = sentences(line.text).findIndex(isToday)
    // "Ana Sea, Chief Executive. Before joining us in 2022 she …": who came later may be named before.
    const isBeside = (nth: number): boolean => today >= 0 && nth !== today && nth >= today - 1
    return sentences(line.text).flatMap((sentence, nth) =>
      isOfStory(sentence, line, site) &&
      !(isBeside(nth) && yearsIn(sentence).length === 0 && !isMadeOrRun.test(sentence))
        ? peopleTold(inFull[nth]!, site).map((name) => ({ name, line, sentence }))
        : [],
    )
  })
  // Who has done something since a year that is told, beside others, came later.
  const isLate = ({ name, sentence }: Named): boolean =>
    isSinceYear(sentence) && named.some((one) => one.name !== name && one.sentence !== sentence)
  const own = lines.filter((line) => isAboutUs(line.page) || isAtHome(line))
  const first = Math.min(...own.flatMap(({ text }) => yearsIn(text.replace(noYearsOfOurs, ''))))
  const early = named.filter(
    (one) =>
      !isLate(one) && (isFounding.test(one.sentence) || !yearsIn(one.sentence).some((year) => year > first)),
  )
  return new Set(early.map(({ name }) => name)).size > most ? [] : early
})

/** "…, founded in 1855, …" */
const foundedAside = new RegExp(`, ${founding.anyOf('founded', 'started')} [^,.;]*(?=[,.;])`, 'giu')
/** "The Tide Singers were founded in 1961" */
const foundedOther = new RegExp(
  `${inAnyCase(founding.anyOf('articles'))} \\p{Lu}[^,.;]{2,40} ${wordsIn('proof').anyOf('copulas')} ${founding.anyOf('founded', 'started')}[^\\d,.;]{0,12}\\d{4}`,
  'gu',
)
const sinceThen = new RegExp(`${founding.anyOf('since')} [^\\d,.;]{0,12}\\d{4}`, 'giu')
/** "Until 2015 I wrote manuals", "when he retired in 2015", "after a page of Brahms blew away in 2012" */
const beforeUs = new RegExp(
  `${founding.anyOf('bounding')} (?:\\p{L}+ )?\\d{4}|${founding.anyOf('left')}[^\\d,.;]{0,40}\\d{4}`,
  'giu',
)
const startsWithThey = new Wording(`^${founding.anyOf('they_people')}`, 'iu')
/** Without "…, who gave it to me in 2013", with "…, who started it in 2011"; and without how long somebody has done something else. */
function yearsOf(sentence: string, site: CrawledSite): number[] {
  const [head, ...asides] = sentence.split(who)
  const own = [head, ...asides.filter((aside) => isMadeOrRun.test(aside) || isFounding.test(aside))]
  // "I have sewn Acmes since 2012."
  const isOurs =
    saysName(sentence.replace(/(?<=\p{L}{3})s(?!\p{L})/gu, ''), site) || startsWithThey.test(sentence)
  return yearsIn(
    own
      .join(', ')
      .replace(foundedAside, '')
      .replace(foundedOther, (said) => (saysName(said, site) ? said : ''))
      .replace(isOurs ? /$^/ : sinceThen, '')
      .replace(beforeUs, ''),
  )
}

const isOfSomebody = founding.saying('she', 'they_people', 'i', 'we', 'founded', 'started', 'makes')
/** "The next year she drew the first screen." */
const isMadeLater = ({ text }: Line): boolean =>
  sentences(text).some((sentence) => isLater.test(sentence) && isOfSomebody.test(sentence))

/** The one year of the sentences that name these people, or else of their paragraphs; not that of a copyright at the foot. */
export function yearOfStory(site: CrawledSite, founders: string[]): { year: number; line: Line }[] {
  const isNamed = (text: string): boolean => founders.some((name) => text.includes(name))
  const told = site.lines
    .filter((line) => isShown(line) && line.region === 'main' && isAboutUs(line.page) && isNamed(line.text))
    .flatMap((line) => sentences(line.text).map((sentence) => ({ line, sentence })))
    .filter(({ sentence }) => !isOfOthers.test(sentence))
  const ways = [
    told.filter(({ line, sentence }) => isNamed(sentence) && !isMadeLater(line)),
    told.filter(({ line }) => !isLater.test(line.text)),
  ]
  for (const way of ways) {
    const found = way.flatMap(({ line, sentence }) => yearsOf(sentence, site).map((year) => ({ year, line })))
    if (new Set(found.map(({ year }) => year)).size === 1) return found.slice(0, 1)
  }
  return []
}

/** "I'm Ana Sea, and in 2018 I got tired of it and made an app.", where we tell of ourselves. */
export const yearsOfMaking = (
  site: CrawledSite,
  founders: { evidence: Evidence }[],
): { year: number; evidence: Evidence }[] =>
  founders.flatMap(({ evidence }) => {
    const line = site.visible(evidence.url).find(({ text }) => text.includes(evidence.quote))
    if (!line || !isAboutUs(line.page) || isLater.test(line.text)) return []
    const told = sentences(evidence.quote).filter((sentence) => isMadeOrRun.test(sentence))
    const years = new Set(told.flatMap((sentence) => yearsOf(sentence, site)))
    return years.size === 1 ? [{ year: [...years][0]!, evidence }] : []
  })
