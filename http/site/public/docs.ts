import { dumpPath } from '../../dump.ts'
import { catalog } from '../../../tools/catalog.ts'
import type { Tool } from '../../../tools/tool.ts'
import { inputSchema, type JsonSchema } from '../../schemas.ts'
import { html, type Html } from '../html.ts'
import { webhookEvents } from '../../../tools/webhooks/tell.ts'
import { list } from '../markdown_parts.ts'
import { Markdown, prose, sections } from '../prose.ts'
import { publicPage } from '../public_page.ts'

/** The API reference, rendered from the tools. */
export const docs = publicPage({
  path: '/docs',
  load: async ({ public_url }) => ({ public_url, tools: catalog }),
  render: ({ public_url, tools }) => ({
    title: 'API reference',
    description: 'Every operation of Launch Directory, as a REST route and as a tool of its MCP server.',
    body: html`<article class="reference">
      <h1>Launch Directory API</h1>
      <p>
        Every operation below is a REST route and, under the same name, a tool of the MCP server. Reading
        public data needs no sign-in.
      </p>
      <table>
        <tr>
          <th scope="row">REST</th>
          <td><code>${public_url}/api/v1</code></td>
        </tr>
        <tr>
          <th scope="row">MCP</th>
          <td><code>${public_url}/mcp</code> (Streamable HTTP)</td>
        </tr>
        <tr>
          <th scope="row">Sign-in</th>
          <td>
            An API key from <a href="/account/keys">your account</a>, sent as
            <code>Authorization: Bearer lk_…</code>; MCP hosts connect by OAuth
          </td>
        </tr>
        <tr>
          <th scope="row">OpenAPI 3.1</th>
          <td><a href="/api/v1/openapi.json">/api/v1/openapi.json</a></td>
        </tr>
        <tr>
          <th scope="row">All listings</th>
          <td>
            <a href="${dumpPath}">${dumpPath}</a> as NDJSON, its licence in the first line: whole once a week,
            in between with <code>?updated_since=2026-11-16</code>
          </td>
        </tr>
      </table>
      <pre>
curl '${public_url}/api/v1/listings?q=invoices'
claude mcp add --transport http launch-directory ${public_url}/mcp</pre>

      <nav aria-label="Operations">
        <ul>
          ${tools.map((tool) => html`<li><a href="#${tool.name}">${tool.name}</a></li>`)}
        </ul>
      </nav>

      ${[...new Set(tools.map(({ tag }) => tag))].map(
        (tag) =>
          html`<h2>${tag}</h2>
            ${tools.filter((tool) => tool.tag === tag).map(operation)}`,
      )}
      <h2 id="webhooks">Webhooks</h2>
      <p>${webhookWords}</p>
      <pre>
import { createHmac, timingSafeEqual } from 'node:crypto'
function isOurs(secret, headers, body) {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const expected = createHmac('sha256', key).update(signed).digest()
  return headers['webhook-signature'].split(' ').some((one) => {
    const given = Buffer.from(one.slice('v1,'.length), 'base64')
    return given.length === expected.length &amp;&amp; timingSafeEqual(given, expected)
  })
}</pre>
      <table>
        ${Object.entries(webhookEvents).map(
          ([name, text]) =>
            html`<tr>
              <th scope="row"><code>${name}</code></th>
              <td>${text}</td>
            </tr>`,
        )}
      </table>
      <h2>Refusals</h2>
      <p>
        Every refusal is <code>application/problem+json</code> (RFC 9457) with a stable <code>code</code>, a
        sentence in <code>detail</code>, each fault of the input in <code>errors</code> and, where a call
        mends it, <code>next_steps</code>. Over MCP the same object is the text of an error result.
      </p>
    </article>`,
  }),
  markdown: ({ public_url, tools }) =>
    sections(
      prose`# Launch Directory API`,
      prose`REST at ${new Markdown(`${public_url}/api/v1`)}, MCP (Streamable HTTP) at ${new Markdown(`${public_url}/mcp`)}; the same operations, the same names.`,
      prose`## Webhooks`,
      prose`${webhookWords}`,
      list(Object.entries(webhookEvents).map(([name, text]) => prose`\`${new Markdown(name)}\`: ${text}`)),
      ...tools.map((tool) =>
        sections(
          prose`## ${tool.name}`,
          prose`\`${new Markdown(`${tool.http.method} /api/v1${tool.http.path}`)}\`, ${tool.scope === 'public' ? 'no sign-in' : `scope ${tool.scope}`}. ${tool.description}`,
          list(parametersOf(tool).map(([name, property]) => prose`${name}: ${valueText(property)}`)),
        ),
      ),
    ),
})

const webhookWords =
  'Owners add addresses of their own programs on the page Webhooks of their account. Each event is a POST of ' +
  '{"type", "timestamp", "data"} with ids and the url of the thing, signed as Standard Webhooks says: the headers ' +
  'webhook-id, webhook-timestamp and webhook-signature. Check the signature over the raw body, refuse a timestamp ' +
  'more than five minutes off, and answer 2xx within 15 seconds. Anything else is sent again for about a day, under ' +
  'the same webhook-id, so ignore an id you have had. A redirect is not followed; 410 switches the webhook off.'

const parametersOf = (tool: Tool) =>
  Object.entries(
    (inputSchema(tool).properties ?? {}) as Record<string, JsonSchema & { description?: string }>,
  )

function operation(tool: Tool): Html {
  const parameters = parametersOf(tool)
  const required = (inputSchema(tool).required ?? []) as string[]
  return html`<section>
    <h3 id="${tool.name}">${tool.title}</h3>
    <p>
      <code><span class="method">${tool.http.method}</span> /api/v1${tool.http.path}</code> ·
      <code>${tool.name}</code> ·
      <span class="note">${tool.scope === 'public' ? 'no sign-in' : `scope ${tool.scope}`}</span>
    </p>
    <p>${tool.description}</p>
    ${
      parameters.length > 0 &&
      html`<table>
        <thead>
          <tr>
            <th scope="col">Parameter</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          ${parameters.map(
            ([name, property]) =>
              html`<tr>
                <td>
                  <code>${name}</code>${required.includes(name) && html` <span class="note">required</span>`}
                </td>
                <td>${valueText(property)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`
    }
  </section>`
}

function valueText(property: JsonSchema): string {
  const bounds = [
    property.enum && `one of ${(property.enum as string[]).join(', ')}`,
    !property.enum && String(property.type ?? 'value'),
    property.minimum !== undefined && `from ${String(property.minimum)} to ${String(property.maximum)}`,
    property.maxLength !== undefined && `at most ${String(property.maxLength)} characters`,
    property.maxItems !== undefined && `at most ${String(property.maxItems)} items`,
    property.default !== undefined && property.default !== '' && `default ${String(property.default)}`,
  ].filter(Boolean)
  const description = property.description === undefined ? '' : `${String(property.description)}: `
  return description + bounds.join(', ')
}
