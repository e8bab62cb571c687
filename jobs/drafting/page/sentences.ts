import { byText } from './by_text.ts'

/** Before a word that is written small; names may be, and begin a sentence then. */
const shortened =
  /(?<!\p{L})(?:etc|[ei][nx][ck]l|resp|bzw|ggf|min|max|tel|vgl|us[wf]|evtl|zzgl|gem|sog|bspw|mln|tys|godz|pcs|art|it[dp]|atd|apod|tzv|např|osv|dvs|ecc|ext|est|approx|aprox|env|mwst|ust|abs|std|stk|jan|feb|nov|de[zc]|dic|sept|o[kc]t|a[vu]g)$/u

/** A text as sentences, without the harm an abbreviation does: "by Eric S. Raymond on …" stays whole. */
export const sentences = byText((text): string[] => {
  const parts: string[] = []
  let from = 0
  // A mark begins only where none stands before it: else a page of dots costs the square of its length.
  for (const mark of text.matchAll(
    /(?<![.!?])[.!?]+["'”’»)\]]?\s+(?=[\p{Lu}\p{Lo}\p{Sc}\d"“‘«„(–—~¿])|(?<=\p{Ll}{3})\.\s+(?=\p{Ll}{3})|[。！？]["」』）]?\s*/gu,
  )) {
    const before = text.slice(Math.max(0, mark.index - 7), mark.index)
    // An initial, a title or an abbreviation: the sentence goes on. "No." and "Fr." do so before a number.
    const isNumber =
      /(?:^|[\s(.])(?:No|S?Fr|Rs)$/.test(before) && /^\d/.test(text.slice(mark.index + mark[0].length))
    if (
      mark[0].startsWith('.') &&
      (isNumber ||
        /(?:^|[\s(.])(?:\p{Lu}|EE|UU|Adv|[Dd]r|[Ii]ng|inż|[Mm]gr|hab|Bc|Dipl|Prof|(?:MU|RN|Ph|JU)Dr|Dott|Avv|Arq|Lic|Mr|Ms|Mrs|St|vs|Inc|Ltd|Co|ca|e\.g|i\.e|Nr|bzw|zzgl|inkl|exkl|ggf|excl|approx|[Ee]st|Sp|Avd?a?|Bd|Str|[Uu]l)$/u.test(
          before,
        ))
    )
      continue
    const end = mark.index + mark[0].length
    if (/^\p{Ll}/u.test(text.slice(end, end + 1)) && shortened.test(before)) continue
    parts.push(text.slice(from, end).trim())
    from = end
  }
  const rest = text.slice(from).trim()
  if (rest !== '') parts.push(rest)
  return parts
})

export const longestAnswer = 1500

/** Cut at the end of a sentence, so that a shortened answer says nothing it did not say. */
export function clip(text: string, most = longestAnswer): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  const end = Math.max(...['. ', '。', '! ', '\n'].map((mark) => cut.lastIndexOf(mark)))
  return (end > most / 3 ? cut.slice(0, end + 1) : cut.slice(0, cut.lastIndexOf(' '))).trim()
}
