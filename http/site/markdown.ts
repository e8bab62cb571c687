// Markdown as pages show it. Markup inside it is text, links lead nowhere that a browser would run, and pictures of
// other machines are left out.
import MarkdownIt from 'markdown-it'
import { Html } from './html.ts'

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable('image')

/** The page has its own h1, so a heading of the first level becomes one of the second. */
markdown.core.ruler.push('one_h1', ({ tokens }) => {
  for (const token of tokens) if (token.tag === 'h1') token.tag = 'h2'
})

export function rendered(text: string): Html {
  return new Html(`<div class="prose">${markdown.render(text)}</div>`)
}
