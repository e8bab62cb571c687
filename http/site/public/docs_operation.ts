import { catalog } from '../../../tools/catalog.ts'
import { nearest } from '../../../nearest.ts'
import { notFound } from '../../../tools/errors.ts'
import type { Tool } from '../../../tools/tool.ts'
import { apiPath } from '../../rest.ts'
import { inputSchema, type JsonSchema } from '../../schemas.ts'
import { html, type Html } from '../html.ts'
import { fenced, list } from '../markdown_parts.ts'
import { copyable } from '../parts.ts'
import { Markdown, prose, sections } from '../prose.ts'
import { publicPage } from '../public_page.ts'
import { accessTo, docsStyle } from './docs.ts'
import { exampleOf } from './docs_examples.ts'

/** One operation: its parameters, and the same call by curl and over MCP beside its answer. */
export const docsOperation = publicPage({
  path: '/docs/:operation',
  async load({ params, public_url }) {
    const tool = catalog.find(({ name }) => name === params.operation)
    if (tool !== undefined)
      return { tool, parameters: parametersOf(inputSchema(tool)), example: exampleOf(tool, public_url) }
    const near = nearest(
      params.operation ?? '',
      catalog.map(({ name }) => name),
    )
    throw notFound(`operation of this name${near === undefined ? '' : `; did you mean ${near}?`}`)
  },
  render: ({ tool, parameters, example }) => ({
    title: tool.title,
    description: tool.description.slice(0, 200),
    head: docsStyle,
    body: html`<div class="cols lead-side">
      ${jumpList(tool)}
      <article class="op">
        <h1>${tool.title}</h1>
        <p class="line">
          <code><b>${tool.http.method}</b> ${apiPath}${tool.http.path}</code>
          <span class="tag">${accessTo(tool)}</span>
        </p>
        <p>${tool.description}</p>
        ${
          parameters.length > 0 &&
          html`<h2>Parameters</h2>
            <dl class="params">${parameters.map(parameterRow)}</dl>`
        }
        <h2>An example</h2>
        <div class="trio">
          <div>
            <h3>With curl</h3>
            ${copyable(example.curl, 'The call with curl')}
          </div>
          <div>
            <h3>Over MCP, tool <code>${tool.name}</code></h3>
            ${copyable(example.mcp, 'The call over MCP')}
          </div>
          <div>
            <h3>The answer</h3>
            ${copyable(example.answer, 'The answer')}
            ${example.is_cut && html`<p class="fine">${cutNote}</p>`}
          </div>
        </div>
        <p class="fine">${whence}</p>
      </article>
    </div>`,
  }),
  markdown: ({ tool, parameters, example }) =>
    sections(
      prose`# ${tool.name}`,
      prose`\`${new Markdown(`${tool.http.method} ${apiPath}${tool.http.path}`)}\`, ${accessTo(tool)}. ${tool.description}`,
      list(
        parameters.map(
          ({ name, needed, about, value }) =>
            prose`${name}${needed && ' (required)'}: ${[about, value].filter(Boolean).join(': ')}`,
        ),
      ),
      prose`## With curl`,
      fenced(example.curl),
      prose`## Over MCP`,
      fenced(example.mcp),
      prose`## The answer`,
      fenced(example.answer),
      example.is_cut && prose`${cutNote}`,
      prose`${whence}`,
    ),
})

const cutNote = 'Shortened: long lists and texts end early here, with “…”.'
const whence =
  'The demonstration catalogue that a new site begins with gave this answer. Over MCP the same object is the structured content.'

/** All operations by tag; folded on a phone. */
const jumpList = (shown: Tool): Html =>
  html`<nav class="jump" aria-label="Operations" tabindex="0">
    <p><a href="/docs">API reference</a></p>
    <details class="fold">
      <summary>All ${catalog.length} operations</summary>
      ${[...Map.groupBy(catalog, ({ tag }) => tag)].map(
        ([tag, tools]) =>
          html`<p><b>${tag}</b></p>
            <ul class="list">
              ${tools.map(
                ({ name }) =>
                  html`<li>
                    <a href="/docs/${name}" ${name === shown.name && html`aria-current="page"`}
                      ><code>${name}</code></a
                    >
                  </li>`,
              )}
            </ul>`,
      )}
    </details>
  </nav>`

type Parameter = { name: string; needed: boolean; about: string; value: string }

const parameterRow = ({ name, needed, about, value }: Parameter): Html =>
  html`<div>
    <dt>
      <code>${name}</code> ${needed && html`<span class="tag">needed</span>`}<br />
      <span class="soft">${value}</span>
    </dt>
    <dd>${about}</dd>
  </div>`

/** The parameters of an object with those of nested objects and lists: `fields.tagline`, `items[].product`. */
function parametersOf(schema: JsonSchema, prefix = ''): Parameter[] {
  const required = (schema.required ?? []) as string[]
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).flatMap(
    ([name, property]) => {
      const items = property.items as JsonSchema | undefined
      const inside = property.properties ? property : items?.properties ? items : null
      const own: Parameter = {
        name: prefix + name,
        needed: required.includes(name),
        about: String(property.description ?? ''),
        value: valueText(property),
      }
      if (inside === null) return [own]
      return [own, ...parametersOf(inside, `${prefix}${name}${inside === items ? '[]' : ''}.`)]
    },
  )
}

const typeWords: Record<string, string> = {
  string: 'text',
  integer: 'number',
  boolean: 'true or false',
  array: 'list',
}

function valueText(property: JsonSchema): string {
  if (Array.isArray(property.anyOf))
    return [...new Set((property.anyOf as JsonSchema[]).map(valueText))].join(', or ')
  const { type, minimum, maximum } = property as Record<'type' | 'minimum' | 'maximum', unknown>
  const bounds = [
    property.enum && `one of ${(property.enum as string[]).join(', ')}`,
    !property.enum && (typeWords[String(type)] ?? String(type ?? 'value')),
    minimum !== undefined &&
      `from ${String(minimum)}${maximum === undefined ? '' : ` to ${String(maximum)}`}`,
    property.maxLength !== undefined && `at most ${String(property.maxLength)} characters`,
    property.maxItems !== undefined && `at most ${String(property.maxItems)}`,
  ]
  const value = property.default
  const otherwise = value !== undefined && value !== '' ? `; ${String(value)} if left out` : ''
  return bounds.filter(Boolean).join(', ') + otherwise
}
