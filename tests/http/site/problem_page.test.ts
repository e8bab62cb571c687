// An address with nothing at it: a page for people, problem details for programs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../support/people.ts'
import { startService, type Service } from '../../support/service.ts'
import { fillTown, renameRota } from '../../support/town.ts'

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
let service: Service
beforeAll(async () => void (service = await startService({ fill: fillTown })))
afterAll(() => service.close())

describe('an address with nothing at it', () => {
  it.each(['/nothing', '/account/nothing', '/listings/nobody', '/listings/%zz', '/blog/nothing', '/%'])(
    '%s answers a browser with a page that leads on',
    async (path) => {
      const response = await service.fetch(path, { headers: { accept } })
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      const text = await response.text()
      expect(text).toContain('<h1>Page not found.</h1>')
      expect(text).toContain('href="/"')
      expect(text).toContain(response.headers.get('x-request-id'))
    },
  )

  it.each([
    ['/listings/tide/vote', '/listings/tide'],
    ['/account/keys/revoke', '/account/keys'],
    ['/account/listings/1/milestones/delete', '/account/listings/1'],
    ['/digest/ask', '/digest'],
    ['/sign-out', '/'],
  ])('leads from the address of a form, as after a reload, to the page above: %s', async (path, above) => {
    const { status, headers } = await service.fetch(path, { headers: { accept }, redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([303, above])
  })

  it('says what an address asks for in vain, as a sentence', async () => {
    const page = await (await service.fetch('/search?page=5000', { headers: { accept } })).text()
    expect(page).toContain('This address asks for what is not there: page must be at most 1000.')
  })

  it('tells people of addresses, and programs of slugs', async () => {
    for (const [path, said] of [
      ['/nothing', 'There is no page at this address.'],
      ['/listings/nobody', 'There is no product at this address.'],
      ['/categories/nothing', 'There is no category at this address.'],
      ['/founders/nobody', 'There is no founder at this address.'],
    ] as const) {
      const page = await (await service.fetch(path, { headers: { accept } })).text()
      expect(page).toContain(said)
      expect(page.split('</head>')[1]).not.toContain('slug')
    }
    const problem = await (await service.fetch('/api/v1/listings/nobody')).json()
    expect(problem).toMatchObject({ detail: 'There is no listing of this slug.' })
  })

  it('names no address of its own, nor does a page for one person: it is found nowhere and shared nowhere', async () => {
    const { browser } = await signIn(service, 'ana@nowhere.test')
    const html = { headers: { accept } }
    const strange = await (await service.fetch('/nothing', html)).text()
    const pages = [strange, await (await service.fetch('/sign-in', html)).text()]
    for (const path of ['/account', '/account/profile', '/account/nothing'])
      pages.push((await browser.get(path, { accept })).text)
    for (const text of pages) {
      expect(text).toContain('<title>')
      expect(text).not.toMatch(/rel="canonical"|og:url|127\.0\.0\.1/)
    }
  })

  it.each(['*/*', 'application/json', ''])(
    'answers a program that accepts "%s" with a problem',
    async (given) => {
      for (const path of ['/nothing', '/listings/nobody', '/listings/hidden-suspended']) {
        const response = await service.fetch(path, { headers: { accept: given } })
        expect(response.status).toBe(404)
        expect(response.headers.get('content-type')).toBe('application/problem+json')
        const { detail } = (await response.json()) as { detail: string }
        expect(detail).toMatch(/^(There is no|Page not found)/)
      }
    },
  )

  it.each(['/api/v1/nothing', '/api/v1/listings/nobody'])(
    'is a problem in the API, even to a browser: %s',
    async (path) => {
      const response = await service.fetch(path, { headers: { accept } })
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
    },
  )

  it('knows who is signed in', async () => {
    const { browser } = await signIn(service, 'ana@tide.example')
    expect((await browser.get('/nothing', { accept })).text).toMatch(/class="me" href="\/account"/)
  })
})

it('a search for nothing is not refused on a new site: there is nothing yet', async () => {
  const empty = await startService()
  for (const [path, said] of [
    ['/founders', 'No founder is listed yet.'],
    ['/blog', 'There is no post yet.'],
  ] as const) {
    const read = async (query: string) => (await empty.fetch(path + query, { headers: { accept } })).text()
    const text = await read('')
    expect(text).toContain(said)
    expect(text).not.toContain('matches this search')
    expect(await read('?q=ana')).toContain('matches this search')
  }
  await empty.close()
})

it('the address of a listing leads to it, under a former slug as well', async () => {
  await renameRota(service.storage)
  for (const slug of ['rota', 'rota-two']) {
    const response = await service.fetch(`/listings/${slug}`, { headers: { accept }, redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual(
      slug === 'rota' ? [302, '/listings/rota-two'] : [200, null],
    )
  }
})
