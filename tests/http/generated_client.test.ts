// A client generated from openapi.json compiles, and drives the service. tests/client holds the generator.
import { readFileSync } from 'node:fs'
import createClient from 'openapi-fetch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../tools/catalog.ts'
import type { components, operations, paths } from '../client/api.d.ts'
import { bearer, keyFor } from '../support/people.ts'
import { startService, type Service } from '../support/service.ts'

let service: Service
let client: ReturnType<typeof createClient<paths>>
beforeAll(async () => {
  service = await startService({ demo: true })
  client = createClient<paths>({ baseUrl: `${service.url}/api/v1` })
})
afterAll(() => service.close())

it('has every operation of the catalog', () => {
  const text = readFileSync(new URL('../client/api.d.ts', import.meta.url), 'utf8')
  const named = [...text.matchAll(/: operations\["(\w+)"\]/g)].map((match) => match[1]!)
  expect(named.sort(), 'run npm ci && npm run generate in tests/client').toEqual(
    catalog.map(({ name }) => name).sort(),
  )
})

describe('reading', () => {
  it('searches with typed filters and walks through the pages', async () => {
    const seen: string[] = []
    for (let page = 1; ; page += 1) {
      const { data, error } = await client.GET('/listings', {
        params: { query: { sort: 'newest', page, per_page: 9 } },
      })
      expect(error).toBeUndefined()
      seen.push(...data!.items.map(({ slug }) => slug))
      if (!data!.has_more) {
        expect(seen).toHaveLength(data!.total)
        break
      }
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toContain('patient-heron')
  })

  it('reads one listing, with the types of its parts', async () => {
    const { data } = await client.GET('/listings/{slug}', { params: { path: { slug: 'patient-heron' } } })
    const listing: components['schemas']['GetListingResult'] = data!
    expect(listing.name).toBe('Patient Heron')
    expect(listing.features.length).toBeGreaterThan(0)
  })

  it('sends booleans and lists the way the service reads them', async () => {
    const all = await client.GET('/categories', { params: { query: { include_empty: true } } })
    const filled = await client.GET('/categories', { params: { query: { include_empty: false } } })
    expect(all.response.status).toBe(200)
    expect(JSON.stringify(all.data).length).toBeGreaterThanOrEqual(JSON.stringify(filled.data).length)
  })

  it('compares, ranks and lists launches', async () => {
    const compared = await client.GET('/compare', {
      params: { query: { a: 'night-porter', b: 'calm-harbour' } },
    })
    expect(compared.error).toBeUndefined()
    const board = await client.GET('/leaderboards/{board}', { params: { path: { board: 'billboard' } } })
    expect(board.data!.items.map(({ rank }) => rank)).toEqual(board.data!.items.map((_, index) => index + 1))
    const week = await client.GET('/launches/weeks/{week}', { params: { path: { week: 'this' } } })
    expect(week.data!.week).toBe('2026-11-16')
  })
})

describe('refusals', () => {
  it('come as a typed problem with the faulty parameter', async () => {
    const { data, error, response } = await client.GET('/listings', { params: { query: { page: 1001 } } })
    const problem: components['schemas']['Problem'] = error!
    expect({ data, status: response.status, code: problem.code }).toEqual({
      data: undefined,
      status: 400,
      code: 'invalid_input',
    })
    expect(problem.errors).toMatchObject([{ pointer: '/page', limit: 1000, actual: 1001 }])
  })

  it('tell absent things from bad names', async () => {
    const { error } = await client.GET('/founders/{slug}', { params: { path: { slug: 'nobody-here' } } })
    expect(error).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('signed in', () => {
  it('reads its own account with an API key, and learns without one what is missing', async () => {
    const { key } = await keyFor(service, 'ana@tide.example')
    const mine = await client.GET('/me', { headers: bearer(key) })
    const account: operations['get_account']['responses']['200']['content']['application/json'] = mine.data!
    expect(account).toBeDefined()
    const stranger = await client.GET('/me')
    expect(stranger.error).toMatchObject({ status: 401, code: 'unauthenticated' })
  })
})
