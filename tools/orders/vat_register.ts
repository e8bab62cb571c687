// Checks VAT numbers in the EU's register (VIES), which is often unavailable, as a whole or for one country.
import { z } from 'zod'
import type { Outbound } from '../../outbound.ts'
import { Refusal } from '../errors.ts'
import type { Buyer, Vat } from './vat.ts'

const register = 'https://ec.europa.eu/taxation_customs/vies/rest-api/ms'
const answer = z.object({ isValid: z.boolean(), userError: z.string() })

type VatNumberCheck = 'valid' | 'unchecked'

/**
 * The register's answer about a number that the VAT depends on; null if the VAT does not. An unknown number
 * is refused; if the register does not answer, the number stays unchecked.
 */
export async function checkVatNumber(
  { vat_number }: Buyer,
  { reason }: Vat,
  outbound: Outbound,
): Promise<VatNumberCheck | null> {
  if (vat_number === null) return null
  if (reason !== 'reverse_charge') return 'unchecked'
  const answer = await ask(vat_number, outbound).catch(() => null)
  if (answer === null) return 'unchecked'
  if (answer) return 'valid'
  const message =
    'The register of VAT numbers of the EU (VIES) does not know this number. Check it, or leave it out: then VAT is charged.'
  throw new Refusal('invalid_input', `vat_number: ${message}`, {
    errors: [{ pointer: '/vat_number', code: 'not_registered', message }],
  })
}

/** Null if the register, or that country's part of it, does not answer now. */
async function ask(number: string, outbound: Outbound): Promise<boolean | null> {
  const exchange = await outbound.fetch({
    url: `${register}/${number.slice(0, 2)}/vat/${encodeURIComponent(number.slice(2))}`,
    ...{ accept: 'application/json', max_bytes: 20_000, timeout_ms: 5000, redirects: 0, https_only: true },
  })
  if (exchange.status !== 200) return null
  const { isValid, userError } = answer.parse(JSON.parse(Buffer.from(exchange.body).toString()))
  if (userError === 'VALID') return isValid
  return userError === 'INVALID' ? false : null
}
