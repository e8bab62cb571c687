// The examples of the reference: each operation's own example as it is sent, and the answer of the demo catalogue when
// tests/examples.ts ran it.
import { readFileSync } from 'node:fs'
import { pathNames, type Tool } from '../../../tools/tool.ts'
import { apiPath } from '../../rest.ts'

/** Long lists and texts of the answer are cut; `{public_url}` in it stands for the address of the site. */
export type Example = {
  input: Record<string, unknown>
  status: number
  answer: unknown
  is_cut: boolean
}

const examples = JSON.parse(readFileSync(new URL('./docs_examples.json', import.meta.url), 'utf8')) as Record<
  string,
  Example
>

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)
/** Quoted as one word of a shell. */
const word = (text: string): string =>
  /^[\w./:{}-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

export function exampleOf(tool: Tool, public_url: string) {
  const example = examples[tool.name]
  if (example === undefined) throw new Error(`${tool.name} has no example. Run "npm run generate".`)
  const { input, status, is_cut } = example
  const answer = `${status}\n${pretty(example.answer)}`.replaceAll('{public_url}', public_url)
  return {
    curl: curlOf(tool, input, public_url),
    mcp: pretty({ name: tool.name, arguments: input }),
    answer,
    is_cut,
  }
}

/** An example of a refusal: a mistyped slug. */
export const refusalExample = (public_url: string): string =>
  pretty(examples.refusal!.answer).replaceAll('{public_url}', public_url)

function curlOf({ http, scope }: Tool, input: Example['input'], public_url: string): string {
  const names = pathNames({ http })
  const path = http.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const rest = Object.entries(input).filter(([name]) => !names.includes(name))
  const inQuery = http.method === 'GET' || http.method === 'DELETE'
  const query = inQuery
    ? new URLSearchParams(rest.map(([name, value]) => [name, String(value)])).toString()
    : ''
  return [
    `curl ${http.method === 'GET' ? '' : `-X ${http.method} `}${word(public_url + apiPath + path + (query && `?${query}`))}`,
    scope !== 'public' && `-H 'Authorization: Bearer lk_…'`,
    !inQuery && rest.length > 0 && `-H 'Content-Type: application/json'`,
    !inQuery && rest.length > 0 && `-d ${word(pretty(Object.fromEntries(rest)))}`,
  ]
    .filter((line) => line !== false)
    .join(' \\\n  ')
}
