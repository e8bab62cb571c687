/** Founders where no word has a capital, signatures at the foot of a page, and who is a name among words. */
import type { Reading } from '../page/reading.ts'
import { wideFounder } from './founding_words.ts'
import { isPersonName, isWideName, mayName, peopleOf, person } from './person_names.ts'

const wideName =
  '[\\p{Script=Han}]{1,3}[ 　][\\p{Script=Han}\\p{Script=Hiragana}]{1,3}|\\p{Script=Han}{2,4}|\\p{Script=Hangul}{2,4}'
const wideTold = [
  new RegExp(`(?<name>\\p{Script=Han}{1,3}[ 　]\\p{Script=Han}{1,3})\\s?[(（](?:${wideFounder})`, 'gu'),
  new RegExp(`(?:^|[/|·、，；]\\s*)(?<name>${wideName})(?:[ 　]+|[ 　]?[(（])(?:${wideFounder})`, 'gu'),
  new RegExp(
    `(?:^|[/|·、，；]\\s*)(?:${wideFounder})(?:[ 　]+|\\s?[:：]\\s?)(?<name>${wideName})(?=$|[ ,，、/|(（])`,
    'gu',
  ),
  /(?:على يد|أسسها|أسسه|المؤسسان|المؤسسون)\s*:?\s+(?<name>\p{Script=Arabic}{2,}\s\p{Script=Arabic}{2,})(?:\s+و(?<second>\p{Script=Arabic}{2,}\s\p{Script=Arabic}{2,}))?/gu,
]
/** "北村 沙耶(創業者)" */
export const wideFounders = (text: string): string[] =>
  wideTold.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ groups }) =>
      [groups?.['name'] ?? [], groups?.['second'] ?? []]
        .flat()
        .filter((name) => isWideName(name) || /\p{Script=Arabic}/u.test(name)),
    ),
  )

const signed = new RegExp(
  String.raw`(?:^|[·|—–-])\s*(?:(?:proudly\s+|lovingly\s+)?(?:built|made|created|crafted|developed|designed (?:and|&) (?:built|developed)|entwickelt|gemacht|gemaakt|fait|développé|hecho|desarrollado|feito|desenvolvido|fatto|realizzato|a project|by|von|par|od|vytvořil)\s+(?:with\s+(?:love|❤️?|♥️?)\s+)?(?:(?:and maintained\s+)?(?:by|von|par|por|da|door)\s+)?)(${person})\s*(?:[.·|,(©–—-]|$|(?:in|en|à|a|em)\s)`,
  'iu',
)

/** "Built by Ana Sea" or "Acme — by Ana Sea" at the foot of a page: a signature, to be borne out elsewhere. */
export function signatureIn(text: string): string | null {
  if (
    text.length > 160 ||
    !mayName.test(text) ||
    /\b(?:theme|template|logo|icons?|photos?|illustrations?|hosted|powered|design(?:ed)? by|website by|site by|translated|article|posted|written|published)\b/i.test(
      text,
    )
  )
    return null
  const found = signed.exec(text)
  return found?.[1] ? (peopleOf(found[1])[0] ?? null) : null
}

const wordsBy = new WeakMap<Reading, Set<string>>()
/** Named like a person, in words that the site never writes small: "Time Tracker" is no name where it tracks time. */
export function isSomebody(text: string, site: Reading): boolean {
  if (!isPersonName(text)) return false
  const words = wordsBy.get(site) ?? new Set(site.lines.flatMap((line) => line.text.match(wholeWord) ?? []))
  wordsBy.set(site, words)
  return (text.match(wholeWord) ?? []).every((word) => !words.has(word.toLowerCase()))
}
const wholeWord = /[\p{L}'’-]+/gu
