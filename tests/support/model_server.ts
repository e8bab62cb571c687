// An endpoint that speaks like OpenAI's, on loopback, and says whatever the test tells it to.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Claim = { value: unknown; evidence: { quote: string; url: string }[] }
export type Claims = Record<string, Claim | null | unknown[]>
export type ModelServer = {
  base_url: string
  /** The requests for a profile, as the endpoint saw them. */
  requests: { model: string; messages: { role: string; content: unknown }[]; response_format?: unknown }[]
  /** The requests to read again what passed. */
  readings: ModelServer['requests']
  /** What it answers: an object is sent as the content; a function takes the response over. */
  answer: { with: object | string | ((response: ServerResponse) => void); refused: number[] }
  close(): Promise<void>
}

export async function openModelServer(): Promise<ModelServer> {
  const requests: ModelServer['requests'] = []
  const readings: ModelServer['requests'] = []
  const answer: ModelServer['answer'] = { with: {}, refused: [] }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString())
      // The second reading of what passed the check.
      const again = asked.response_format?.json_schema?.name === 'refused'
      const kind = again ? readings : requests
      kind.push(asked)
      if (!again && typeof answer.with === 'function') return answer.with(response)
      const said = again ? { refused: answer.refused } : answer.with
      const content = typeof said === 'string' ? said : JSON.stringify(said)
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          id: 'chat-1',
          object: 'chat.completion',
          created: 1,
          model: 'liar-1',
          choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
        }),
      )
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    readings,
    answer,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** A whole answer in which everything is blank but what is given. */
export function profileWith(claims: Claims): Record<string, unknown> {
  const texts = [
    'name',
    'tagline',
    'short_description',
    'description',
    'stage',
    'pricing_model',
    'pricing_summary',
  ]
  const facts = ['country', 'city', 'founded_year', 'contact_email', 'demo_video_url', 'logo_url']
  const lists = [
    'categories',
    'tags',
    'features',
    'usps',
    'keywords',
    'faqs',
    'company_socials',
    'founder_socials',
    'founders',
  ]
  return {
    ...Object.fromEntries([...texts, ...facts].map((name) => [name, null])),
    ...Object.fromEntries(lists.map((name) => [name, []])),
    ...claims,
  }
}
