// What hosts, registries and directories read before they connect: who this server is, and the operator's proofs.
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { H3 } from 'h3'
import { FastResponse } from 'srvx'
import settings from '../package.json' with { type: 'json' }
import { notFound } from '../tools/errors.ts'
import { cors } from './cors.ts'
import { documentRoute } from './documents.ts'
import { etagOf, unlessKnown } from './etag.ts'
import { answerOtherMethods } from './methods.ts'
import type { Services } from './services.ts'
import { addressOfFile } from './site/static_files.ts'

export const serverName = 'launch-directory'
export const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']
const description = 'Find, compare and launch products: search, alternatives, leaderboards, listings, claims.'
const icon = (public_url: string, size: number) => ({
  src: public_url + addressOfFile(`icon-${size}.png`),
  mimeType: 'image/png',
  sizes: [`${size}x${size}`],
})

/** serverInfo of every protocol version; `public_url` is the site's own origin. */
export const serverInfo = (public_url: string) => ({
  name: serverName,
  title: 'Launch Directory',
  version: settings.version,
  description,
  websiteUrl: public_url,
  icons: [icon(public_url, 64), icon(public_url, 512)],
})

/** server.json of the official registry: its name is the reversed host name, which proves the owner. */
export function registryEntry(public_url: string) {
  const { icons, title, version } = serverInfo(public_url)
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `${reversedHost(public_url)}/${serverName}`,
    title,
    description,
    version,
    websiteUrl: public_url,
    icons: icons.slice(1),
    remotes: [{ type: 'streamable-http', url: `${public_url}/mcp` }],
  }
}

const reversedHost = (public_url: string) => new URL(public_url).hostname.split('.').reverse().join('.')

/** The server card of SEP-2127: the registry's entry and the protocol versions. It lists no tools. */
function serverCard(public_url: string) {
  const { remotes, ...entry } = registryEntry(public_url)
  return {
    ...entry,
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    remotes: remotes.map((remote) => ({ ...remote, supportedProtocolVersions: protocolVersions })),
  }
}

const aiCatalog = (public_url: string) => ({
  specVersion: '1.0',
  entries: [
    {
      identifier: `urn:air:${new URL(public_url).hostname}:mcp:${serverName}`,
      type: 'application/mcp-server-card+json',
      url: `${public_url}/mcp/server-card`,
    },
  ],
})

const documents: Record<string, { type: string; make: (public_url: string) => object }> = {
  '/mcp/server-card': { type: 'application/mcp-server-card+json', make: serverCard },
  '/.well-known/mcp/server-card.json': { type: 'application/mcp-server-card+json', make: serverCard },
  '/.well-known/ai-catalog.json': { type: 'application/ai-catalog+json', make: aiCatalog },
}

/** The registry reads at most this much of a proof, and no other such file is longer. */
const longestFile_bytes = 4096

export function discoveryRoutes(app: H3, services: Services): void {
  const serve = (path: string, answer: (request: Request, name: string) => Response | Promise<Response>) => {
    documentRoute(app, services, path, ({ req, context }) => answer(req, context.params?.name ?? ''))
    answerOtherMethods(app, services, path, ['GET'])
  }
  for (const [path, { type, make }] of Object.entries(documents))
    serve(path, (request) => {
      const text = JSON.stringify(make(services.place(request).public_url))
      const headers = { 'content-type': type, 'cache-control': 'public, max-age=3600', ...cors }
      return unlessKnown(request, text, { ...headers, etag: etagOf(text) })
    })
  // The operator's own files: proofs of the domain, security.txt. Our own routes come first.
  serve('/.well-known/:name', async (_request, name) => {
    const bytes = await wellKnownFile(join(services.config.DATA_DIR, 'well-known'), name)
    if (bytes === null) throw notFound('file at this address')
    const type = name.endsWith('.json') ? 'application/json' : 'text/plain; charset=utf-8'
    return new FastResponse(bytes, {
      headers: {
        'content-type': type,
        'cache-control': 'public, max-age=300',
        'x-content-type-options': 'nosniff',
        ...cors,
      },
    })
  })
}

/** The file of this name in the folder; null if it is missing or too long. */
async function wellKnownFile(folder: string, name: string): Promise<Buffer<ArrayBuffer> | null> {
  if (!/^[a-zA-Z0-9][\w.-]{0,99}$/.test(name)) return null
  const file = await open(join(folder, name)).catch(() => null)
  try {
    const stat = await file?.stat()
    return stat?.isFile() === true && stat.size <= longestFile_bytes ? await file!.readFile() : null
  } finally {
    await file?.close()
  }
}
