import { feeds } from '../feeds.ts'
import { html } from '../html.ts'
import { at, list } from '../markdown_parts.ts'
import { mdLink, prose, sections } from '../prose.ts'
import { publicPage } from '../public_page.ts'

/** The list of all feeds. */
export const feedList = publicPage({
  path: '/feeds',
  load: async () => null,
  render: (_data, { public_url }) => ({
    title: 'Feeds',
    body: html`<h1>What is new, for a feed reader.</h1>
      <p class="lead gap">
        Each feed is there as RSS, as Atom and as JSON Feed. A category has its own: add <code>.xml</code>,
        <code>.atom</code> or <code>.json</code> to <code>${public_url}/feeds/categories/</code> and its name
        in our addresses.
      </p>
      <div class="table part" role="region" aria-label="Table of feeds" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">Feed</th>
              <th scope="col">RSS</th>
              <th scope="col">Atom</th>
              <th scope="col">JSON</th>
            </tr>
          </thead>
          <tbody>
            ${Object.entries(feeds).map(
              ([name, { title, path }]) =>
                html`<tr>
                  <td><a href="${path}">${title}</a></td>
                  <td>
                    <a href="/feeds/${name}.xml">.xml<span class="unseen">: ${title}</span></a>
                  </td>
                  <td>
                    <a href="/feeds/${name}.atom">.atom<span class="unseen">: ${title}</span></a>
                  </td>
                  <td>
                    <a href="/feeds/${name}.json">.json<span class="unseen">: ${title}</span></a>
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`,
  }),
  markdown: (_data, place) =>
    sections(
      prose`# Feeds`,
      prose`Each is there as RSS (.xml), Atom (.atom) and JSON Feed (.json).`,
      list(Object.entries(feeds).map(([name, { title }]) => mdLink(title, at(place, `/feeds/${name}.atom`)))),
    ),
})
