// Effects of a call that its sender may not expect. They are part of the answer; the call is not refused.
import { z } from 'zod'

export const notices = z.array(z.string())

const markup =
  /<\/?(?:a|b|br|code|div|em|h[1-6]|i|img|li|ol|p|pre|script|span|strong|style|table|u|ul)\b[^<>]*>|&(?:amp|lt|gt|nbsp|quot|#\d+);/i

/** Names the texts that contain HTML: all texts are plain text, so the tags would be shown. */
export function noticesOfMarkup(sent: object): string[] {
  const names = namesWith(sent, [])
  if (names.length === 0) return []
  return [
    `${names.slice(0, 5).join(', ')} holds HTML. Texts are plain: visitors see the tags as they were typed. Send it again without them.`,
  ]
}

function namesWith(value: unknown, path: readonly string[]): string[] {
  if (typeof value === 'string') return markup.test(value) ? [path.join('.')] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => namesWith(inner, [...path, key]))
}
