// Documents about the service for programs: the OpenAPI file, and a text for language models.
import { readFile } from 'node:fs/promises'
import type { H3 } from 'h3'
import { catalog } from '../tools/catalog.ts'
import type { Tool } from '../tools/tool.ts'
import type { Place } from './hosts.ts'
import type { Services } from './services.ts'
import { cors } from './cors.ts'
import { documentRoute } from './documents.ts'
import { dumpPath } from './dump.ts'
import { etagOf, unlessKnown } from './etag.ts'
import { mcpPath } from './mcp.ts'
import { answerOtherMethods } from './methods.ts'
import { apiPath } from './rest.ts'

export function docsRoutes(app: H3, services: Services, tools: readonly Tool[]): void {
  // The committed file is this same document (a test compares them); building it would cost the first reader 0.3 s.
  const document = once(async () =>
    made(
      tools === catalog
        ? await readFile(new URL('../openapi.json', import.meta.url))
        : (await import('./openapi.ts')).openApiText(tools),
    ),
  )
  const serve = (path: string, type: string, text: (place: Place) => Made | Promise<Made>) => {
    documentRoute(app, services, path, async ({ req }) => answer(req, type, await text(services.place(req))))
    answerOtherMethods(app, services, path, ['GET'])
  }
  serve(`${apiPath}/openapi.json`, 'application/json', document)
  serve('/llms.txt', 'text/plain; charset=utf-8', (place) => made(llmsText(place, tools)))
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Bytes if it is long: text would be encoded again for every reader. */
type Body = string | Buffer<ArrayBuffer>
type Made = { body: Body; etag: string }

const made = (body: Body) => ({ body, etag: etagOf(body) })

function answer(request: Request, type: string, { body, etag }: Made): Response {
  return unlessKnown(request, body, {
    etag,
    'content-type': type,
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'referrer-policy': 'same-origin',
    ...cors,
  })
}

/** Pages that also exist as Markdown. */
const readable = [
  ['This week', '/'],
  ['Categories', '/categories'],
  ['Votes of this week', '/boards/community-weekly'],
  ['Votes of all time', '/boards/community-all-time'],
  ['Domain Rating', '/boards/domain-rating'],
  ['Revenue', '/boards/revenue'],
  ['Billboard (paid)', '/boards/billboard'],
] as const

function llmsText({ site, public_url }: Place, tools: readonly Tool[]): string {
  return [
    `# ${site.name}`,
    '',
    '> A public directory of products with a weekly launch calendar. Reading needs no sign-in.',
    '',
    `- MCP server (Streamable HTTP): ${public_url}${mcpPath}`,
    `- REST: ${public_url}${apiPath}`,
    `- [OpenAPI 3.1](${public_url}${apiPath}/openapi.json)`,
    `- [Reference](${public_url}/docs), [how hosts connect](${public_url}/connect.md)`,
    '',
    '## Pages as Markdown',
    '',
    'Add `.md` to the address, or send `Accept: text/markdown`, here and at every listing, category, founder, week and post they link to:',
    '',
    ...readable.map(([title, path]) => `- [${title}](${public_url}${path === '/' ? '/index' : path}.md)`),
    '',
    '## Feeds and site map',
    '',
    `- [Launches](${public_url}/feeds/launches.atom), [updates](${public_url}/feeds/updates.atom), [blog](${public_url}/feeds/blog.atom), [awards](${public_url}/feeds/awards.atom); [the others](${public_url}/feeds)`,
    `- [Site map](${public_url}/sitemap.xml)`,
    `- [All listings as NDJSON](${public_url}${dumpPath}), its licence in the first line: whole once a week, in between with \`?updated_since=2026-11-16\``,
    `- [Ledger of votes](${public_url}/ledger.md): every vote of every closed week, signed, CC0, and how to count them again`,
    '',
    '## Operations',
    '',
    ...tools.map(
      ({ name, http, description }) =>
        `- [${name}](${public_url}/docs/${name}.md) (${http.method} ${apiPath}${http.path}): ${description}`,
    ),
    '',
  ].join('\n')
}
