// Nothing but node:http around the prepared reads: the machine's limit, against which ratios are stated.
import { createServer } from 'node:http'
import { openReads, toolNamed } from './reads.ts'

const { profile, list } = await openReads()
const prefix = '/api/v1/listings/'
const search = toolNamed('search_listings')
const get = toolNamed('get_listing')

/** The same two operations for a program that posts their arguments: input and output checked, nothing else. */
function called(body: string): object {
  const { params } = JSON.parse(body) as { params: { name: string; arguments: unknown } }
  if (params.name === 'get_listing') {
    const { slug } = get.input.parse(params.arguments) as { slug: string }
    return get.output.parse(profile(slug))
  }
  const { page, per_page } = search.input.parse(params.arguments) as { page: number; per_page: number }
  return search.output.parse(list(page, per_page))
}

createServer((request, response) => {
  const url = request.url!
  function send(answer: object | undefined): void {
    const text = JSON.stringify(answer ?? { code: 'not_found' })
    response.writeHead(answer === undefined ? 404 : 200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    })
    response.end(text)
  }
  if (request.method === 'POST') {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const result = called(Buffer.concat(chunks).toString())
      const content = [{ type: 'text', text: JSON.stringify(result) }]
      send({ jsonrpc: '2.0', id: 1, result: { content, structuredContent: result } })
    })
  } else if (url.startsWith(prefix)) send(profile(decodeURIComponent(url.slice(prefix.length))))
  else {
    const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
    send(list(Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 20)))
  }
}).listen(Number(process.env.PORT), '127.0.0.1')
