import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { catalog } from '../../../tools/catalog.ts'
import { examplesText, recordExamples } from '../../support/examples.ts'
import { unescaped } from '../../support/people.ts'
import { startService, type Service } from '../../support/service.ts'

let service: Service
beforeAll(async () => void (service = await startService({ demo: true })))
afterAll(() => service.close())

const read = async (path: string) => {
  const answer = await service.fetch(path)
  return { status: answer.status, text: unescaped(await answer.text()) }
}

it('the reference names every operation, and says where a key comes from and how it is sent', async () => {
  const { text } = await read('/docs')
  for (const { name } of catalog) expect(text).toContain(`href="/docs/${name}"`)
  expect(text).toContain('href="/account/keys"')
  expect(text).toContain('Authorization: Bearer lk_')
})

it('the examples are what the operations answer now; mended by npm run generate', async () => {
  const kept = readFileSync(new URL('../../../http/site/public/docs_examples.json', import.meta.url), 'utf8')
  expect(examplesText(await recordExamples()).split('\n')).toEqual(kept.split('\n'))
})

it.each(catalog.map((tool) => [tool.name, tool] as const))(
  '%s has a page with a call by curl that works, the same over MCP, and the answer',
  async (name, { scope, http }) => {
    const { status, text } = await read(`/docs/${name}`)
    expect(status).toBe(200)
    const [curl, mcp, answer] = [...text.matchAll(/<pre[^>]*>([^]*?)<\/pre>/g)].map(([, inside]) => inside!)
    const call = JSON.parse(mcp!) as { name: string; arguments: object }
    expect(call.name).toBe(name)
    expect(answer).toMatch(new RegExp(`^${http.status ?? 200}\n\\{`))
    expect(text).not.toContain('{public_url}')
    if (scope !== 'public') return expect(curl).toContain('Authorization: Bearer lk_')
    const [, address] = /^curl '?([^' ]+)'?$/.exec(curl!)!
    expect((await service.fetch(address!.replace(service.url, ''))).status).toBe(200)
    const markdown = await read(`/docs/${name}.md`)
    for (const part of [curl, mcp, answer]) expect(markdown.text).toContain(`\`\`\`\n${part}\n\`\`\``)
  },
)

it('names what its objects and lists hold', async () => {
  expect((await read('/docs/update_draft')).text).toContain('<code>fields.tagline</code>')
  expect((await read('/docs/quote_order')).text).toContain('<code>items[].product</code>')
})

it('an operation that does not exist is a 404 that names the nearest, and llms.txt leads to those that do', async () => {
  const { status, text } = await read('/docs/search_listing')
  expect(status).toBe(404)
  expect(text).toContain('search_listings')
  const { text: told } = await read('/llms.txt')
  for (const { name } of catalog) expect(told).toContain(`(${service.url}/docs/${name}.md)`)
})
