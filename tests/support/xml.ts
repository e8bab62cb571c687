// Whether a text is well-formed XML, as far as documents of elements, attributes and text go: HTML parsers forgive what
// an image viewer does not.
const token = /<!--[\s\S]*?-->|<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|[^<]+|</gy
const reference = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i

/** Why the text is not well-formed, or null when it is. */
export function faultOfXml(text: string): string | null {
  const open: string[] = []
  let roots = 0
  for (const [whole, closing, name, attributes = '', alone] of text.matchAll(token)) {
    if (whole === '<') return 'a tag that is none'
    if (reference.test(whole)) return `a bare ampersand in ${whole}`
    if (name === undefined) {
      if (open.length === 0 && whole.trim() !== '' && !whole.startsWith('<!--')) return 'text outside'
      continue
    }
    const names = [...attributes.matchAll(/\s([\w:.-]+)=/g)].map((match) => match[1])
    if (new Set(names).size !== names.length) return `an attribute twice in ${whole}`
    if (closing === '/') {
      if (open.pop() !== name) return `</${name}> closes nothing`
      continue
    }
    if (open.length === 0) roots += 1
    if (alone !== '/') open.push(name)
  }
  if (open.length > 0) return `<${open.at(-1)}> stays open`
  return roots === 1 ? null : `${roots} roots`
}
