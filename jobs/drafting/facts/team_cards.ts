/** The founders that cards and tables of a team name, each over or beside a title that says so. */
import { matching } from '../page/by_text.ts'
import type { Line } from '../page/lines.ts'
import { evidenceFrom, type CrawledSite } from '../page/reading.ts'
import type { Founder } from '../profile.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'
import {
  honorific,
  isCompanyPage,
  isPersonName,
  isWideName,
  peopleIn,
  peopleOf,
  person,
} from './person_names.ts'
import type { Sighting } from './sightings.ts'
import { isOurName } from './subject.ts'

const founding = wordsIn('founding')
const words = wordsIn('people')
export const founderTitle = founding.saying('founders', 'wide_founders', 'founding_titles')
const wide = founding.anyOf('wide_founders')
const isTeamHeading = matching(words.saying('teams'))
const isOfReaders = matching(words.saying('for_readers'))
/** Somebody of another company, or of this one who did not begin it. */
export const isOfOthers = matching(words.saying('not_founders', 'outside'))

/** "Founder & CEO", and not "Founder Guide". */
function isTitle(title: string): boolean {
  const match = founderTitle.exec(title)
  const after = match ? title.slice(match.index + match[0].length) : ' X'
  return /^(?:\P{L}*$|\s*[,&|/·・、，兼•–—(:-]|\.\s|\s(?:\p{Ll}|\p{Lu}{2,}))/u.test(after)
}

const wideTitle = new RegExp(`^${wide}`, 'u')
const elsewhere =
  /(?:\bof|\bat|@|,|\||\bbei|\bd[aeio]|\bdel|\bvon|\bvan|\bder|\bchez|\bhos|–|—)\s+(?:the\s+)?(\p{Lu}[\p{L}\d.&' -]{1,40})/u
const startsWithTitle = new Wording(`^(?:${words.anyOf('titles')}|${founderTitle.source})`, 'iu')
/** A card of a team section: a name, and under it a title that says founder. Other companies' are refused. */
function isFounderCard(name: string, title: string, site: CrawledSite): boolean {
  if (title.length > 100 || title.includes(';') || !isTitle(title) || isOfOthers(title)) return false
  if (!isPersonName(name) && !(isWideName(name) && wideTitle.test(title))) return false
  const other = elsewhere.exec(title)?.[1]?.trim()
  return other === undefined || isOurName(other, site) || startsWithTitle.test(other)
}

const alone = new Wording(`^(?:\\p{L}{2,6} )?${founderTitle.source}\\s*[:：]?$`, 'iu')
const inline = /^([^,–—|·:(]{4,50}?)\s*(?:,|–|—|\s-\s|\||·|:|\()\s*([^)]{4,80})\)?$/u

/** "Ana Sea (design, founder), Ben Ort (code)" */
const withRole = new RegExp(`(${person}) \\(([^()]{4,60})\\)`, 'gu')

/** In a table a name may stand behind its title: then the first cell is one. */
const isNamesFirst = (at: number, lines: Line[]): boolean =>
  lines[at]!.tag !== 'td' ||
  isPersonName(
    lines[lines.slice(0, at).findLastIndex(({ tag }) => tag !== 'td') + 1]!.text.replace(honorific, ''),
  )

type Card = { names: string[]; title: string | null; taken: number }
/** Those whom a line calls founders in brackets. */
function calledInBrackets({ text }: Line, site: CrawledSite): Card | null {
  if (!text.includes('(')) return null
  const names = [...text.matchAll(withRole)].flatMap(([, one = '', role = '']) => {
    const named = peopleIn(one).flat().at(-1) ?? ''
    return isFounderCard(named, role, site) ? named : []
  })
  return names.length > 0 ? { names, title: null, taken: 1 } : null
}

/** What a line of a team section says: "Ana Sea" over "Co-founder", "Ana Sea, founder", or "Founders" over their names. */
function cardAt(at: number, lines: Line[], site: CrawledSite): Card | null {
  const line = lines[at]!
  const next = lines[at + 1]
  const before = lines[at - 1]
  const [, name = '', title = ''] = inline.exec(line.text) ?? []
  const inlined = name.trim().replace(honorific, '')
  if (isFounderCard(inlined, title.trim(), site)) return { names: [inlined], title: title.trim(), taken: 1 }
  const called = calledInBrackets(line, site)
  if (called) return called
  if (!next || next.not) return null
  const named = line.text.replace(honorific, '')
  // Who is named in the next line has their own title.
  const isNamed = isPersonName((inline.exec(next.text)?.[1] ?? '').trim())
  if (isNamesFirst(at, lines) && !isNamed && isFounderCard(named, next.text, site))
    return { names: [named], title: next.text, taken: 2 }
  // The title first, unless it belongs to the name above it.
  if (!alone.test(line.text) || (before && isPersonName(before.text))) return null
  const wide = next.text.split(/[、,，]\s?/)
  const names = wide.every(isWideName) ? wide : peopleOf(next.text)
  const whole = names.join('').length > next.text.length * 0.6
  return names.length > 0 && whole ? { names, title: null, taken: 2 } : null
}

/** Cards of a team section that say who began it. */
export function cards(lines: Line[], site: CrawledSite): Sighting<Founder>[] {
  return lines.flatMap((line, at) => {
    const heads = line.heads.map(({ text }) => text)
    if (line.not || heads.some(isOfOthers)) return []
    const inTeam = heads.some((head) => isTeamHeading(head) && !isOfReaders(head))
    const isTeam = inTeam || isCompanyPage(line.page)
    const card = isTeam ? cardAt(at, lines, site) : calledInBrackets(line, site)
    if (card === null) return []
    const after = lines[at + card.taken]
    if (
      card.taken > 1 &&
      [lines[at - 1], after].some(
        // A sentence is told of somebody; it is nobody's title.
        (near) => near && near.text.length < 60 && !/[.!?]$/.test(near.text) && isOfOthers(near.text),
      )
    )
      return []
    const bio = card.names.length === 1 ? bioOf(after) : null
    const said = lines.slice(at, at + card.taken).map(({ text }) => text)
    const evidence = evidenceFrom(line, [...said, bio ?? []].flat().join('\n'))
    return card.names.map((name) => ({ value: { name, title: card.title, bio }, score: 3, evidence }))
  })
}

const bioOf = (line: Line | undefined): string | null =>
  line?.not === '' && line.tag === 'p' && line.text.length > 40 && line.text.length < 1200 ? line.text : null
