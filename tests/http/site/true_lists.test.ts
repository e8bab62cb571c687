// Home, weeks, boards and search say what is so: with nothing launched, with votes that are level, and beyond a page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { titled } from '../../../http/site/parts.ts'
import { row } from '../../../http/site/standing.ts'
import { closeWeek } from '../../../tools/launches/ranked.ts'
import { openBrowser } from '../../support/people.ts'
import { callRest, startService, type Service } from '../../support/service.ts'
import { fillTown, product } from '../../support/town.ts'

type Given = Parameters<typeof product>[1]

async function withListings(all: Given[]): Promise<Service> {
  const service = await startService()
  await service.storage.write(async (inside) => {
    const category = await inside.catalogue.putCategory({ slug: 'sip', name: 'SIP' })
    for (const given of all) await inside.listings.save(product([category], given))
  })
  return service
}
const look = async (service: Service, path: string) => (await openBrowser(service).get(path)).text
const h1 = (text: string) =>
  /<h1[^>]*>([\s\S]*?)<\/h1>/
    .exec(text)![1]!
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ')
    .trim()

describe('with nothing launched', () => {
  let service: Service
  beforeAll(async () => {
    const imported = Array.from({ length: 1200 }, (_, n) => ({
      slug: `imported-${n}`,
      plan: null,
      launch_week: null,
      live_at: '2025-04-03T00:00:00.000Z',
    }))
    service = await withListings(imported)
  })
  afterAll(() => service.close())

  it('the home shows what there is, and claims no launch', async () => {
    const home = await look(service, '/')
    expect(h1(home)).toBe('1,200 products. Which one is yours?')
    expect(home).toContain('Newest products')
    expect(home).toContain('April 2025')
    expect(home).toContain('/listings/imported-')
    for (const claim of ['Vote for the products', 'They won', 'Most votes', 'launched this week.'])
      expect(home, claim).not.toContain(claim)
    expect(home).toMatch(/SIP<\/span><i><\/i><span>1,200</)
    // The name of a row's category is that of the category, and not made of its slug.
    for (const text of [home, await look(service, '/search?q=imported')])
      expect(text).toContain('<a href="/categories/sip">SIP</a>')
  })

  it('no board names somebody as first', async () => {
    expect(h1(await look(service, '/boards/community-all-time'))).toBe('Votes of all time')
    expect(h1(await look(service, '/boards/community-weekly'))).toBe('Votes of this week')
  })

  it('a search that finds nothing says where it looked', async () => {
    const found = await look(service, '/search?q=zzyzx')
    expect(h1(found)).toBe('Nothing here for “zzyzx”.')
    expect(found).toContain('We looked in names, taglines, descriptions and keywords')
    expect(found).not.toContain('Not every result')
    const all = await look(service, '/search')
    expect(h1(all)).toBe('1,200 products.')
    expect(all).toMatch(/1 to 20 of\s+1,200</)
  })

  it('the tree says what is inside, not that most have something', async () => {
    expect(h1(await look(service, '/categories'))).toBe('1 category.')
  })
})

it('labels are spelt as people write them', () => {
  expect(['sms-alerts', 'linkedin', 'rest-api', 'apiary'].map(titled)).toEqual([
    'SMS alerts',
    'LinkedIn',
    'Rest API',
    'Apiary',
  ])
})

it('what has no place among ranked ones stands where they stand', () => {
  const late = { slug: 'late', name: 'Late', tagline: null, votes: 0 }
  expect(String(row(late, { rank: null }))).toContain('<span class="rank"></span>')
  expect(String(row(late))).not.toContain('class="rank"')
})

it('a search that finds only what launches soon leads there', async () => {
  const service = await startService({ fill: fillTown })
  const found = await look(service, '/search?q=dawn')
  const [, href] = /href="(\/search\?[^"]*)"\s*>1 product launching soon</.exec(found)!
  expect(h1(await look(service, href!.replaceAll('&#38;', '&')))).toBe('1 product launching soon for “dawn”.')
  await service.close()
})

it('the latest updates end with page 250', async () => {
  const service = await startService({ fill: fillTown })
  const updates = async (page: number) =>
    (await look(service, `/updates?page=${page}`)).includes('The latest is from')
  expect([await updates(250), await updates(251)]).toEqual([false, true])
  await service.close()
})

