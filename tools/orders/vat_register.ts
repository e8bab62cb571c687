// Asks the register of VAT numbers of the EU (VIES) whether it knows a number. It is often away, whole or for one country.
import { z } from 'zod'
import type { Outbound } from '../../outbound.ts'
import { Refusal } from '../errors.ts'
import type { Buyer, Vat } from './vat.ts'

const register = 'https://ec.europa.eu/taxation_customs/vies/rest-api/ms'
const answer = z.object({ isValid: z.boolean(), userError: z.string() })

type VatNumberCheck = 'valid' | 'unchecked'

/**
 * What the register says of a number on which the VAT depends; null where it does not. One that the register does not
 * know is refused; where it does not answer, the number stays unchecked.
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

/** Null where the register, or that of the country, does not answer now. */
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
