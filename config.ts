// The only reader of the environment.
import { join } from 'node:path'
import type { z } from 'zod'
import { isLoopbackSite } from './addresses.ts'
import { Mistake } from './mistake.ts'
import { capsFrom } from './policies.ts'
import { doubtsOf, proxiesIn, settings } from './settings.ts'

export type Config = ReturnType<typeof readConfig>

/** Reads the settings, or throws one sentence for each that cannot be used. */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Mistake(`The settings cannot be used.\n${lines.join('\n')}`)
  }
  const {
    PORT,
    PUBLIC_URL,
    BACKUP_DIR,
    MAIL_FROM,
    TRUST_PROXY,
    OIDC_ISSUER,
    OIDC_CLIENT_ID,
    OIDC_CLIENT_SECRET,
    ...rest
  } = parsed.data
  const url = new URL(PUBLIC_URL ?? `http://localhost:${PORT}`)
  demandSecure('PUBLIC_URL', url)
  demandPayments(parsed.data, isLoopbackSite(url.href))
  if (parsed.data.METRICS === 'on' && parsed.data.METRICS_TOKEN === undefined && !isLoopbackSite(url.href))
    throw new Mistake(
      'The settings cannot be used.\nMETRICS: on shows everybody how this public service does. Set METRICS_TOKEN too.',
    )
  if ((parsed.data.ALERT_WEBHOOK_URL === undefined) !== (parsed.data.ALERT_WEBHOOK_SECRET === undefined))
    throw new Mistake(
      'The settings cannot be used.\nALERT_WEBHOOK_URL and ALERT_WEBHOOK_SECRET belong together: set both, or none.',
    )
  return {
    ...rest,
    CAPS: capsFrom(parsed.data),
    PORT,
    PUBLIC_URL: url.origin,
    BACKUP_DIR: BACKUP_DIR ?? join(rest.DATA_DIR, 'backups'),
    /** Whether the service can be reached from this machine only. */
    AT_HOME: isLoopbackSite(url.href),
    MAIL_FROM: MAIL_FROM ?? `Launch Directory <no-reply@${url.hostname}>`,
    OIDC: upstreamOf(OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET),
    SELLER: sellerOf(parsed.data),
    TRUST_PROXY: proxiesIn(TRUST_PROXY),
    /** Warnings about settings, as sentences. */
    DOUBTS: doubtsOf(env),
  }
}

/** Credentials must not cross a network in clear (OAuth 2.1 section 1.5). */
function demandSecure(name: string, url: URL): void {
  if (url.protocol === 'https:' || isLoopbackSite(url.href)) return
  throw new Mistake(
    `The settings cannot be used.\n${name}: ${url.origin} is neither https nor this machine. ` +
      `Put a proxy with a certificate in front and set ${name}=https://${url.host}.`,
  )
}

function demandPayments(given: z.output<typeof settings>, at_home: boolean): void {
  const complain = (sentence: string) => {
    throw new Mistake(`The settings cannot be used.\nPAYMENTS: ${sentence}`)
  }
  if (given.PAYMENTS === 'test' && !at_home)
    complain(
      'test gives everything away, and this service is public. Set PAYMENTS=stripe or PAYMENTS=off, or PAYMENTS=test-in-public if you mean it.',
    )
  const needed = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SELLER_NAME', 'SELLER_ADDRESS'] as const
  const missing = needed.filter((name) => given[name] === undefined)
  if (given.PAYMENTS === 'stripe' && missing.length > 0)
    complain(`stripe also needs ${missing.join(', ')}. Set them, or PAYMENTS=off.`)
}

/** Who sells here, and how orders are paid; null sells nothing. */
export type Seller = {
  name: string
  address: string | null
  country: string
  vat_number: string | null
  payments: 'test' | 'stripe' | null
}

function sellerOf(given: z.output<typeof settings>): Seller {
  return {
    name: given.SELLER_NAME ?? 'The operator of this directory',
    address: given.SELLER_ADDRESS ?? null,
    country: given.SELLER_COUNTRY,
    vat_number: given.SELLER_VAT_NUMBER ?? null,
    payments: given.PAYMENTS === 'off' ? null : given.PAYMENTS === 'stripe' ? 'stripe' : 'test',
  }
}

function upstreamOf(issuer?: string, client_id?: string, client_secret?: string) {
  if (issuer === undefined && client_id === undefined && client_secret === undefined) return null
  if (issuer === undefined || client_id === undefined || client_secret === undefined)
    throw new Mistake(
      'The settings cannot be used.\nOIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all three, or none.',
    )
  const url = new URL(issuer)
  demandSecure('OIDC_ISSUER', url)
  return { issuer, client_id, client_secret, insecure: url.protocol === 'http:' }
}
