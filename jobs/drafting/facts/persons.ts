/** Founders where no word has a capital, signatures at the foot of a page, and who is a name among words. */
import type { Reading } from '../page/reading.ts'
import { isPersonName, mayName, peopleOf, person } from './person_names.ts'

const wideTold = [
  /(?<name>\p{Script=Han}{1,3}[ 　]\p{Script=Han}{1,3})\s?[(（](?:共同)?創業者/gu,
  /(?:على يد|أسسها|أسسه|المؤسسان|المؤسسون)\s*:?\s+(?<name>\p{Script=Arabic}{2,}\s\p{Script=Arabic}{2,})(?:\s+و(?<second>\p{Script=Arabic}{2,}\s\p{Script=Arabic}{2,}))?/gu,
]
/** "北村 沙耶(創業者)" */
export const wideFounders = (text: string): string[] =>
  wideTold.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ groups }) =>
      [groups?.['name'] ?? [], groups?.['second'] ?? []].flat(),
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
