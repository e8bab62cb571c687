import { dumpPath } from '../../dump.ts'
import { catalog } from '../../../tools/catalog.ts'
import type { Tool } from '../../../tools/tool.ts'
import { webhookEvents } from '../../../tools/webhooks/tell.ts'
import { apiPath } from '../../rest.ts'
import { html, type Html } from '../html.ts'
import { fenced, list } from '../markdown_parts.ts'
import { copyable, fact } from '../parts.ts'
import { Markdown, mdLink, prose, sections } from '../prose.ts'
import { publicPage } from '../public_page.ts'
import { addressOfFile } from '../static_files.ts'
import { refusalExample } from './docs_examples.ts'

/** The API reference: how to call it, its operations, and its webhooks. Each operation has a page of its own. */
export const docs = publicPage({
  path: '/docs',
  load: async ({ public_url }) => ({ public_url, refusal: refusalExample(public_url) }),
  render: ({ public_url, refusal }) => ({
    title: 'API reference',
    description: 'Every operation of Launch Directory, as a REST route and as a tool of its MCP server.',
    head: docsStyle,
    body: html`<h1>One service, two ways in.</h1>
      <p class="lead gap">${lead}</p>
      <dl class="facts gap-l">
        ${fact('REST', html`<code>${public_url}${apiPath}</code>`)}
        ${fact('MCP', html`<code>${public_url}/mcp</code>, <a href="/connect">connect your agent</a>`)}
        ${fact(
          'Key',
          html`Make one <a href="/account/keys">in your account</a>; it is shown once and sent as
            <code>Authorization: Bearer lk_…</code>. MCP hosts connect by OAuth.`,
        )}
        ${fact('Limits', 'Every answer says what is left, in RateLimit and RateLimit-Policy.')}
        ${fact('OpenAPI 3.1', html`<a href="${apiPath}/openapi.json">${apiPath}/openapi.json</a>`)}
        ${fact(
          'All listings',
          html`<a href="${dumpPath}">${dumpPath}</a> as NDJSON, its licence in the first line: whole once a
            week, in between with <code>?updated_since=2026-11-16</code>`,
        )}
      </dl>
      <div class="cols lead-side part">
        <nav class="jump" aria-label="On this page">
          <ul class="list">
            ${groups.map(([tag, tools]) => html`<li><a href="#${anchor(tag)}">${tag}</a> ${tools.length}</li>`)}
            <li><a href="#webhooks">Webhooks</a></li>
            <li><a href="#refusals">Refusals</a></li>
          </ul>
        </nav>
        <div class="stack">
          ${groups.map(
            ([tag, tools]) =>
              html`<h2 id="${anchor(tag)}">${tag}</h2>
                <dl class="params">${tools.map(operationRow)}</dl>`,
          )}
          <h2 id="webhooks">Webhooks</h2>
          <p>${webhookWords}</p>
          ${copyable(checkOfSignature, 'Checking a signature in Node')}
          <dl class="params">${Object.entries(webhookEvents).map(([name, text]) => fact(name, text))}</dl>
          <h2 id="refusals">Refusals</h2>
          <p>${refusalWords}</p>
          ${copyable(refusal, 'What get_listing says to a slug that nobody has')}
        </div>
      </div>`,
  }),
  markdown: ({ public_url, refusal }) =>
    sections(
      prose`# Launch Directory API`,
      prose`${lead}`,
      prose`REST at ${new Markdown(`${public_url}${apiPath}`)}, MCP (Streamable HTTP) at ${new Markdown(`${public_url}/mcp`)}.`,
      ...groups.map(([tag, tools]) =>
        sections(
          prose`## ${tag}`,
          list(
            tools.map(
              (tool) =>
                prose`${mdLink(tool.name, `${public_url}/docs/${tool.name}.md`)} (${new Markdown(`${tool.http.method} ${apiPath}${tool.http.path}`)}, ${accessTo(tool)}): ${tool.title}`,
            ),
          ),
        ),
      ),
      prose`## Webhooks`,
      prose`${webhookWords}`,
      list(Object.entries(webhookEvents).map(([name, text]) => prose`\`${new Markdown(name)}\`: ${text}`)),
      prose`## Refusals`,
      prose`${refusalWords}`,
      fenced(refusal),
    ),
})

/** Styles that only the reference needs. */
export const docsStyle = html`<link rel="stylesheet" href="${addressOfFile('docs.css')}" />`

export const accessTo = ({ scope }: Tool): string => (scope === 'public' ? 'No sign-in' : scope)

const groups = [...Map.groupBy(catalog, ({ tag }) => tag)]
const anchor = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-')

const operationRow = (tool: Tool): Html =>
  html`<div id="${tool.name}">
    <dt>
      <a href="/docs/${tool.name}"><code>${tool.name}</code></a>
    </dt>
    <dd>
      ${tool.title} <span class="tag">${accessTo(tool)}</span><br />
      <code class="soft">${tool.http.method} ${tool.http.path}</code>
    </dd>
  </div>`

const lead =
  'Every operation is a REST route and an MCP tool of the same name. Reading needs no sign-in. No operation can vote or pay.'
const refusalWords =
  'Every refusal is application/problem+json (RFC 9457) with a stable code, a sentence in detail, each fault of the ' +
  'input in errors and, where a call mends it, next_steps. Over MCP the same object is the text of an error result.'

const webhookWords =
  'Owners add addresses of their own programs on the page Webhooks of their account. Each event is a POST of ' +
  '{"type", "timestamp", "data"} with ids and the url of the thing, signed as Standard Webhooks says: the headers ' +
  'webhook-id, webhook-timestamp and webhook-signature. Check the signature over the raw body, refuse a timestamp ' +
  'more than five minutes off, and answer 2xx within 15 seconds. Anything else is sent again for about a day, under ' +
  'the same webhook-id, so ignore an id you have had. A redirect is not followed; 410 switches the webhook off.'

const checkOfSignature = `import { createHmac, timingSafeEqual } from 'node:crypto'
function isOurs(secret, headers, body) {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const expected = createHmac('sha256', key).update(signed).digest()
  return headers['webhook-signature'].split(' ').some((one) => {
    const given = Buffer.from(one.slice('v1,'.length), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`