describe('comparing', () => {
  it('takes names as people type them, addresses, and says when nothing is called so', async () => {
    const service = await withListings([
      { slug: 'patient-heron', name: 'Patient Heron' },
      { slug: 'last-ferry', name: 'Last Ferry', tagline: 'Tells you when the boat leaves' },
    ])
    for (const query of [
      'a=patient heron&b=Ferry',
      'a=patient-heron&b=https://x.example/listings/last-ferry',
      'a=Pateint Heron&b=lastferry',
    ])
      expect(h1(await look(service, `/compare?${query}`)), query).toBe(
        'Patient Heron and Last Ferry, side by side',
      )
    expect(await look(service, '/compare?a=zzyzx&b=Ferry')).toContain('No product here is called “')
    const boat = await look(service, '/compare?a=boat&b=patient-heron')
    expect(boat).toContain('No product here is called “boat”')
    expect(boat).toContain('href="/compare?a=last-ferry&#38;b=patient-heron">Last Ferry</a>')
    const neither = await look(service, '/compare?a=foo&b=bar')
    for (const name of ['foo', 'bar']) expect(neither).toContain(`No product here is called “${name}”`)
    expect(h1(neither)).toBe('Which two?')
    expect(await look(service, '/compare')).not.toContain('No product here is called')
    await service.close()
  })
})

describe('with launches to come', () => {
  it('the home names the day and who comes, without a number over them', async () => {
    const service = await withListings([
      { slug: 'soon', name: 'Soon', status: 'scheduled', launch_week: '2026-11-30', live_at: null },
      { slug: 'old', name: 'Old' },
    ])
    const home = await look(service, '/')
    expect(h1(home)).toBe('Nothing has launched this week yet.')
    expect(home).toMatch(/Launching on <time datetime="2026-11-30[^>]*>30 November 2026/)
    expect(home).toContain('href="/listings/soon"')
    expect(home).not.toContain('class="n"')
    const category = /href="(\/categories\/[^"]+)"/.exec(home)![1]!
    expect(await look(service, category)).toContain('None has votes yet')
    await service.close()
  })
})

describe('with more than a hundred launches in a week', () => {
  let service: Service
  const count = 205
  beforeAll(async () => {
    const launched = Array.from({ length: count }, (_, n) => ({
      slug: `launch-${n}`,
      launch_week: '2026-11-16',
      live_at: `2026-11-16T00:00:00.${String(n).padStart(3, '0')}Z`,
    }))
    const next = { slug: 'next', status: 'scheduled', launch_week: '2026-11-23', live_at: null } as const
    service = await withListings([...launched, next])
  })
  afterAll(() => service.close())

  it('the home says how many of them fly as flags, and the days of the next launches are dates', async () => {
    const home = await look(service, '/')
    expect(home.match(/class="mast"/g)).toHaveLength(7)
    expect(home).toContain('The first seven by votes:')
    expect(home).toMatch(/Launching on Monday <time datetime="2026-11-23[^>]*>23 November 2026/)
  })

  it('every one stands on one page of the week, with its rank', async () => {
    expect(await look(service, '/')).toMatch(/href="\/weeks\/2026-11-16"\s*>All 205 launches of this week/)
    const seen: string[] = []
    for (const page of [1, 2, 3]) {
      const text = await look(service, `/weeks/2026-11-16?page=${page}`)
      expect(text).toContain('aria-label="Pages"')
      for (const [, rank, slug] of text.matchAll(
        /<span class="rank">(\d+)<\/span>[\s\S]*?href="\/listings\/(launch-\d+)"/g,
      )) {
        expect(slug).toBe(`launch-${Number(rank) - 1}`)
        seen.push(slug!)
      }
    }
    expect(new Set(seen).size).toBe(count)
  })

  it('nobody with as many votes as the next is said to lead', async () => {
    expect(h1(await look(service, '/boards/community-weekly'))).toBe('Votes of this week')
  })

  it('an agent gets the next page', async () => {
    const { body } = await callRest(service, 'get_launch_week', { week: 'this', page: 3 })
    expect([body.live_launches, body.items.length, body.items[0].rank]).toEqual([count, 5, 201])
    const beyond = await callRest(service, 'get_launch_week', { week: 'this', page: 4 })
    expect([beyond.body.live_launches, beyond.body.items]).toEqual([count, []])
  })

  it('the week counts the same once it has closed, with what was imported later behind it', async () => {
    await service.storage.write((inside) =>
      closeWeek(inside, { site_id: 1, week: '2026-11-16' }, new Date('2026-11-23T00:00:00.000Z')),
    )
    await service.storage.write(async (inside) => {
      const { id } = (await inside.categories.bySlug('sip'))!
      await inside.listings.save(
        product([id], { slug: 'late', launch_week: '2026-11-16', live_at: '2026-11-17T00:00:00.000Z' }),
      )
    })
    service.clock.now = new Date('2026-11-24T00:00:00.000Z')
    const { body } = await callRest(service, 'get_launch_week', { week: '2026-11-16', page: 3 })
    expect([body.live_launches, body.items.length]).toEqual([count + 1, 6])
    expect(body.items.at(-1)).toMatchObject({ slug: 'late', rank: null })
  })
})
