import { page, pageOf, paging, windowOf } from '../inputs.ts'
import { z } from 'zod'
import { defineTool } from '../tool.ts'
import { orderView, presentOrder } from './order_view.ts'

const shown = {
  number: true,
  status: true,
  checkout_url: true,
  currency: true,
  gross_cents: true,
  under_way: true,
  receipt_url: true,
  created_at: true,
  paid_at: true,
} as const

export default defineTool({
  name: 'list_my_orders',
  title: 'Your orders',
  description:
    'Lists your orders, newest first: your billing history of purchases, payments, invoices and ' +
    'receipts; get_order has the lines.',
  scope: 'account:read',
  http: { method: 'GET', path: '/orders' },
  tag: 'Orders',
  input: z.strictObject(paging),
  output: pageOf(orderView.pick(shown)),
  async handler(input, context) {
    const { storage, site, caller } = context
    const { items, total } = await storage.orders.mine(caller.user_id, site.id, windowOf(input))
    const shown = await Promise.all(items.map((order) => presentOrder(order, [], context)))
    return page(input, { items: shown, total })
  },
})
