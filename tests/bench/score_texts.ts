/** What a founder would mind in the texts of a draft, by a checklist that knows nothing of how they were found. */
import type { ExtractedProfile, ReadPage } from '../../jobs/drafting/profile.ts'

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
const chrome =
  /cookie|enable javascript|copyright|all rights reserved|privacy policy|terms of|newsletter|lorem ipsum|^(?:home|menu|about|contact|pricing|blog|login|log in|sign up|sign in|get started|learn more|read more|download|try|see|view|follow|features?|why|how it works|documentation|docs|faq|support|testimonials|our team|sponsors?|start|buy|order|book|subscribe)\b.{0,14}$/i
const code = /\{\{|\}\}|<%|%>|=>|\$\(|\bfunction\b|\bundefined\b|&[a-z]+;|\[object|https?:\/\/|;\s*$/

function junkOf(text: string, page: ReadPage, others: string[]): string | null {
  const key = bare(text)
  if (text.length > 200) return 'long'
  if (text.length < 8 && !/[\u3040-\u9fff\uac00-\ud7af]/.test(text)) return 'short'
  if (/[:?？,]\s*$/.test(text)) return 'unfinished'
  if (chrome.test(text)) return 'chrome'
  if (code.test(text)) return 'code'
  if (/^\d{1,2}[./]|(?:19|20)\d\d[-/.]\d/.test(text)) return 'date'
  if (others.some((other) => other === key)) return 'duplicate'
  const link = page.links.find((one) => bare(one.text) === key && key !== '')
  const block = page.blocks.find((one) => bare(one.text) === key)
  if (block?.tag === 'button' || (link && block?.level === 0 && block.tag !== 'li')) return 'button'
  if (block?.region === 'nav' || block?.region === 'footer') return 'navigation'
  return null
}

export type TextScore = { items: number; junk: string[]; drafts: number; lists: number; odd: string[] }
export const emptyTexts = (): TextScore => ({ items: 0, junk: [], drafts: 0, lists: 0, odd: [] })

/** Features and usps item by item, and of each draft whether its texts are of a length that can be shown. */
export function scoreTexts(
  score: TextScore,
  host: string,
  profile: ExtractedProfile,
  pages: ReadPage[],
): void {
  const [start] = pages
  if (!start) return
  score.drafts++
  const summaries = [profile.tagline, profile.short_description, profile.description].map((one) =>
    bare(one?.value ?? ''),
  )
  const seen = [...summaries]
  for (const field of ['features', 'usps'] as const) {
    const list = profile[field]
    if (list.length > 0) score.lists++
    // A site may say of one thing alone what sets it apart.
    const fewest = field === 'usps' ? 1 : 3
    if (list.length > 0 && (list.length < fewest || list.length > 10))
      score.odd.push(`${host}: ${list.length} ${field}`)
    for (const { value, evidence } of list) {
      score.items++
      const page = pages.find(({ url }) => url === evidence[0]?.url) ?? start
      const why = junkOf(value, page, seen)
      if (why) score.junk.push(`${host}: ${why} "${value.slice(0, 60)}"`)
      seen.push(bare(value))
    }
  }
  if (profile.tagline && profile.tagline.value.length > 140) score.odd.push(`${host}: long tagline`)
  for (const found of [profile.tagline, profile.short_description, profile.description])
    if (
      found &&
      (code.test(found.value.replace(/https?:\/\/\S+/g, '')) || /cookie|enable javascript/i.test(found.value))
    )
      score.odd.push(`${host}: "${found.value.slice(0, 60)}"`)
}
