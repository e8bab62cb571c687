import { load } from 'cheerio'
import { expect, it } from 'vitest'
import { bearer, keyFor } from '../../support/people.ts'
import { callMcp, callRest, connectMcp, throughEveryDoor, type Service } from '../../support/service.ts'
import { fillTown, product } from '../../support/town.ts'
import { faultOfXml } from '../../support/xml.ts'

type Badge = { key: string; label: string; html: string; svg_url: string; svg_url_template: string }

async function add(service: Service, given: Parameters<typeof product>[1]): Promise<number> {
  return service.storage.write(async (inside) => {
    const category = (await inside.categories.bySlug('work'))!.id
    return inside.listings.save(product([category], given))
  })
}

throughEveryDoor('get_badges', { fill: fillTown }, (open) => {
  it.each([
    ['tide', ['listed', 'launched']],
    ['almanac', ['listed']],
    ['rota', ['listed', 'launched', 'featured', 'verified', 'launch-of-the-week-1']],
    ['pennywise', ['listed', 'launched', 'launch-of-the-week-2']],
    ['dawn', ['listed']],
  ])('names what %s has earned', async (slug, expected) => {
    const { call } = await open()
    const { status, body } = await call({ slug })
    expect(status).toBe(200)
    expect(body.items.map(({ key }: Badge) => key)).toEqual(expected)
  })

  it('names every style by one template, and draws each as well-formed SVG', async () => {
    const { call, service } = await open()
    const { body } = await call({ slug: 'rota' })
    for (const { key, svg_url_template } of body.items as Badge[]) {
      expect(svg_url_template).toBe(`${service.url}/badges/rota/${key}-{shape}-{mode}-{size}.svg`)
      const url = svg_url_template.replace('{shape}', 'pill').replace('{mode}', 'dark').replace('{size}', 's')
      const response = await fetch(url)
      expect(response.status, url).toBe(200)
      expect(response.headers.get('content-type')).toBe('image/svg+xml')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(response.headers.get('content-security-policy')).toContain('sandbox')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(faultOfXml(await response.text()), url).toBeNull()
    }
  })

  it('names the image first, then the markup', async () => {
    const { call } = await open()
    const { body } = await call({ slug: 'rota' })
    expect(Object.keys(body.items[0])).toEqual(['key', 'label', 'svg_url', 'html', 'svg_url_template'])
    expect(JSON.stringify(body).length).toBeLessThan(3500)
  })

  it('gives HTML in the style asked for: a followed link around the image', async () => {
    const { call, service } = await open()
    const style = { shape: 'banner', mode: 'dark', size: 'l' }
    const { body } = await call({ slug: 'tide', ...style })
    const [badge] = body.items as [Badge]
    expect(badge.svg_url).toBe(`${service.url}/badges/tide/listed-banner-dark-l.svg`)
    const page = load(badge.html)
    expect(page('a').attr('href')).toBe(`${service.url}/listings/tide`)
    expect(page('a').attr('rel')).toBeUndefined()
    expect(page('a > img').attr('src')).toBe(badge.svg_url)
    const svg = await (await service.fetch(`/badges/tide/listed-banner-dark-l.svg`)).text()
    expect(svg).toContain(`width="${page('img').attr('width')}" height="${page('img').attr('height')}"`)
  })

  it('has standard, auto and m as the usual style', async () => {
    const { call, service } = await open()
    const { body } = await call({ slug: 'tide' })
    expect(body.items[0].svg_url).toBe(`${service.url}/badges/tide/listed-standard-auto-m.svg`)
  })

  it('escapes a name that would break out of the markup', async () => {
    const { call, service } = await open()
    const name = `"><script>alert('1')</script>&`
    await add(service, { slug: 'trickster', name })
    const { body } = await call({ slug: 'trickster' })
    const page = load(body.items[0].html)
    expect(page('script')).toHaveLength(0)
    expect(page('img').attr('alt')).toBe(`${name}: Listed on Launch Directory`)
    const svg = await (await service.fetch('/badges/trickster/listed-standard-auto-m.svg')).text()
    expect(svg).not.toContain('alert')
  })

  it.each([
    '/badges/hidden-suspended/listed-standard-auto-m.svg',
    '/badges/nobody/listed-standard-auto-m.svg',
    '/badges/tide/listed-round-auto-m.svg',
    '/badges/tide/listed-standard-auto-m.png',
    '/badges/tide/constructor-standard-auto-m.svg',
    '/badges/tide',
  ])('is not there where nothing is listed, or no badge is named: %s', async (path) => {
    const { service } = await open()
    const response = await service.fetch(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found', status: 404 })
  })

  it.each(['tide/verified', 'tide/launch-of-the-week-1', 'pennywise/launch-of-the-week-1', 'dawn/launched'])(
    'says no more than "Listed on" where a badge is not earned, or no longer: %s',
    async (badge) => {
      const { service } = await open()
      const response = await service.fetch(`/badges/${badge}-standard-auto-m.svg`)
      const slug = badge.split('/')[0]!
      const neutral = await service.fetch(`/badges/${slug}/listed-standard-auto-m.svg`)
      expect(response.status).toBe(200)
      const svg = await response.text()
      expect(svg).toBe(await neutral.text())
      expect(svg).toContain('aria-label="Listed on Launch Directory"')
    },
  )

  it('gives a listing on the free plan its badge before the launch, and one without a plan none', async () => {
    const { call, service } = await open()
    const ana = await keyFor(service, 'ana@tide.example')
    const waiting = { slug: 'waiting-room', status: 'awaiting_badge', plan: 'free', live_at: null } as const
    const id = await add(service, waiting)
    await service.storage.write(({ owners }) => owners.add(id, ana.user_id, '2026-11-19T00:00:00.000Z'))
    const client = await connectMcp(service, bearer(ana.key))
    for (const { status, body } of [
      await callRest(service, 'get_badges', { slug: 'waiting-room' }, bearer(ana.key)),
      await callMcp(client, 'get_badges', { slug: 'waiting-room' }),
    ]) {
      expect(status).toBe(200)
      expect(body.items.map(({ key }: Badge) => key)).toEqual(['listed'])
    }
    await client.close()
    expect((await call({ slug: 'waiting-room' })).status).toBe(200)
    await add(service, { slug: 'no-plan', status: 'draft', plan: null, live_at: null })
    expect((await call({ slug: 'no-plan' })).status).toBe(404)
    expect((await service.fetch('/badges/waiting-room/listed-pill-dark-s.svg')).status).toBe(200)
  })

  it('tells shared caches nothing of what an owner is told', async () => {
    const { service } = await open()
    const { key } = await keyFor(service, 'ana@tide.example')
    const path = '/api/v1/listings/tide/badges'
    const { headers } = await service.fetch(path)
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual([
      'public, max-age=10',
      'Authorization',
    ])
    const own = await service.fetch(path, { headers: bearer(key) })
    expect(own.headers.get('cache-control')).toBe('private, no-cache')
  })

  it.each(['draft', 'suspended', 'withdrawn'] as const)(
    'shows nothing of a listing that is %s',
    async (status) => {
      const { service } = await open()
      const ana = await keyFor(service, 'ana@tide.example')
      const slug = `is-${status}`
      const id = await add(service, { slug, status, plan: status === 'draft' ? null : 'free' })
      await service.storage.write(({ owners }) => owners.add(id, ana.user_id, '2026-11-19T00:00:00.000Z'))
      expect((await service.fetch(`/badges/${slug}/listed-pill-dark-s.svg`)).status).toBe(404)
      const { status: answered, body } = await callRest(service, 'get_badges', { slug }, bearer(ana.key))
      expect([answered, body.items]).toEqual([200, []])
    },
  )

  it('keeps the images of a former slug working', async () => {
    const { call, service } = await open()
    await service.storage.write(async (inside) => {
      const category = (await inside.categories.bySlug('work'))!.id
      const id = await inside.listings.save(product([category], { slug: 'old-sign' }))
      await inside.listings.save(product([category], { id, slug: 'new-sign' }))
    })
    expect((await service.fetch('/badges/old-sign/listed-standard-auto-m.svg')).status).toBe(200)
    expect((await call({ slug: 'old-sign' })).body.items[0].svg_url).toContain('/badges/new-sign/')
  })

  it.each([
    [{ slug: 'tide', shape: 'round' }, '/shape'],
    [{ slug: 'tide', mode: 'dim' }, '/mode'],
    [{ slug: 'tide', size: 'xl' }, '/size'],
  ])('refuses the style of %j', async (input, pointer) => {
    const { call } = await open()
    const { status, body } = await call(input)
    expect(status).toBe(400)
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code: 'invalid_value' })])
  })

  it('does not know a listing that is not there', async () => {
    const { call } = await open()
    expect((await call({ slug: 'nobody' })).status).toBe(404)
  })
})
