// The sites of this deployment: adding one, or changing its name, host, purpose, currency, free queue or mail sender.
import { z } from 'zod'
import type { Site } from '../../storage/sites.ts'
import type { OpenStorage, Storage } from '../../storage/storage.ts'
import { Mistake } from '../../mistake.ts'
import { notFound } from '../errors.ts'
import { refusing } from '../faults.ts'
import { id } from '../inputs.ts'
import { defineTeamAction, operate, type OperatorPlace, type TeamContext } from './action.ts'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const hostname = new RegExp(`^(?:${label}\\.)+${label}$`)
export const currencies = Intl.supportedValuesOf('currency')

const content = {
  name: z.string().trim().min(1).max(60),
  /** Empty only for the main site, whose host is in PUBLIC_URL. */
  host: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .refine(
      (text) => text === '' || hostname.test(text),
      'Write a name such as schools.example, no address.',
    ),
  purpose: z.string().trim().min(1).max(300),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => currencies.includes(code), 'Write the code of a currency, such as EUR.'),
  /** After how many weeks a free launch is scheduled; launches that have a week keep it. */
  free_queue_weeks: z.coerce.number().int().min(0).max(52),
  /** The most free launches in a week; blank means no limit. */
  free_week_cap: z
    .string()
    .trim()
    .regex(/^(?:[1-9]\d{0,3})?$/, 'Write a number from 1 to 9999, or leave it blank.')
    .transform((text) => (text === '' ? null : Number(text))),
  /** The sender of its mails; blank means MAIL_FROM. */
  mail_from: z
    .string()
    .trim()
    .max(320)
    .refine((text) => text === '' || isSender(text), 'Write an address, or a name and <address>.')
    .transform((text) => (text === '' ? null : text)),
}

/** An address, or a name and an address in angle brackets, without anything that could add a header to the mail. */
function isSender(text: string): boolean {
  const [, address = text] = /^[^<>@",;:\p{Cc}]{1,100} <([^<>]+)>$/u.exec(text) ?? []
  return z.email().safeParse(address).success
}

export const addSite = defineTeamAction({
  name: 'add_site',
  input: z.strictObject({
    ...content,
    key: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'Use small letters, digits and hyphens.'),
  }),
  async handler(given, context) {
    const all = await context.storage.sites.all()
    if (all.some(({ key }) => key === given.key)) throw fault('key', 'Another site has this key.')
    if (given.host === '') throw fault('host', 'Say at which host it answers.')
    demandFreeHost(given.host, all, context)
    await context.storage.sites.add({ ...given, created_at: context.now.toISOString() })
    return { about: 'site', about_id: given.key, name: given.name, outcome: `answers at ${given.host}` }
  },
})

export const changeSite = defineTeamAction({
  name: 'change_site',
  input: z.strictObject({ ...content, site_id: id }),
  async handler({ site_id, ...given }, context) {
    const { storage } = context
    const all = await storage.sites.all()
    const before = all.find((one) => one.id === site_id)
    if (before === undefined) throw notFound('site with this id')
    const host = given.host === '' ? null : given.host
    if (host === null && before.id !== all[0]!.id) throw fault('host', 'Say at which host it answers.')
    if (host !== null && host !== before.host)
      demandFreeHost(
        host,
        all.filter((one) => one.id !== site_id),
        context,
      )
    if (given.currency !== before.currency && (await storage.sites.hasOrders(site_id)))
      throw fault('currency', 'The currency is fixed with the first order, and there are orders.')
    const after = { ...given, host }
    await storage.sites.change(site_id, after)
    const changes = (Object.keys(after) as (keyof typeof after)[])
      .filter((name) => after[name] !== before[name])
      .map((name) => `${name}: ${before[name] ?? 'none'} → ${after[name] ?? 'none'}`)
    const outcome = changes.join('; ') || 'nothing changed'
    return { about: 'site', about_id: before.key, name: given.name, outcome }
  },
})

function demandFreeHost(
  host: string,
  others: readonly Site[],
  { public_url }: Pick<TeamContext, 'public_url'>,
) {
  const taken = others.some((one) => one.host === host) || new URL(public_url).hostname === host
  if (taken) throw fault('host', 'Another site answers at this host.')
}

const fault = (name: string, message: string) =>
  refusing([{ pointer: `/${name}`, code: 'not_possible', message }])

/** site list: a line for each site. */
export async function operatorSites(storage: Storage): Promise<string> {
  const lines = (await storage.sites.all()).map((site, at) =>
    [
      ...[site.key, site.name, site.host ?? (at === 0 ? 'PUBLIC_URL' : ''), site.currency],
      ...[site.free_queue_weeks, site.free_week_cap ?? 'no limit', site.mail_from ?? 'MAIL_FROM'],
      site.purpose,
    ].join('\t'),
  )
  const heads = [
    'key',
    'name',
    'host',
    'currency',
    'free_queue_weeks',
    'free_week_cap',
    'mail_from',
    'purpose',
  ]
  return [heads.join('\t'), ...lines].join('\n')
}

/** site add: a site that sells nothing until prices are set. */
export const operatorAddSite = (
  storage: OpenStorage,
  [key, host, name, purpose]: readonly string[],
  place: OperatorPlace,
): Promise<string> =>
  operate(
    addSite,
    {
      key: key!,
      host: host!,
      name: name!,
      purpose: purpose!,
      currency: 'EUR',
      ...{ free_queue_weeks: 6, free_week_cap: '', mail_from: '' },
    },
    { storage, ...place },
  )

/** site set: changes one field of a site. */
export async function operatorSetSite(
  storage: OpenStorage,
  [key, field, value]: readonly string[],
  place: OperatorPlace,
): Promise<string> {
  const site = (await storage.sites.all()).find((one) => one.key === key)
  if (site === undefined) throw new Mistake(`There is no site ${key}. "site list" names them.`)
  if (!Object.hasOwn(content, field!))
    throw new Mistake(`A site has no ${field}. It has ${Object.keys(content).join(', ')}.`)
  const { name, host, purpose, currency, free_queue_weeks, free_week_cap, mail_from } = site
  const queue = { free_queue_weeks, free_week_cap: free_week_cap?.toString() ?? '' }
  const now = { name, host: host ?? '', purpose, currency, mail_from: mail_from ?? '', ...queue }
  return operate(changeSite, { ...now, [field!]: value, site_id: site.id }, { storage, ...place })
}
