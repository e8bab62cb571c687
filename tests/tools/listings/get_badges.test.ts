import { load } from 'cheerio'
import { expect, it } from 'vitest'
import { faultOfXml } from '../../support/xml.ts'
import { fillTown, product } from '../../support/town.ts'
import { throughEveryDoor } from '../../support/service.ts'

type Badge = { key: string; label: string; html: string; svg_url: string; svg_urls: string[] }

throughEveryDoor('get_badges', { fill: fillTown }, (open) => {
  it.each([
    ['tide', ['listed', 'launched']],
    ['almanac', ['listed']],
    ['rota', ['listed', 'launched', 'featured', 'verified', 'launch-of-the-week-1']],
    ['pennywise', ['listed', 'launched', 'launch-of-the-week-2']],
    ['dawn', []],
  ])('names what %s has earned', async (slug, expected) => {
    const { call } = await open()
    const { status, body } = await call({ slug })
    expect(status).toBe(200)
    expect(body.items.map(({ key }: Badge) => key)).toEqual(expected)
  })

  it('draws every badge in every style as well-formed SVG of the size it says', async () => {
    const { call, service } = await open()
    const { body } = await call({ slug: 'rota' })
    const urls = (body.items as Badge[]).flatMap(({ svg_urls }) => svg_urls)
    expect(urls).toHaveLength(5 * 45)
    expect(new Set(urls).size).toBe(urls.length)
    for (const url of urls) {
      const response = await service.fetch(url.slice(service.url.length))
      expect(response.status, url).toBe(200)
      expect(response.headers.get('content-type')).toBe('image/svg+xml')
      const svg = await response.text()
      expect(faultOfXml(svg), url).toBeNull()
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    }
  })

  it('gives HTML in the style asked for: a followed link around the image', async () => {
    const { call, service } = await open()
    const style = { shape: 'banner', mode: 'dark', size: 'l' }
    const { body } = await call({ slug: 'tide', ...style })
    const [badge] = body.items as [Badge]
    expect(badge.svg_url).toBe(`${service.url}/badges/tide/listed-banner-dark-l.svg`)
    expect(badge.svg_urls).toContain(badge.svg_url)
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
    await service.storage.write(async (inside) => {
      const category = (await inside.categories.bySlug('work'))!.id
      await inside.listings.save(product([category], { slug: 'trickster', name }))
    })
    const { body } = await call({ slug: 'trickster' })
    const page = load(body.items[0].html)
    expect(page('script')).toHaveLength(0)
    expect(page('img').attr('alt')).toBe(`${name}: Listed on Launch Directory`)
  })

  it.each([
    '/badges/tide/verified-standard-auto-m.svg',
    '/badges/tide/launch-of-the-week-1-standard-auto-m.svg',
    '/badges/pennywise/launch-of-the-week-1-standard-auto-m.svg',
    '/badges/dawn/listed-standard-auto-m.svg',
    '/badges/hidden-suspended/listed-standard-auto-m.svg',
    '/badges/nobody/listed-standard-auto-m.svg',
    '/badges/tide/listed-round-auto-m.svg',
    '/badges/tide/listed-standard-auto-m.png',
    '/badges/tide/constructor-standard-auto-m.svg',
    '/badges/tide',
  ])('is not there unless earned and known: %s', async (path) => {
    const { service } = await open()
    const response = await service.fetch(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found', status: 404 })
  })

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
