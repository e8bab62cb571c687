import type { Tool } from '../../tools/tool.ts'
import { inputSchema, type JsonSchema } from '../schemas.ts'
import { html, type Html } from './html.ts'

/** The API reference, rendered from the tools; it needs no script. */
export function docsPage(public_url: string, tools: readonly Tool[]): string {
  const tags = [...new Set(tools.map((tool) => tool.tag))]
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API reference · Launch Directory</title>
        <style>
          :root {
            color-scheme: light dark;
            --line: light-dark(#d8dbe0, #3a3f47);
            --soft: light-dark(#f4f5f7, #1d2025);
            --accent: light-dark(#0a5c4a, #6fd3b8);
          }
          body {
            margin: 0 auto;
            max-width: 60rem;
            padding: 2rem 1.25rem 5rem;
            font:
              1rem/1.55 system-ui,
              sans-serif;
            background: light-dark(#fff, #14161a);
            color: light-dark(#1c2024, #e7e9ec);
          }
          h1 {
            font-size: 1.9rem;
            margin: 0 0 0.25rem;
          }
          h2 {
            margin: 3rem 0 0.5rem;
            padding-bottom: 0.3rem;
            border-bottom: 1px solid var(--line);
          }
          h3 {
            margin: 2.2rem 0 0.3rem;
            font-size: 1.15rem;
          }
          a {
            color: var(--accent);
          }
          code,
          pre {
            font:
              0.9em/1.5 ui-monospace,
              monospace;
            background: var(--soft);
            border-radius: 0.3rem;
          }
          code {
            padding: 0.1em 0.35em;
            overflow-wrap: anywhere;
          }
          pre {
            padding: 0.8rem 1rem;
            overflow-x: auto;
          }
          table {
            width: 100%;
            border-collapse: collapse;
            margin: 0.6rem 0;
          }
          th,
          td {
            text-align: left;
            vertical-align: top;
            padding: 0.4rem 0.6rem 0.4rem 0;
            border-bottom: 1px solid var(--line);
          }
          th {
            font-size: 0.85rem;
          }
          .method {
            font-weight: 600;
            color: var(--accent);
          }
          .note {
            color: light-dark(#59606a, #a7adb6);
          }
          nav ul {
            columns: 15rem;
            padding-left: 1.1rem;
          }
        </style>
      </head>
      <body>
        <header>
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
          </table>
          <pre>
curl '${public_url}/api/v1/listings?q=invoices'
claude mcp add --transport http launch-directory ${public_url}/mcp</pre>
        </header>
        <nav aria-label="Operations">
          <ul>
            ${tools.map((tool) => html`<li><a href="#${tool.name}">${tool.name}</a></li>`)}
          </ul>
        </nav>
        <main>
          ${tags.map(
            (tag) =>
              html`<h2>${tag}</h2>
                ${tools.filter((tool) => tool.tag === tag).map(operation)}`,
          )}
          <h2>Refusals</h2>
          <p>
            Every refusal is <code>application/problem+json</code> (RFC 9457) with a stable <code>code</code>,
            a sentence in <code>detail</code>, each fault of the input in <code>errors</code> and, where a
            call mends it, <code>next_steps</code>. Over MCP the same object is the text of an error result.
          </p>
        </main>
      </body>
    </html>`
  return page.markup
}

function operation(tool: Tool): Html {
  const schema = inputSchema(tool)
  const parameters = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  const required = (schema.required ?? []) as string[]
  return html`<section aria-labelledby="${tool.name}">
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
