// All settings: which values are allowed, and what they mean. A test compares the README's table with this object.
import { isIP } from 'node:net'
import { z } from 'zod'
import { countryFault, countryMeant, countryNearest } from './countries.ts'
import { dailyCapsOf, limitsOf } from './policies.ts'

const whole = (least: number, most: number) => {
  const must = `Must be a whole number from ${least} to ${most}.`
  return z
    .string()
    .regex(/^\d{1,9}$/, must)
    .transform(Number)
    .refine((number) => number >= least && number <= most, must)
}

const webAddress = (example: string) =>
  z
    .url({
      protocol: /^https?$/,
      abort: true,
      error: `Must be an http or https address, for example ${example}.`,
    })
    .optional()

/** An address without a path, which would be ignored. */
const origin = (example: string) =>
  webAddress(example).refine(
    (text) => text === undefined || /^https?:\/\/[^/?#@]+\/?$/i.test(text),
    `Must be an address without a path or a user, for example ${example}.`,
  )

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, `Must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`)

const email = (example: string) =>
  z.email(`Must be an email address, for example ${example}.`).max(254, 'Must have at most 254 characters.')

/** A host name or an IP address; what looks like an IP address must be a valid one. */
const isHost = (text: string) =>
  isIP(text) > 0 || (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) && !/(^|\.)\d+$/.test(text))

