// What the operator's command line does with products and orders. Each function returns what is printed. None can mark
// an order as paid: only the payment provider can.
import { writeFileSync } from 'node:fs'
import { noteOperator } from '../../auth/coming.ts'
import type { OpenStorage } from '../../storage/storage.ts'
import { Mistake } from '../../mistake.ts'
import { money } from './price.ts'
import { refundLater } from './settle.ts'

/** products: list what is sold on each site, and the prices. */
export async function operatorProducts(storage: OpenStorage): Promise<string> {
  const lines: string[] = []
  for (const site of await storage.sites.all())
    for (const { key, name, amount_cents, minimum_cents } of await storage.products.active(site.id)) {
      const price =
        amount_cents === null
          ? `from ${money(minimum_cents ?? 1, site.currency)}`
          : money(amount_cents, site.currency)
      lines.push([site.key, key, price, name].join('\t'))
    }
  return lines.join('\n') || 'Nothing is sold here.'
}

/** orders refund: the running service refunds the payment of an order, and undoes what it had bought. */
export async function operatorRefund(storage: OpenStorage, number: string, now: Date): Promise<string> {
  const order = await storage.orders.find({ number })
  if (order === undefined) throw new Mistake(`There is no order ${number}.`)
  if (order.status !== 'paid')
    throw new Mistake(`Order ${number} is ${order.status}; only a paid one can be refunded.`)
  const payment = order.provider_payment!
  const outcome = `${money(order.gross_cents, order.currency)} is being refunded`
  const subject = { about: 'payment', about_id: payment, name: number }
  await storage.write(async (inside) => {
    await refundLater(inside, order.id, payment, now)
    await noteOperator(inside, subject, { action: 'refund_order', outcome, now })
  })
  return `Order ${number}: ${outcome}. "jobs" shows whether it went through.`
}

const columns = [
  ...['number', 'status', 'receipt_number', 'credit_note_number', 'created_at', 'paid_at', 'refunded_at'],
  ...['buyer_name', 'buyer_email', 'buyer_country', 'buyer_vat_number', 'currency', 'net_cents'],
  ...['vat_rate_bp', 'vat_cents', 'gross_cents', 'returned_cents', 'vat_reason', 'vat_number_check'],
  ...['buyer_address', 'country_evidence', 'provider', 'provider_payment'],
] as const

/** orders export: writes every order into a file that only its owner can read. */
export async function operatorOrders(storage: OpenStorage, file: string): Promise<string> {
  const { csv, count } = await ordersAsCsv(storage)
  writeFileSync(file, csv, { mode: 0o600 })
  return `${count} orders written to ${file}.`
}

/** Every order as a line of CSV (RFC 4180), amounts in cents. */
export async function ordersAsCsv(storage: OpenStorage): Promise<{ csv: string; count: number }> {
  const orders = await storage.orders.all()
  const lines = orders.map((order) =>
    columns.map((name) => cell((order as Record<string, unknown>)[name])).join(','),
  )
  return { csv: [columns.join(','), ...lines, ''].join('\r\n'), count: orders.length }
}

/** A cell that a spreadsheet would take for a formula is prefixed so that it stays text. */
function cell(value: unknown): string {
  const text =
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
