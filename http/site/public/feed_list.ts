import { feeds } from '../feeds.ts'
import { html } from '../html.ts'
import { at, list } from '../markdown_parts.ts'
import { mdLink, prose, sections } from '../prose.ts'
import { publicPage } from '../public_page.ts'
import { table } from '../table.ts'

/** The list of all feeds. */
export const feedList = publicPage({
  path: '/feeds',
  load: async () => null,
  render: (_data, { public_url }) => ({
    title: 'Feeds',
    body: html`<h1>What is new, for a feed reader.</h1>
      <p class="lead gap">
        Each feed comes as RSS, Atom and JSON Feed. A category has its own: add its name, as in the address of
        its page, and <code>.xml</code>, <code>.atom</code> or <code>.json</code> to
        <code>${public_url}/feeds/categories/</code>
      </p>
      ${table(
        'Table of feeds',
        ['Feed', 'RSS', 'Atom', 'JSON'],
        Object.entries(feeds).map(([name, { title, path }]) => [
          html`<a href="${path}">${title}</a>`,
          ...['.xml', '.atom', '.json'].map(
            (ending) =>
              html`<a href="/feeds/${name}${ending}">${ending}<span class="unseen">: ${title}</span></a>`,
          ),
        ]),
        { around: 'part' },
      )}`,
  }),
  markdown: (_data, place) =>
    sections(
      prose`# Feeds`,
      prose`Each comes as RSS (.xml), Atom (.atom) and JSON Feed (.json).`,
      list(Object.entries(feeds).map(([name, { title }]) => mdLink(title, at(place, `/feeds/${name}.atom`)))),
    ),
})
