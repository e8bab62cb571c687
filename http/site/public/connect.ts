import { mcpPaths } from '../../../auth/resources.ts'
import { hosts, type Host } from '../../connect.ts'
import { html, type Html } from '../html.ts'
import { lines, prose, sections } from '../prose.ts'
import { copyable } from '../parts.ts'
import { publicPage } from '../public_page.ts'

const lead =
  'Connect an agent once, and it can search and compare what is listed here, and list, launch and edit what is yours. ' +
  'Reading needs no sign-in; for the rest the agent sends you here to allow it.'

/** How to connect: a button or a line to paste for each host. */
export const connect = publicPage({
  path: '/connect',
  load: async ({ public_url }) => ({ public_url, all: hosts(public_url) }),
  render: ({ public_url, all }) => ({
    title: 'Connect your agent',
    description: 'One button or one line for Claude, ChatGPT, Cursor, VS Code and every other MCP host.',
    body: html`<h1>Connect your agent</h1>
      <p class="lead gap">${lead}</p>
      <div class="part">${copyable(`${public_url}/mcp`, 'Address of the MCP server')}</div>
      ${all.map(way)}
      <section class="part stack" aria-labelledby="fewer">
        <h2 id="fewer">Fewer tools</h2>
        <p>These addresses offer some of the tools and nothing else. One sign-in is good for all of them.</p>
        <ul class="list">
          ${mcpPaths.slice(1).map((path) => html`<li><code>${public_url}${path}</code></li>`)}
        </ul>
      </section>`,
  }),
  markdown: ({ public_url, all }) =>
    sections(
      prose`# Connect your agent`,
      prose`${lead}`,
      ...all.map(({ name, link, paste, steps }) =>
        sections(prose`## ${name}`, prose`${paste?.text ?? link ?? steps}`),
      ),
      prose`## Fewer tools`,
      lines(...mcpPaths.slice(1).map((path) => prose`- ${public_url}${path}`)),
    ),
})

function way({ name, link, paste, steps }: Host): Html {
  const id = name.toLowerCase().replaceAll(' ', '-')
  return html`<section class="part stack" aria-labelledby="${id}">
    <h2 id="${id}">${name}</h2>
    ${link !== undefined && html`<p><a class="button" href="${link}">Add to ${name}</a></p>`}
    ${
      paste !== undefined &&
      html`<p>Paste into ${paste.into}:</p>
        ${copyable(paste.text, `For ${name}`)}`
    }
    ${steps !== undefined && html`<p>${steps}</p>`}
  </section>`
}
