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
    body: html`<div class="cols">
        <div>
          <h1>Connect your agent</h1>
          <p class="lead gap">${lead}</p>
          <div class="gap-l">${copyable(`${public_url}/mcp`, 'Address of the MCP server')}</div>
          <p class="fine gap">That address is all any host needs.</p>
        </div>
        <nav class="stack" aria-label="Hosts">
          <h2>Which one do you use?</h2>
          <ul class="list">
            ${all.map(({ name }) => html`<li><a href="#${idOf(name)}">${name}</a></li>`)}
          </ul>
        </nav>
      </div>
      <div class="part narrow ruled">
        ${all.map(way)}
        <section class="stack" aria-labelledby="never">
          <h2 id="never">What it can never do</h2>
          <ul class="prose">
            <li>Vote. That needs a person on this site.</li>
            <li>Pay. It gets a link, and you pay there or you do not.</li>
          </ul>
          <p>
            You end its access at any time in your account, under
            <a href="/account/applications" rel="nofollow">Applications</a>.
          </p>
        </section>
        <section class="stack" aria-labelledby="fewer">
          <h2 id="fewer">Fewer tools</h2>
          <p>
            These addresses offer some of the tools and nothing else. One sign-in is good for all of them.
          </p>
          <ul class="list">
            ${mcpPaths.slice(1).map((path) => html`<li><code>${public_url}${path}</code></li>`)}
          </ul>
        </section>
      </div>`,
  }),
  markdown: ({ public_url, all }) =>
    sections(
      prose`# Connect your agent`,
      prose`${lead}`,
      ...all.map(({ name, link, paste, steps }) =>
        sections(prose`## ${name}`, prose`${paste?.text ?? link ?? steps?.all.join(' ')}`),
      ),
      prose`## Fewer tools`,
      lines(...mcpPaths.slice(1).map((path) => prose`- ${public_url}${path}`)),
    ),
})

const idOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

function way({ name, link, paste, steps }: Host): Html {
  const id = idOf(name)
  return html`<section class="stack" aria-labelledby="${id}">
    <h2 id="${id}">${name}</h2>
    ${
      steps !== undefined &&
      html`<div class="prose">
          <ol>
            ${steps.all.map((step) => html`<li>${step}</li>`)}
          </ol>
        </div>
        <p><a class="button" href="${steps.at}" rel="noopener">Open ${name}</a></p>`
    }
    ${link !== undefined && html`<p><a class="button" href="${link}">Add to ${name}</a></p>`}
    ${
      paste !== undefined &&
      html`<p>${paste.where}</p>
        ${copyable(paste.text, `For ${name}`)}`
    }
  </section>`
}
