/** Who introduces themselves on the pages that say who is behind a site: "Hello. I'm Ana Sea." */
import { isAboutUs, type Line } from '../page/lines.ts'
import type { CrawledSite } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import { inAnyCase, wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import { beganNothing, isGiven, people, peopleIn, peopleOf, person } from './person_names.ts'
import { isStudioCell } from './places.ts'
import { saysName } from './subject.ts'
import { meSaid } from './who_is_meant.ts'

const founding = wordsIn('founding')
const words = wordsIn('people')
/** "Ana Sea. I make signs for a living." */
const openingName = new Wording(`^(${person})\\. (?:${inAnyCase(founding.anyOf('i'))}) `, 'u')
const introduction = { most: 3, length: 30 }
/** "We are two: Ana Sea and Ben Ort." */
const weAreCounted = new Wording(
  `^${inAnyCase(founding.anyOf('we_are'))} (?:\\p{Ll}+ )?${wordsIn('prices').anyOf('numbers')}(?: [\\p{Ll}-]+){0,2}: ${people}`,
  'u',
)
/** "We are Ana Sea, who sings, and Ben Ort, who …" */
const weAreWho = new Wording(
  `^${inAnyCase(founding.anyOf('we_are'))} (${person}), ${founding.anyOf('who')} [^,.;]{3,60}, ${words.anyOf('and')} (${person})(?=, ${founding.anyOf('who')} )`,
  'u',
)
/** "I'm Ana Sea. In 2017 I took over the workshop." */
const isOfSuccessor = words.saying(...beganNothing)
/** "Hello. I'm Ana Sea.", among the first paragraphs of the page that says who is behind it. */
export function introducedIn(line: Line, site: CrawledSite): string[] {
  const ways = [weAreWho, meSaid, openingName, weAreCounted]
  const [, ...named] = ways.map((way) => way.exec(line.text)).find((one) => one !== null) ?? []
  if (line.not !== '' || line.level > 0 || named.length === 0 || isOfSuccessor.test(line.text)) return []
  const said = named.flatMap(peopleOf)
  // Where it names us as well, it needs no page of its own.
  if (line.page === 'start' && line.region === 'main' && saysName(line.text, site))
    return said.filter(isGiven)
  if (!isAboutUs(line.page)) return []
  const before = site
    .visible(line.url)
    .filter(
      ({ at, level, region, text }) =>
        at < line.at && level === 0 && region === 'main' && text.length > introduction.length,
    )
  return before.length < introduction.most ? said : []
}

const countedPeople = new Wording(
  `(?:${wordsIn('prices').anyOf('numbers', 'ones')} \\p{Ll}+:|, ${founding.anyOf('who')} ${wordsIn('proof').anyOf('copulas')}) ${people}(?=$|[,.]| \\p{Ll})`,
  'u',
)
/** "Developer: Low Mill, which is one person: Ana Sea", in a press kit. */
export const developersIn = (line: Line, site: CrawledSite): string[] =>
  isStudioCell(line, site.visible(line.url)) ? peopleOf(countedPeople.exec(line.text)?.[1] ?? '') : []

const meByFirstName = new Wording(
  `^(?:\\p{L}+[,!.] )?${inAnyCase(founding.anyOf('i_am'))}\\s+(?:a |o )?(\\p{Lu}\\p{L}+)(?=[.,!]|$)`,
  'u',
)
const weByFirstNames = new Wording(
  `^(?:\\p{L}+[,!.] )?${inAnyCase(founding.anyOf('we_are'))}\\s+(\\p{Lu}\\p{L}+) (?:${words.anyOf('and')}|&) (\\p{Lu}\\p{L}+)(?=[.,!]|$)`,
  'u',
)
/** "Hello, I'm Ana" over the page that says who is behind it, and names Ana Sea; "We're Ana and Ben." on it. */
export function headedBy({ page, level, text, url, not }: Line, site: CrawledSite): string[] {
  if (!isAboutUs(page) || not !== '') return []
  const said = (level > 0 ? meByFirstName.exec(text) : null) ?? weByFirstNames.exec(text)
  const firsts = said?.slice(1) ?? []
  if (firsts.length === 0) return []
  const named = site.visible(url).flatMap((line) => (line.not ? [] : peopleIn(line.text).flat()))
  const full = firsts.map((first) => named.find((name) => name.startsWith(`${first} `)))
  return full.every((name) => name !== undefined) ? full : []
}

/** "Hinter Acme stehen Ana See und Ben Ort." */
const standsBehind = new Wording(
  `^${inAnyCase(founding.anyOf('behind'))} ([^.,;:]{2,40}?),? ${founding.anyOf('stands')} (?:\\p{Ll}+ )?${people}`,
  'u',
)
/** "… belonged to Ana Sea, whose idea all this was" */
const whoseIdea = new Wording(`(${person}), ${founding.anyOf('whose_idea')}`, 'u')
export function behindIt({ text, not, hidden, page }: Line, site: CrawledSite): string[] {
  if (not !== '' || hidden) return []
  return sentences(text).flatMap((sentence) => {
    const [, what = '', who = ''] = standsBehind.exec(sentence) ?? []
    const [, thinker = ''] = (isAboutUs(page) && whoseIdea.exec(sentence)) || []
    return [...(saysName(what, site) ? peopleOf(who) : []), ...peopleOf(thinker)]
  })
}
