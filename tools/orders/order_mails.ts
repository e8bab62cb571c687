// The mails about an order: the receipt, and the credit note of a refund.
import { mailOf } from '../../auth/letter.ts'
import type { Seller } from '../../config.ts'
import { countryName } from '../../countries.ts'
import type { NewMail } from '../../storage/mail.ts'
import type { Order, OrderLine } from '../../storage/orders.ts'
import { checkoutUrl } from './order_view.ts'
import { money } from './price.ts'

type OrderMail = {
  order: Order
  lines: readonly OrderLine[]
  site_name: string
  seller: Seller
  public_url: string
}

export function receiptMail(mail: OrderMail): NewMail {
  const { order } = mail
  return letter(mail, {
    kind: 'receipt',
    title: `Receipt ${order.receipt_number} from ${mail.site_name}`,
    opening: `Thank you. ${money(order.gross_cents, order.currency)} was paid for order ${order.number}.`,
    at: order.paid_at!,
  })
}

export function refundMail(mail: OrderMail): NewMail {
  const { order } = mail
  return letter(mail, {
    kind: 'refund',
    title: `Credit note ${order.credit_note_number} from ${mail.site_name}`,
    opening: `${money(order.gross_cents, order.currency)} of order ${order.number} is refunded to you, and what it bought was undone.`,
    at: order.refunded_at!,
  })
}

function letter(
  { order, lines, site_name, seller, public_url }: OrderMail,
  about: { kind: string; title: string; opening: string; at: string },
): NewMail {
  const amounts = [
    ...lines.map(
      (line) => `${line.name}, ${line.listing_name}: ${money(line.net_cents, order.currency)} net`,
    ),
    `Net ${money(order.net_cents, order.currency)}, VAT ${order.vat_rate_bp / 100}% ${money(order.vat_cents, order.currency)}, total ${money(order.gross_cents, order.currency)}. ${order.vat_explanation}`,
  ]
  return mailOf({
    kind: about.kind,
    occasion: String(order.number),
    recipient: order.buyer_email!,
    site_name,
    title: about.title,
    paragraphs: [...(order.provider === 'test' ? [played] : []), about.opening, ...amounts],
    button: { label: 'Open the receipt', url: `${checkoutUrl(order, public_url)}/receipt` },
    after: [buyerLine(order), sellerLine(seller)],
    public_url,
    created_at: about.at,
  })
}

const played = 'This was a test: no money moved.'

function buyerLine({ buyer_name, buyer_address, buyer_country, buyer_vat_number }: Order): string {
  const address = buyer_address?.replaceAll(/\s*\n\s*/g, ', ') ?? null
  const country = buyer_country === null ? null : countryName(buyer_country)
  const number = buyer_vat_number === null ? null : `VAT number ${buyer_vat_number}`
  return `Buyer: ${[buyer_name, address, country, number].filter((part) => part !== null).join(', ')}.`
}

function sellerLine({ name, address, vat_number }: Seller): string {
  const parts = [name, address, vat_number === null ? null : `VAT number ${vat_number}`]
  return `Seller: ${parts.filter((part) => part !== null).join(', ')}.`
}
