// Recognises answers that are no website, each with its own reason, so that the owner learns what to do.
import type { ReadPage } from '../drafting/profile.ts'
import * as words from './met_words.ts'

const most = { told: 1500, short: 700, bare: 100 }

const partsOf = (text: string): string[] =>
  [text, ...text.split(/\s[|–—·-]\s|[.!…:]+(?:\s|$)|[。！，：]/)].map((part) => part.trim())

/** The share of a sentence that must match: "Access denied", not "Turn a page not found into a sale"; no questions. */
const share = 0.43
const isWhole = (of: RegExp, text: string): boolean =>
  !/^$|[?？]$/.test(text) && (of.exec(text)?.[0].length ?? 0) >= text.length * share
const says = (of: RegExp, text: string): boolean => partsOf(text).some((part) => isWhole(of, part))

/** Other sentences that such pages contain: who can fix it, and whom to ask. */
const aside =
  /subscri|newsletter|notif|first to know|wait(?:ing )?list|e-?mail|sign up|follow us|hosting|provider|owner|administrator|contact|go back|home ?page|sorry|patience|geduld|abonn|suscr|inscri|iscriv/i
/** Sentences about something else. */
const othersIn = (lines: string[], of: RegExp): number =>
  lines.filter((line) => /(?:\S+\s+){3}\S|[\p{Lo}]{9}/u.test(line) && !says(of, line) && !aside.test(line))
    .length

/** Why this is no page of a website, or null. Long pages always count as pages. */
export function metOf(page: ReadPage, html: string): string | null {
  const lines = page.blocks.filter(({ hidden }) => !hidden).map(({ text }) => text)
  const length = lines.reduce((sum, text) => sum + text.length, 0)
  const headings = page.blocks.filter(({ level }) => level === 1 || level === 2).map(({ text }) => text)
  const heads = [page.title, ...headings].slice(0, 4).filter((head) => head.length < 120)
  const isHead = (of: RegExp): boolean => heads.some((head) => says(of, head))
  const isSaid = (of: RegExp): boolean => isHead(of) || lines.some((line) => says(of, line))
  const isShort = length < most.short
  if (heads.some((head) => words.listing.test(head))) return 'directory_listing'
  if (heads[0] === '/' && /\b\d+ director(?:y|ies)/.test(lines.join(' '))) return 'directory_listing'
  if (length > most.told) return null
  const code = isShort ? html.slice(0, 60_000) : ''
  if (isHead(words.wall) || words.wallCode.test(code) || (isShort && isSaid(words.wall))) return 'bot_wall'
  // Registrars title a parking page with its address; a page about such things goes on to other topics.
  const isAddress = page.title.toLowerCase().includes(new URL(page.url).hostname.replace(/^www\./, ''))
  const isAll = (of: RegExp): boolean => othersIn(lines, of) < 3
  if (words.parkedCode.test(code)) return 'parked'
  if (isSaid(words.parked) && (isAddress || isAll(words.parked))) return 'parked'
  if (isSaid(words.suspended) && isAll(words.suspended)) return 'suspended'
  if (isHead(words.serverPage) || (isShort && isSaid(words.serverPage))) return 'server_default'
  if (isHead(words.missing) && isAll(words.missing)) return 'soft_404'
  if (isHead(words.broken) || (isShort && lines.length < 4 && isSaid(words.broken))) return 'error_page'
  const asks = /<input\b[^>]{0,300}\btype\s*=\s*["']?password/i.test(html.slice(0, 200_000))
  // Sign-in sheets may be a product; a login page says little else.
  const isLogin = heads.some((head) => words.login.test(head.trim())) && length < most.bare
  if (isShort && (isLogin || (asks && lines.length < 25))) return 'login_wall'
  const isSoon = isHead(words.soon) || (lines.length < 8 && lines.some((line) => isWhole(words.soon, line)))
  if (isShort && isSoon && isAll(words.soon)) return 'coming_soon'
  if (length === 0 && !page.client_rendered && page.refresh_to === null) return 'empty'
  return null
}

/** The same for an answer with an error status: whether a bot protection sent it. */
export function metOfRefusal(status: number, headers: Record<string, string>, body: Uint8Array): string {
  const text = new TextDecoder('latin1').decode(body.subarray(0, 60_000))
  if (status === 401 || status === 407) return 'login_wall'
  const opening = text.slice(0, 8000)
  const guarded =
    headers['cf-mitigated'] !== undefined ||
    [words.wall, words.wallCode, words.refused].some((one) => one.test(opening)) ||
    words.wallCode.test(text)
  if ([403, 405, 429, 503].includes(status) && guarded) return 'bot_wall'
  // "Not available" alone does not mean suspended.
  if (words.suspended.test(opening.replace(/unavailable|not available/gi, ''))) return 'suspended'
  return `http_status:${status}`
}
