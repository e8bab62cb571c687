import { expect, it } from 'vitest'
import { throughEveryDoor } from '../../support/service.ts'

throughEveryDoor('get_site_info', {}, (open) => {
  it('names the site and where everything is', async () => {
    const { call, service } = await open()
    const { status, body } = await call()
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Launch Directory', mcp_url: `${service.url}/mcp`, url: service.url })
  })

  it('refuses what it does not know, by name', async () => {
    const { call } = await open()
    const { status, body } = await call({ colour: 'red' })
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      {
        pointer: '/colour',
        code: 'unknown_key',
        message: 'Not a parameter of get_site_info. It takes nothing.',
      },
    ])
  })
})
