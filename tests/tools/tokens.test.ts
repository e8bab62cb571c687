// What the tools cost a model, in tokens of cl100k: their list, and their longest answers on the real catalogue.
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { Tiktoken } from 'js-tiktoken/lite'
import ranks from 'js-tiktoken/ranks/cl100k_base'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importCategories } from '../../tools/catalogue/import_categories.ts'
import { importListings } from '../../tools/catalogue/import.ts'
import { toolsListed } from '../../http/advertised.ts'
import { toolsAt } from '../../http/toolsets.ts'
import { catalog } from '../../tools/catalog.ts'
import { connectMcp, startService, type Service } from '../support/service.ts'
import { sharedData } from '../support/shared_data.ts'
import { some } from '../support/some.ts'

const encoder = new Tiktoken(ranks)
const tokens = (text: string) => encoder.encode(text).length

describe('tools/list', () => {
  let service: Service
  let client: Client
  beforeAll(async () => {
    service = await startService()
    client = await connectMcp(service)
  })
  afterAll(async () => {
    await client.close()
    await service.close()
  })

  it('is what the snapshot shows', async () => {
    const { tools } = await client.listTools()
    await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot('../snapshots/tools_list.json')
  })

  it('costs at most 220 tokens a tool, output schemas left out', async () => {
    const { tools } = await client.listTools()
    const counts = tools.map(
      ({ outputSchema: _, ...tool }) => [tool.name, tokens(JSON.stringify(tool))] as const,
    )
    const all = counts.reduce((sum, [, count]) => sum + count, 0)
    const dearest = counts.sort((a, b) => b[1] - a[1]).slice(0, 5)
    expect(all / tools.length, JSON.stringify(dearest)).toBeLessThanOrEqual(220)
  })

  it('stays within 8,500 tokens for the 41 of the specification, and all within 17,500 with what they return', async () => {
    const { tools } = await client.listTools()
    const inputs = tools.slice(0, 41).map(({ outputSchema: _, ...tool }) => tool)
    expect(tokens(JSON.stringify(inputs))).toBeLessThanOrEqual(8500)
    expect(tokens(JSON.stringify(tools))).toBeLessThanOrEqual(17_500)
  })

  it('costs at most 7,000 tokens where only reading is offered, output schemas left out', () => {
    const { tools } = toolsListed(toolsAt('/mcp/readonly', catalog))
    const inputs = tools.map(({ outputSchema: _, ...tool }) => tool)
    expect(tokens(JSON.stringify(inputs))).toBeLessThanOrEqual(7000)
  })

  it('says no bounds that every number of JavaScript has', async () => {
    expect(JSON.stringify(await client.listTools())).not.toContain(String(Number.MAX_SAFE_INTEGER))
  })

  it('costs little to explain the server', () => {
    expect(tokens(client.getInstructions()!)).toBeLessThanOrEqual(400)
  })
})

const listings = sharedData('catalog.jsonl')
const categories = sharedData('categories.json')

describe.skipIf(listings === null || categories === null)('on the real catalogue', () => {
  let service: Service
  let client: Client
  const slugs: string[] = []
  beforeAll(async () => {
    const rows = readFileSync(listings!, 'utf8').trim().split('\n')
    const longest = rows.toSorted((a, b) => b.length - a.length).slice(0, 20)
    // The longest texts decide, so every fifth of the others is enough to fill the lists; all with WHOLE=on.
    const others = some(rows, 5)
    service = await startService({
      async fill(storage, now) {
        await importCategories(storage, JSON.parse(readFileSync(categories!, 'utf8')))
        await importListings(storage, Readable.from(new Set([...longest, ...others])), { site_id: 1, now })
      },
    })
    client = await connectMcp(service)
    for (const row of longest) {
      const { name } = JSON.parse(row) as { name: string }
      const { items } = await call('search_listings', { q: name.slice(0, 200), per_page: 1 })
      if (items[0] !== undefined) slugs.push(items[0].slug)
    }
  }, 180_000)
  afterAll(async () => {
    await client?.close()
    await service?.close()
  })

  type Result = { items: { slug: string }[] }
  async function text(name: string, input: Record<string, unknown>): Promise<string> {
    const result = await client.callTool({ name, arguments: input })
    expect(result.isError, `${name} ${JSON.stringify(input)}`).toBeFalsy()
    return (result.content as { text: string }[])[0]!.text
  }
  const call = async (name: string, input: Record<string, unknown>) =>
    JSON.parse(await text(name, input)) as Result

  it.each(['relevance', 'newest', 'votes', 'trending', 'most_viewed', 'most_followed'])(
    'a list of 20 costs at most 2,500 tokens (%s)',
    async (sort) => {
      for (const q of ['', 'app', 'data', 'invoices', 'open source']) {
        const list = await text('search_listings', { q, sort, per_page: 20 })
        expect(tokens(list), q).toBeLessThanOrEqual(2500)
      }
    },
  )

  it('no answer costs more than 25,000 tokens, not even a page of 100', async () => {
    const dear: string[] = []
    for (const tool of catalog.filter(({ scope }) => scope === 'public')) {
      const names = Object.keys(tool.input.shape)
      const whole = names.includes('per_page') ? { per_page: 100 } : {}
      const inputs: Record<string, unknown>[] = names.includes('slug')
        ? tool.name === 'get_listing' || tool.name === 'get_alternatives' || tool.name === 'get_badges'
          ? slugs.map((slug) => ({ slug, ...whole }))
          : []
        : names.includes('a')
          ? slugs.slice(1).map((b) => ({ a: slugs[0], b }))
          : names.includes('board')
            ? ['community-weekly', 'community-all-time', 'billboard', 'domain-rating', 'revenue'].map(
                (board) => ({
                  board,
                  ...whole,
                }),
              )
            : [{ ...tool.example, ...whole }, ...(names.includes('q') ? [whole] : [])]
      for (const input of inputs) {
        const count = tokens(await text(tool.name, input))
        if (count > 25_000) dear.push(`${tool.name} ${JSON.stringify(input)}: ${count}`)
      }
    }
    for (const { slug } of await categoriesOf()) {
      const count = tokens(await text('get_category', { slug, per_page: 100 }))
      if (count > 25_000) dear.push(`get_category ${slug}: ${count}`)
    }
    expect(slugs.length).toBeGreaterThan(10)
    expect(dear).toEqual([])
  })

  it('categories cost at most 4,000 tokens by default', async () => {
    const all = { list_categories: tokens(await text('list_categories', {})) } as Record<string, number>
    for (const { slug } of await categoriesOf()) all[slug] = tokens(await text('get_category', { slug }))
    expect(Object.entries(all).filter(([, count]) => count > 4000)).toEqual([])
  })

  async function categoriesOf(): Promise<{ slug: string }[]> {
    return (await call('list_categories', {})).items.slice(0, 30)
  }
})
