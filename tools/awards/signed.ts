// An award as signed text: the signature proves offline that it was given; only the site can say that it still stands.
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import type { Award } from '../../storage/awards.ts'
import type { LedgerKey } from '../../storage/ledger/rows.ts'
import { awardPath } from './award.ts'

const typ = 'award+jwt'
const idOf = ({ origin, vkey }: Pick<LedgerKey, 'origin' | 'vkey'>): string =>
  vkey.slice(origin.length + 1).split('+', 1)[0]!

/** The signed claims. The holder is a domain, because a badge says nothing about any other site. */
function claimsOf(award: Award, title: string, { origin }: LedgerKey, public_url: string) {
  const { id, kind, period, place, votes, domain, slug, ledger_n } = award
  return {
    ...{ iss: public_url, sub: `${public_url}/listings/${slug}`, jti: public_url + awardPath(id) },
    ...{ award: title, kind, period, place, votes, holder: domain, log: origin, index: ledger_n },
  }
}

/** Null until the site has a ledger, whose key signs. */
export async function signedText(
  award: Award,
  title: string,
  keys: readonly LedgerKey[],
  public_url: string,
): Promise<string | null> {
  const key = keys.findLast(({ signs_until }) => signs_until === null)
  if (key === undefined || award.ledger_n === null || award.revoked_at !== null) return null
  return new SignJWT(claimsOf(award, title, key, public_url))
    .setProtectedHeader({ alg: 'EdDSA', typ, kid: idOf(key) })
    .sign(createPrivateKey({ key: Buffer.from(key.secret, 'base64'), format: 'der', type: 'pkcs8' }))
}

function publicKeyOf({ origin, vkey }: LedgerKey): KeyObject {
  const typed = vkey
    .slice(origin.length + 1)
    .split('+')
    .slice(1)
    .join('+')
  const x = Buffer.from(typed, 'base64').subarray(1).toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

/** The award number and the claims in a text that we signed; null if we did not sign it. */
export async function readSigned(
  text: string,
  keys: readonly LedgerKey[],
  public_url: string,
): Promise<{ number: number; says: Record<string, unknown>; key: LedgerKey } | null> {
  try {
    const { kid } = decodeProtectedHeader(text)
    const key = keys.find((one) => idOf(one) === kid)
    if (key === undefined) return null
    const bound = { algorithms: ['EdDSA'], typ, issuer: public_url, requiredClaims: ['jti'] }
    const { payload } = await jwtVerify(text, publicKeyOf(key), bound)
    const number = Number(payload.jti!.slice(`${public_url}/awards/`.length))
    return payload.jti === public_url + awardPath(number) ? { number, says: payload, key } : null
  } catch {
    return null
  }
}

/** Whether the claims match our record. A listing's page may move to another address; what it won does not change. */
export function isSaid(
  { says, key }: { says: Record<string, unknown>; key: LedgerKey },
  award: Award,
  title: string,
  public_url: string,
): boolean {
  const { sub: _, ...told } = claimsOf(award, title, key, public_url)
  const { sub: _said, ...said } = says
  return isDeepStrictEqual(said, told)
}
