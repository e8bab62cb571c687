// The operator's texts about the service: Markdown files, each replaceable by one of the same name in DATA_DIR/pages.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { html, type Html } from '../html.ts'
import { rendered } from '../markdown.ts'
import { Markdown, prose, sections } from '../prose.ts'
import { publicPage, type PublicPage } from '../public_page.ts'
import { addressOfFile } from '../static_files.ts'

const ours = fileURLToPath(new URL('../texts', import.meta.url))

/** The first line is the title: "# About". */
async function textNamed(name: string, pages_folder: string): Promise<{ title: string; text: string }> {
  const file = `${name}.md`
  const text = await readFile(join(pages_folder, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return readFile(join(ours, file), 'utf8')
  })
  const [, title, rest] = /^\uFEFF?\s*#[ \t]+(.+?)\s*(?:\n|$)([^]*)$/.exec(text) ?? []
  return title === undefined
    ? { title: name.charAt(0).toUpperCase() + name.slice(1), text }
    : { title, text: rest! }
}

function textPage(name: string): PublicPage {
  return publicPage({
    path: `/${name}`,
    load: ({ pages_folder }) => textNamed(name, pages_folder),
    render: ({ title, text }) => ({
      title,
      body: html`<article class="narrow middle stack">
        <h1>${title}</h1>
        ${rendered(text)}${name === 'about' && looks}
      </article>`,
    }),
    // Written by the operator as Markdown.
    markdown: ({ title, text }) => sections(prose`# ${title}`, new Markdown(text.trim())),
  })
}

/** Pictures of the site with the demo catalogue, made by `npm run screens -- looks`. */
const looks: Html = html`${[
  ['home', 'The week that runs: the more votes, the higher the flag.'],
  ['listing', 'A listing: what it is, and where each fact comes from.'],
].map(
  ([name, caption]) =>
    html`<div class="shots gap-l">
      <figure>
        <img src="${addressOfFile(`looks-${name}.jpg`)}" alt="" width="640" height="427" loading="lazy" />
        <figcaption class="fine">${caption}</figcaption>
      </figure>
    </div>`,
)}`

export const texts = ['about', 'terms', 'privacy'].map(textPage)
