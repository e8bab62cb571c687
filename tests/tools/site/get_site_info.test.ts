import { expect, it } from 'vitest'
import { fillTown, product } from '../../support/town.ts'
import { throughEveryDoor } from '../../support/service.ts'

throughEveryDoor('get_site_info', { fill: fillTown }, (open) => {
  it('names the site, how much it holds, and where everything is', async () => {
    const { call, service } = await open()
    const { status, body } = await call()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Launch Directory',
      url: service.url,
      live_listings: 6,
      categories: 7,
      api_url: `${service.url}/api/v1`,
      mcp_url: `${service.url}/mcp`,
    })
    expect(body.purpose).toMatch(/\.$/)
  })

  it('names addresses that answer', async () => {
    const { call, service } = await open()
    const { body } = await call()
    for (const address of [body.docs_url, body.openapi_url, body.llms_txt_url])
      expect((await service.fetch(address.slice(service.url.length))).status, address).toBe(200)
  })

  it('counts again at once', async () => {
    const { call, service } = await open()
    const id = await service.storage.write(async ({ listings, categories }) =>
      listings.save(product([(await categories.bySlug('work'))!.id], { slug: 'guest' })),
    )
    expect((await call()).body.live_listings).toBe(7)
    await service.storage.write(({ listings }) => listings.remove(id))
    expect((await call()).body.live_listings).toBe(6)
  })

  it('refuses what it does not know, by name', async () => {
    const { call } = await open()
    const { status, body } = await call({ colour: 'red' })
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      {
        pointer: '/colour',
        code: 'unknown_key',
        message: 'Unknown parameter of get_site_info. It takes nothing.',
      },
    ])
  })
})
