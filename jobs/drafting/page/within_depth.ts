const deepest = 300
const childless = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd td th tr option'.split(
    ' ',
  ),
)

/**
 * Cuts a page where its elements nest deeper than any honest page: the parser keeps its open elements in
 * an array that is shifted per tag, so that 200,000 nested tags cost seconds.
 */
export function withinDepth(html: string): string {
  let depth = 0
  const unclosed = new Set<string>()
  let at = html.indexOf('<')
  while (at !== -1) {
    const closing = html.charCodeAt(at + 1) === 47
    const start = closing ? at + 2 : at + 1
    let end = start
    while (end < start + 20 && /[a-z0-9]/i.test(html.charAt(end))) end++
    if (end > start) {
      const name = html.slice(start, end).toLowerCase()
      if (name === 'script' || name === 'style') {
        // Looked for once: a page of unclosed scripts must not be searched from each of them.
        const close = closing || unclosed.has(name) ? -1 : html.indexOf(`</${html.slice(start, end)}`, end)
        if (close === -1 && !closing) unclosed.add(name)
        if (close !== -1) {
          at = html.indexOf('<', close + 2)
          continue
        }
      } else if (!childless.has(name)) {
        depth = closing ? Math.max(0, depth - 1) : depth + 1
        if (depth > deepest) return html.slice(0, at)
      }
    }
    at = html.indexOf('<', at + 1)
  }
  return html
}
