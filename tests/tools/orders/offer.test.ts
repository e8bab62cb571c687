// A host that can open pages is asked to open the checkout, and gets the link all the same.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../../support/callers.ts'
import { openSubmitted } from '../../support/drafting.ts'

let world: Awaited<ReturnType<typeof openSubmitted>>
let ana: Caller
let listing_id: number
beforeAll(async () => {
  world = await openSubmitted()
  ;({ ana, listing_id } = world)
})
afterAll(() => world.close())

async function host(capabilities: object, action: 'accept' | 'decline' | 'cancel' = 'accept') {
  const opened: { url: string; message: string }[] = []
  const client = new Client(
    { name: 'host', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' }, capabilities },
  )
  if ('elicitation' in capabilities)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      opened.push(params as { url: string; message: string })
      // The person pays there before the host answers.
      const { origin, pathname } = new URL(opened.at(-1)!.url)
      if (opened.length === 2)
        await fetch(`${world.service.url}${pathname}/pay`, {
          method: 'POST',
          body: new URLSearchParams({ play: 'success' }),
          headers: { origin },
          redirect: 'manual',
        })
      return { action }
    })
  const url = new URL(`${world.service.url}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: ana.headers } }))
  return { client, opened }
}
const order = async (client: Client, items: object[]) => {
  const result = await client.callTool({ name: 'create_checkout', arguments: { items, country: 'FI' } })
  return result.structuredContent as { number: string; status: string; checkout_url: string | null }
}

it('opens the checkout where the host can, makes one order, and shows what has become of it', async () => {
  const { client, opened } = await host({ elicitation: { url: {} } })
  const launch = { product: 'launch', listing_id, week: '2026-12-07' }
  const first = await order(client, [launch])
  expect(opened).toMatchObject([{ url: first.checkout_url, message: expect.stringContaining(first.number) }])
  const second = await order(client, [launch])
  expect(second).toMatchObject({ number: first.number, status: 'paid', checkout_url: null })
  expect((await ana.get('list_my_orders')).total).toBe(1)
  await client.close()
})

it.each(['decline', 'cancel'] as const)('takes no agreement from a person who says %s', async (action) => {
  const { client, opened } = await host({ elicitation: { url: {} } }, action)
  const result = await client.callTool({
    name: 'create_checkout',
    arguments: { items: [{ product: 'media', listing_id }], country: 'FI' },
  })
  const made = result.structuredContent as { status: string; next_steps: { why: string }[] }
  expect([made.status, opened.length]).toEqual(['pending', 1])
  expect(made.next_steps[0]!.why).toContain('did not open the checkout page, so nothing is agreed')
  await client.close()
})

it('returns the link to a host that cannot', async () => {
  const { client, opened } = await host({})
  const made = await order(client, [{ product: 'story', listing_id }])
  expect([made.status, opened.length]).toEqual(['pending', 0])
  expect(made.checkout_url).toContain('/checkout/lo_')
  await client.close()
})
