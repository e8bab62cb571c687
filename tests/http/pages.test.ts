// Lists come in pages, and the Link header (RFC 8288) leads through all of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../tools/catalog.ts'
import { startService, type Service } from '../support/service.ts'
import { fillTown, product } from '../support/town.ts'

let service: Service
beforeAll(async () => {
  service = await startService({
    async fill(storage, now, file) {
      const { categories } = await fillTown(storage, now, file)
      await storage.write(async ({ listings }) => {
        for (let n = 1; n <= 60; n += 1)
          await listings.save(product([categories.planning!], { slug: `planner-${n}`, votes: n % 7 }))
      })
    },
  })
})
afterAll(() => service.close())

function linksOf(response: Response): Record<string, string> {
  const header = response.headers.get('link') ?? ''
  return Object.fromEntries(
    [...header.matchAll(/<([^>]*)>; rel="(\w+)"/g)].map((match) => [match[2]!, match[1]!]),
  )
}

/** Reads a list from its first page to its last, by the links alone. */
async function walk(path: string) {
  const pages: { page: number; items: unknown[]; total: number; has_more: boolean }[] = []
  for (let next: string | undefined = `${service.url}/api/v1${path}`; next !== undefined;) {
    const response: Response = await service.fetch(next.slice(service.url.length))
    expect(response.status).toBe(200)
    pages.push((await response.json()) as (typeof pages)[number])
    next = linksOf(response).next
    expect(pages.length).toBeLessThan(100)
  }
  return pages
}

describe('following rel="next"', () => {
  it.each([
    '/listings?per_page=7',
    '/listings?per_page=7&sort=newest',
    '/listings?per_page=7&q=planner',
    '/listings?per_page=7&q=planner&sort=votes',
    '/listings?per_page=7&category=work',
    '/categories/planning?per_page=7',
    '/launches?section=most-voted&per_page=7',
    '/leaderboards/community-all-time?per_page=7',
    '/founders?per_page=1',
    '/blog?per_page=1',
    '/awards?per_page=1',
  ])('%s gives every item once', async (path) => {
    const pages = await walk(path)
    expect(pages.length).toBeGreaterThan(1)
    const items = pages.flatMap((page) => page.items.map((item) => JSON.stringify(item)))
    expect(new Set(items).size).toBe(items.length)
    expect(pages.map(({ page }) => page)).toEqual(pages.map((_, index) => index + 1))
    for (const { total, has_more, page } of pages) {
      expect(total).toBe(items.length)
      expect(has_more).toBe(page < pages.length)
    }
  })
})

describe('the Link header', () => {
  it('keeps the other parameters, escaped', async () => {
    const response = await service.fetch('/api/v1/listings?q=a%26b%3E%20planner&per_page=5&page=2')
    const { first, prev } = linksOf(response)
    expect(first).toBe(`${service.url}/api/v1/listings?q=a%26b%3E+planner&per_page=5&page=1`)
    expect(prev).toBe(first)
  })

  it('leads back from behind the last page', async () => {
    const links = linksOf(await service.fetch('/api/v1/listings?per_page=10&page=50'))
    expect(links.next).toBeUndefined()
    expect(links.prev).toBe(links.last)
    expect(links.last).toContain('page=7')
  })

  it('names no page that would be refused', async () => {
    const response = await service.fetch('/api/v1/listings?per_page=1&page=1000')
    expect(linksOf(response)).not.toHaveProperty('next')
    for (const link of Object.values(linksOf(response)))
      expect((await service.fetch(link.slice(service.url.length))).status).toBe(200)
  })

  it('stands on every list that has pages, and on nothing else', async () => {
    for (const tool of catalog.filter(({ scope, http }) => scope === 'public' && http.method === 'GET')) {
      const given: Record<string, string> = { slug: 'planning', week: 'this', board: 'billboard' }
      const path = tool.http.path.replace(/\{(\w+)\}/g, (_, name: string) => given[name]!)
      const response = await service.fetch(`/api/v1${path}`)
      if (response.status === 200)
        expect(response.headers.has('link'), tool.name).toBe('total' in tool.output.shape)
    }
  })
})