/** An email address, or a name and an address in angle brackets; it cannot inject further header lines. */
function isSender(text: string): boolean {
  const [, address = text] = /^[^<>@",;:\p{Cc}]{1,100} <([^<>]+)>$/u.exec(text) ?? []
  return z.email().safeParse(address).success
}

/** The entries of a comma-separated list of proxies. */
export const proxiesIn = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

export const settings = z.object({
  HOST: z
    .string()
    .refine(isHost, 'Must be an address of this machine, for example 127.0.0.1 or 0.0.0.0.')
    .default('127.0.0.1')
    .describe('Address to listen on. Use 0.0.0.0 behind a proxy on another machine.'),
  PORT: whole(0, 65_535).default(3000).describe('Port to listen on.'),
  PUBLIC_URL: origin('https://launch.example').describe(
    'Where people reach the service, for example https://launch.example. Default: http://localhost:PORT.',
  ),
  DATA_DIR: z.string().default('./data').describe('Folder of the database and of what the service writes.'),
  ALERT_EMAIL: email('operator@launch.example')
    .optional()
    .describe(
      'Who is mailed when something is wrong, and when it is over. The desk and the log tell it in any case.',
    ),
  ALERT_WEBHOOK_URL: webAddress('https://alerts.example/hook').describe(
    'An address that is told the same, signed as Standard Webhooks says. Needs ALERT_WEBHOOK_SECRET.',
  ),
  ALERT_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'Must be whsec_ and at least 24 bytes in base64.')
    .optional()
    .describe('What it is signed with: whsec_ and at least 24 bytes in base64. Needs ALERT_WEBHOOK_URL.'),
  HEARTBEAT_URL: webAddress('https://heartbeat.example/launch').describe(
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
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('How much is logged, as JSON lines on standard output.'),
  METRICS: oneOf(['on', 'off']).default('off').describe('on serves Prometheus metrics at /metrics.'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'Must be 16 characters or more.')
    .optional()
    .describe(
      'What Prometheus sends as a Bearer token, 16 characters or more. A public service serves metrics to nobody else.',
    ),
  TRUST_PROXY: z
    .string()
    .refine(
      (text) => proxiesIn(text).every((one) => one === 'loopback' || isIP(one) > 0),
      'Must be loopback, or addresses separated by commas, for example 10.0.0.2,10.0.0.3.',
    )
    .default('')
    .describe(
      'Addresses of proxies, separated by commas, whose X-Forwarded-For is believed; loopback for this machine.',
    ),
  OUTBOUND_PROXY: webAddress('http://proxy:3128').describe(
    "An egress proxy through which other people's sites are read, for example http://proxy:3128. It resolves their names, so it must refuse private addresses.",
  ),
  MAIL_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'Must be the address of a mail server, for example smtps://user:password@mail.example.',
    })
    .optional()
    .describe(
      'Mail server, for example smtps://user:password@mail.example. Without one, mail is written as .eml files to DATA_DIR/mail.',
    ),
  MAIL_FROM: z
    .string()
    .refine(
      isSender,
      'Must be an address, or a name before one, for example Launch <no-reply@launch.example>.',
    )
    .optional()
    .describe('Sender of mail. Default: Launch Directory <no-reply@HOST OF PUBLIC_URL>.'),
  CONTACT_EMAIL: email('team@launch.example')
    .optional()
    .describe('Address of the site team, as refusals name it. Without one they name the form for reports.'),
  OIDC_ISSUER: webAddress('https://accounts.example').describe(
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
      'Key of a language model that writes drafts and, within a budget, needs for search. Without it, or AI_BASE_URL, drafts are extracted by rules.',
    ),
  AI_BASE_URL: webAddress('http://localhost:11434/v1').describe(
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
  AI_MONTHLY_BUDGET: z
    .string()
    .regex(/^\d{1,9}(?:\.\d{1,6})?$/, 'Must be an amount of 0 or more, for example 50.')
    .transform(Number)
    .default(0)
    .describe(
      'What that model may cost in a calendar month, in the currency of AI_PRICE. Then drafts are written by rules, and say so. 0 is no limit, and no needs.',
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
  PAYMENTS: oneOf(['test', 'stripe', 'off', 'test-in-public'])
    .default('test')
    .describe(
      'How orders are paid: test simulates payments, stripe takes money, off sells nothing. A public service simulates payments only with test-in-public.',
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_\w+$/, 'Must be a secret or restricted key of Stripe, for example sk_live_… or rk_live_….')
    .optional()
    .describe('Secret key of your Stripe account.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'Must be the signing secret of a webhook of Stripe, for example whsec_….')
    .optional()
    .describe('Signing secret of the webhook; its address to register is PUBLIC_URL/webhooks/stripe.'),
  STRIPE_API_URL: webAddress('http://localhost:12111').describe(
    'Another address that speaks like the API of Stripe, for tests.',
  ),
  SELLER_NAME: z.string().max(200).optional().describe('Who sells, as receipts name it.'),
  SELLER_ADDRESS: z.string().max(500).optional().describe('Postal address of the seller, for receipts.'),
  SELLER_COUNTRY: z
    .string()
    .transform((given, { issues }) => {
      const code = countryMeant(given)
      if (code !== null) return code
      const meant = countryNearest(given)
      const message = meant === undefined ? countryFault : `${countryFault} Perhaps ${meant} is meant.`
      issues.push({ code: 'custom', input: given, message })
      return z.NEVER
    })
    .default('DE')
    .describe('Country of the seller, from which VAT is calculated.'),
  SELLER_VAT_NUMBER: z.string().max(20).optional().describe('VAT number of the seller, for receipts.'),
  DOMAIN_RATING_URL: z
    .string()
    .max(2000)
    .refine(
      (text) => URL.canParse(text) && /^https?:/i.test(text) && text.includes('{domain}'),
      'Must be an http or https address with {domain} in it, for example https://ratings.example/v1?target={domain}.',
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
  VOTE_RULES: oneOf(['shadow', 'on'])
    .default('shadow')
    .describe('Rules against rings of voters: shadow tells the team what they find, on has it not count.'),
})

/** Warnings about settings without an effect, and about variables whose name is nearly that of a setting. */
export function doubtsOf(env: Record<string, string | undefined>): string[] {
  const isSet = (name: keyof typeof settings.shape) => (env[name] ?? '') !== ''
  const ours = Object.keys(settings.shape)
  const doubts = Object.keys(env)
    .filter((name) => name.length > 4 && !ours.includes(name))
    .flatMap((name) => {
      const meant = ours.find((one) => isNearly(name, one))
      return meant === undefined ? [] : [`${name} is no setting. Perhaps ${meant} was meant.`]
    })
  if (isSet('METRICS_TOKEN') && env.METRICS !== 'on')
    doubts.push('METRICS_TOKEN does nothing without METRICS=on.')
  if (isSet('DOMAIN_RATING_KEY') && !isSet('DOMAIN_RATING_URL'))
    doubts.push('DOMAIN_RATING_KEY does nothing without DOMAIN_RATING_URL.')
  if (isSet('AI_MODEL') && !isSet('AI_API_KEY') && !isSet('AI_BASE_URL'))
    doubts.push('AI_MODEL does nothing without AI_API_KEY or AI_BASE_URL.')
  if (env.AI_MODEL === '' && (isSet('AI_API_KEY') || isSet('AI_BASE_URL')))
    doubts.push('AI_MODEL is empty, so it is the default.')
  return doubts
}

/** Whether they differ by one letter added, missing, replaced or swapped with the next, or by underscores only. */
function isNearly(name: string, setting: string): boolean {
  const [typed, meant] = [name, setting].map((one) => one.toUpperCase().replaceAll('_', '')) as [
    string,
    string,
  ]
  if (typed === meant) return true
  let from = 0
  while (from < meant.length && typed[from] === meant[from]) from += 1
  const [left, right] = [typed.slice(from), meant.slice(from)]
  const isSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
  return left.slice(1) === right || left === right.slice(1) || left.slice(1) === right.slice(1) || isSwapped
}
