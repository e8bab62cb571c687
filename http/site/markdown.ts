// Renders Markdown for pages. HTML inside it is escaped, links use safe schemes only, and pictures on other machines
// are left out.
import MarkdownIt from 'markdown-it'
import { Html } from './html.ts'

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable('image')

/** The page has its own h1, so a first-level heading becomes an h2. */
markdown.core.ruler.push('one_h1', ({ tokens }) => {
  for (const token of tokens) if (token.tag === 'h1') token.tag = 'h2'
})

export function rendered(text: string): Html {
  return new Html(`<div class="prose">${markdown.render(text)}</div>`)
}
