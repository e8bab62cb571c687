// The only reader of the environment. The README's table of settings is checked against this object.
import { join } from 'node:path'
import { z } from 'zod'
import { Mistake } from './mistake.ts'
import { capsFrom, dailyCapsOf, limitsOf } from './policies.ts'

const whole = (least: number, most: number) => {
  const must = `Must be a number from ${least} to ${most}.`
  return z
    .string()
    .regex(/^\d{1,9}$/, must)
    .transform(Number)
    .refine((number) => number >= least && number <= most, must)
}

const webAddress = z.url({ protocol: /^https?$/ }).optional()

const settings = z.object({
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to listen on. Use 0.0.0.0 behind a proxy on another machine.'),
  PORT: whole(0, 65_535).default(3000).describe('Port to listen on.'),
  PUBLIC_URL: webAddress.describe(
    'Where people reach the service, for example https://launch.example. Default: http://localhost:PORT.',
  ),
  DATA_DIR: z.string().default('./data').describe('Folder of the database and of what the service writes.'),
  ALERT_EMAIL: z
    .email()
    .max(254)
    .optional()
    .describe(
      'Who is mailed when something is wrong, and when it is over. The desk and the log tell it in any case.',
    ),
  ALERT_WEBHOOK_URL: webAddress.describe(
    'An address that is told the same, signed as Standard Webhooks says.',
  ),
  ALERT_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'Must be whsec_ and at least 24 bytes in base64.')
    .optional()
    .describe('What it is signed with: whsec_ and at least 24 bytes in base64.'),
  HEARTBEAT_URL: webAddress.describe(
    'Called every minute while nothing is wrong, so that whoever watches it notices when the service is silent.',
  ),
  AUDIT_DAYS: whole(1, 9999)
    .default(90)
    .describe('How many days it is kept who wrote what, and what was refused to whom.'),
  BACKUP_DIR: z
    .string()
    .optional()
    .describe(
      'Where copies of the database are made by themselves, best on another disk. Default: the folder backups of DATA_DIR. A PostgreSQL is copied with its own programs.',
    ),
  BACKUP_HOURS: whole(0, 9999).default(24).describe('How many hours lie between two copies; 0 makes none.'),
  BACKUP_KEEP: whole(1, 999)
    .default(7)
    .describe('How many copies are kept; the oldest goes when a new one is whole.'),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(?:ql)?$/,
      error: 'Must be postgres://USER:PASSWORD@HOST/DATABASE, or not set.',
    })
    .optional()
    .describe(
      'A PostgreSQL, 16 or newer, that several nodes share, for example postgres://launch:password@db/launch. Without one, the data are a SQLite file in DATA_DIR.',
    ),
  PROCESSES: whole(1, 64)
    .default(1)
    .describe('How many processes serve, on one port and one database: at most one for each core.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('How much is logged, as JSON lines on standard output.'),
  METRICS: z.enum(['on', 'off']).default('off').describe('on serves Prometheus metrics at /metrics.'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'Must be 16 characters or more.')
    .optional()
    .describe('What Prometheus sends as a Bearer token. A public service serves metrics to nobody else.'),
  TRUST_PROXY: z
    .string()
    .default('')
    .describe(
      'Addresses of proxies, separated by commas, whose X-Forwarded-For is believed; loopback for this machine.',
    ),
  OUTBOUND_PROXY: webAddress.describe(
    "An egress proxy through which other people's sites are read, for example http://proxy:3128. It resolves their names, so it must refuse private addresses.",
  ),
  MAIL_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Mail server, for example smtps://user:password@mail.example. Without one, mail is written as .eml files to DATA_DIR/mail.',
    ),
  MAIL_FROM: z
    .string()
    .max(320)
    .optional()
    .describe('Sender of mail. Default: Launch Directory <no-reply@HOST OF PUBLIC_URL>.'),
  CONTACT_EMAIL: z
    .email()
    .max(254)
    .optional()
    .describe('Address of the site team, as refusals name it. Without one they name the form for reports.'),
  OIDC_ISSUER: webAddress.describe(
    'OpenID Connect provider with which people may sign in, beside the link in the mail.',
  ),
  OIDC_CLIENT_ID: z.string().optional().describe('Our client id at that provider.'),
  OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .describe('Our client secret there. The redirect address to register is PUBLIC_URL/sign-in/callback.'),
  AI_API_KEY: z
    .string()
    .optional()
    .describe(
      'Key of a language model that writes drafts. Without it, or AI_BASE_URL, drafts are extracted by rules.',
    ),
  AI_BASE_URL: webAddress.describe(
    'Address of an endpoint that speaks like OpenAI, for example http://localhost:11434/v1.',
  ),
  AI_MODEL: z.string().default('gpt-5-mini').describe('Name of that model.'),
  AI_PRICE: z
    .string()
    .regex(/^\d+(?:\.\d+)?\/\d+(?:\.\d+)?$/, 'Must be two numbers such as 0.25/2.')
    .optional()
    .describe(
      'What a million tokens of that model cost you, told and said, for example 0.25/2. Then usage and metrics show costs.',
    ),
  AI_MONTHLY_BUDGET: z.coerce
    .number()
    .min(0)
    .default(0)
    .describe(
      'What that model may cost in a calendar month, in the currency of AI_PRICE. Then drafts are written by rules, and say so. 0 is no limit.',
    ),
  DAILY_CAPS: z
    .string()
    .default('')
    .transform((text, context) =>
      dailyCapsOf(text, (message) => context.addIssue({ code: 'custom', message })),
    )
    .describe(
      'What one person may use in a day, over the defaults drafts=100,pages=1000,megabytes=500,tokens=1000000,mails=100. Without tokens drafts are written by rules. off switches them off.',
    ),
  PAYMENTS: z
    .enum(['test', 'stripe', 'off', 'test-in-public'])
    .default('test')
    .describe(
      'How orders are paid: test simulates payments, stripe takes money, off sells nothing. A public service simulates payments only with test-in-public.',
    ),
  STRIPE_SECRET_KEY: z.string().optional().describe('Secret key of your Stripe account.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe('Signing secret of the webhook; its address to register is PUBLIC_URL/webhooks/stripe.'),
  STRIPE_API_URL: webAddress.describe('Another address that speaks like the API of Stripe, for tests.'),
  SELLER_NAME: z.string().max(200).optional().describe('Who sells, as receipts name it.'),
  SELLER_ADDRESS: z.string().max(500).optional().describe('Postal address of the seller, for receipts.'),
  SELLER_COUNTRY: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'Must be a two-letter country code, for example DE.')
    .default('DE')
    .transform((code) => code.toUpperCase())
    .describe('Country of the seller, from which VAT is calculated.'),
  SELLER_VAT_NUMBER: z.string().max(20).optional().describe('VAT number of the seller, for receipts.'),
  DOMAIN_RATING_URL: z
    .string()
    .max(2000)
    .refine(
      (text) => URL.canParse(text) && /^https?:/i.test(text) && text.includes('{domain}'),
      'Must be an http or https address with {domain} in it.',
    )
    .optional()
    .describe(
      'Where Domain Ratings are fetched weekly, for example https://ratings.example/v1?target={domain}. It answers JSON such as {"domain_rating": 42}.',
    ),
  DOMAIN_RATING_KEY: z.string().optional().describe('Key sent there, as Authorization: Bearer.'),
  RATE_LIMITS: z
    .string()
    .default('')
    .transform((text, context) => limitsOf(text, (message) => context.addIssue({ code: 'custom', message })))
    .describe(
      'Calls by policy, over the defaults read=120,read_signed_in=600,write=60,other=600 (a minute), drafts=10,checks=30 (an hour). A page counts for one call more with every hundredth, a search with every twelfth word. off switches them off.',
    ),
  VOTE_RULES: z
    .enum(['shadow', 'on'])
    .default('shadow')
    .describe('Rules against rings of voters: shadow tells the team what they find, on has it not count.'),
})

export const settingsShape = settings.shape

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
  demandPayments(parsed.data, isLoopback(url))
  if (parsed.data.METRICS === 'on' && parsed.data.METRICS_TOKEN === undefined && !isLoopback(url))
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
    /** Whether only this machine reaches the service: somebody tries it at home. */
    AT_HOME: isLoopback(url),
    MAIL_FROM: MAIL_FROM ?? `Launch Directory <no-reply@${url.hostname}>`,
    OIDC: upstreamOf(OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET),
    SELLER: sellerOf(parsed.data),
    TRUST_PROXY: TRUST_PROXY.split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  }
}

function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

/** Credentials must not cross a network in clear (OAuth 2.1 section 1.5). */
function demandSecure(name: string, url: URL): void {
  if (url.protocol === 'https:' || isLoopback(url)) return
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
