import { z } from 'zod'
import { notFound } from '../errors.ts'
import { defineTool } from '../tool.ts'
import { orderView, presentOrder } from './order_view.ts'

export default defineTool({
  name: 'get_order',
  title: 'One order',
  description:
    'Shows one of your orders by its number: its status (paid or not), lines, VAT, receipt, and the ' +
    'checkout link while it waits.',
  scope: 'account:read',
  http: { method: 'GET', path: '/orders/{number}' },
  tag: 'Orders',
  input: z.strictObject({
    number: z
      .string()
      .max(20)
      .regex(/^LD-\d{4}-\d{6,}$/, 'Must be an order number, for example LD-2026-000123.')
      .describe('Such as LD-2026-000123'),
  }),
  output: orderView,
  example: { number: 'LD-2026-000123' },
  async handler({ number }, context) {
    const { storage, caller } = context
    const order = await storage.orders.byNumber(caller.user_id, number)
    if (order === undefined)
      throw notFound('order of this number among yours', [
        { tool: 'list_my_orders', arguments: {}, why: 'Lists your orders with their numbers' },
      ])
    return presentOrder(order, await storage.orders.linesOf([order.id]), context)
  },
})
