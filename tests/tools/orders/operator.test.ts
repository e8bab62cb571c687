import { afterAll, beforeAll, expect, it } from 'vitest'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operatorProducts, operatorRefund, ordersAsCsv } from '../../../tools/orders/operator.ts'
import { operatorPrice } from '../../../tools/team/products.ts'
import { operatorAddSite } from '../../../tools/team/sites.ts'
import { readConfig } from '../../../config.ts'
import { startService, thursday, type Service } from '../../support/service.ts'
import { fillTown } from '../../support/town.ts'

let service: Service
beforeAll(async () => void (service = await startService({ fill: fillTown })))
afterAll(() => service.close())

const place = () => ({ now: thursday, public_url: service.url, seller: readConfig({}).SELLER })

it('shows prices and changes them for orders to come', async () => {
  const { storage } = service
  expect(await operatorProducts(storage)).toContain('main\tlaunch\tEUR 99.00\tLaunch')
  const price = (site_key: string, key: string, cents: string) =>
    operatorPrice(storage, { site_key, key, cents }, place())
  expect(await price('main', 'launch', '12900')).toBe('Launch: main: EUR 99.00 → EUR 129.00.')
  expect(await price('main', 'billboard', '1000')).toContain('EUR 10.00 at least')
  expect(await operatorProducts(storage)).toContain('main\tbillboard\tfrom EUR 10.00')
  const [told] = await storage.audit.deeds({ user_id: 0 }, { limit: 1, offset: 0 })
  expect(told!.deed).toMatchObject({ operation: 'set_price', subject: 'product billboard' })
})

it('sells on a second site once it has a price there', async () => {
  const { storage } = service
  await operatorAddSite(storage, ['second', 'second.example', 'Second', 'Another'], place())
  const said = operatorPrice(storage, { site_key: 'second', key: 'launch', cents: '500' }, place())
  expect(await said).toBe('Launch: second: not sold → EUR 5.00.')
  expect(await operatorProducts(storage)).toContain('second\tlaunch\tEUR 5.00')
})

it.each([
  [{ site_key: 'main', key: 'launch', cents: '-5' }, 'in cents'],
  [{ site_key: 'main', key: 'launch', cents: '12.50' }, 'in cents'],
  [{ site_key: 'other', key: 'launch', cents: '5' }, 'no site other'],
  [{ site_key: 'main', key: 'votes', cents: '5' }, 'no product votes'],
])('refuses a price that cannot be: %o', async (given, words) => {
  await expect(operatorPrice(service.storage, given, place())).rejects.toThrow(words)
})

it('refunds only what is paid', async () => {
  await expect(operatorRefund(service.storage, 'LD-2026-000404', thursday)).rejects.toThrow(
    'There is no order',
  )
})

it('writes orders that no spreadsheet runs', async () => {
  const { storage } = service
  await storage.write(async ({ orders, users }) => {
    const { id: user_id } = await users.ensure('=HYPERLINK("x")@tide.test', thursday.toISOString())
    const at = thursday.toISOString()
    await orders.add(
      {
        ...{ site_id: 1, user_id, quote: 'q', currency: 'EUR', net_cents: 1, vat_cents: 0, gross_cents: 1 },
        ...{ vat_rate_bp: 0, vat_reason: 'outside_scope', vat_explanation: '', buyer_name: '=1+1, "Ana"' },
        ...{ buyer_country: 'US', checkout_token: 'lo_1', provider: 'test', created_at: at, expires_at: at },
      },
      [
        {
          ...{ product: 'launch', name: 'Launch', listing_id: 1, listing_name: 'Rota', week: null },
          ...{ net_cents: 1, vat_rate_bp: 0, vat_cents: 0, gross_cents: 1 },
        },
      ],
    )
  })
  const { csv, count } = await ordersAsCsv(storage)
  expect(count).toBe(1)
  expect(csv.split('\r\n')[1]).toContain('"\'=1+1, ""Ana"""')
})

it('nothing but what the payment provider says makes an order paid', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const sources: string[] = ['tools', 'jobs', 'http', 'auth', 'storage', 'admin.ts', 'serve.ts'].flatMap(
    (name) =>
      name.endsWith('.ts')
        ? [name]
        : readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
            .filter((file) => file.endsWith('.ts'))
            .map((file) => `${name}/${file.replaceAll('\\', '/')}`),
  )
  const naming = (pattern: RegExp) =>
    sources.filter((name) => pattern.test(readFileSync(join(root, name), 'utf8'))).sort()
  // What takes in the provider's events, alone; the page that plays and the job that plays late go through it.
  const fulfils = naming(/\bfulfil\b[^}]*\} from '[^']*\/settle\.ts'/)
  expect(fulfils).toEqual(['tools/orders/take_in.ts'])
  expect(naming(/from '[^']*take_in\.ts'/)).toEqual([
    'jobs/play_payment.ts',
    'jobs/reconcile_payments.ts',
    'jobs/refund_payment.ts',
    'tools/orders/checkout.ts',
    'tools/orders/pay_order.ts',
    'tools/orders/take_payment_event.ts',
  ])
  expect(naming(/status: 'paid'/)).toEqual(['tools/orders/settle.ts'])
  const operations = sources.filter(
    (name) => /^tools\/.*\.ts$/.test(name) && /defineTool\(/.test(readFileSync(join(root, name), 'utf8')),
  )
  for (const name of operations)
    expect(readFileSync(join(root, name), 'utf8'), name).not.toMatch(
      /orders\/settle\.ts|take_in\.ts|payment_events/,
    )
})
