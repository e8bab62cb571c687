/** A charset label that TextDecoder supports, or null. A UTF-16 declaration inside a page cannot be true. */
function labelled(label: string | undefined | null): string | null {
  if (!label) return null
  try {
    const encoding = new TextDecoder(label.trim()).encoding
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding
  } catch {
    return null
  }
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return null
}

function declared(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096)).replace(/<!--[^]{0,2000}?-->/g, '')
  const meta = /<meta\s[^>]{0,300}?charset\s*=\s*["']?\s*([\w:.-]{2,40})/i.exec(head)?.[1]
  const xml = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]{2,40})/i.exec(head)?.[1]
  return labelled(meta) ?? labelled(xml)
}

/**
 * The charset of a page in the order of the HTML standard: byte order mark, HTTP header, the page's own
 * declaration, and without any of them UTF-8 where the bytes are valid UTF-8, else windows-1252.
 */
export function charsetOf(bytes: Uint8Array, content_type?: string | null): string {
  const marked = byteOrderMark(bytes)
  if (marked) return marked
  const header = /charset\s*=\s*["']?\s*([\w:.-]{2,40})/i.exec((content_type ?? '').slice(0, 200))?.[1]
  const named = [labelled(header), declared(bytes)].filter((name) => name !== null)
  const utf8 = looksLikeUtf8(bytes)
  // Servers often declare UTF-8 or Latin-1 for everything; the bytes show whether that can be true.
  const honest = named.find((name) =>
    name === 'utf-8' ? utf8 !== false : name !== 'windows-1252' || utf8 !== true,
  )
  return honest ?? (utf8 === false ? 'windows-1252' : 'utf-8')
}

/** Whether the non-ASCII bytes are UTF-8; null if there are none. A few broken ones are tolerated. */
function looksLikeUtf8(bytes: Uint8Array): boolean | null {
  if (bytes.every((byte) => byte < 128)) return null
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true })
  let good = 0
  let bad = 0
  for (const { 0: char } of text.matchAll(/[^\u0000-\u007f]/g)) {
    if (char === '\ufffd') bad++
    else good++
  }
  return bad * 4 <= good
}

/** Decodes bytes to text. Never throws: invalid bytes become U+FFFD. */
export function decodeHtml(bytes: Uint8Array, content_type?: string | null): string {
  return new TextDecoder(charsetOf(bytes, content_type)).decode(bytes)
}
