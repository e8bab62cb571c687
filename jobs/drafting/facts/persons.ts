/** Founders where no word has a capital, and signatures at the foot of a page. */
import { mayName, peopleOf, person } from './person_names.ts'

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
