// The mails that tell followers of an update or a launch. Their text is stored once; each mail has its own unsubscribe
// link.
import { z } from 'zod'
import { written } from '../../auth/letter.ts'
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import { addDays, inWords } from '../../days.ts'
import { lastDayOf, weekOf } from '../launches/week.ts'
import { siteUrlOf } from '../site/site_url.ts'
import { defineAction, type ActionContext } from '../action.ts'

const days = 3
/** The sender id of the service's own mass mails: they get one sender's share of the queue, and no more. */
export const nobody = -1
/** Stands for the unsubscribe link, which differs in each mail. */
export const placeholder = '{{unsubscribe_url}}'
/** When a mass mail is written, and when it is too old to be worth sending. */
export const lifetimeOf = (now: Date) => ({
  created_at: now.toISOString(),
  expires_at: addDays(now, days).toISOString(),
})

type Launched = Pick<Listing, 'id' | 'site_id' | 'name' | 'slug' | 'tagline'>
type Announcement = {
  listing: { id: number; name: string; slug: string }
  update: { id: number; title: string; body: string }
}

/** Text by users on one line without control characters, as a mail subject needs it. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** Call it in the transaction of the update, so that both are saved or neither. Returns the number of recipients. */
export async function tellFollowers(
  { listing, update }: Announcement,
  { storage, site, caller, now, public_url }: Omit<ActionContext, 'seller'>,
): Promise<number> {
  return storage.mail.toFollowers({
    to: { listing_id: listing.id },
    sender_id: caller.user_id,
    occasion: `update-${update.id}`,
    subject: oneLine(`${listing.name}: ${update.title}`),
    ...written({
      site_name: site.name,
      title: update.title,
      paragraphs: update.body.split(/\n\s*\n/),
      button: { label: `See ${listing.name}`, url: `${public_url}/listings/${listing.slug}` },
      after: [`${listing.name} wrote this. You get it because you follow them on ${site.name}.`],
      link: { label: `Stop emails about ${listing.name}`, url: placeholder },
    }),
    public_url,
    ...lifetimeOf(now),
  })
}

/**
 * Call it when the launch week begins or the launch is paid: followers of the listing or of one of its founders get
 * one mail. All have the same occasion, so that somebody who follows both gets only the first.
 */
export async function tellOfLaunch(
  storage: Storage,
  { id, site_id, name, slug, tagline }: Launched,
  { now, public_url }: { now: Date; public_url: string },
): Promise<void> {
  const site = (await storage.sites.all()).find((one) => one.id === site_id)!
  const url = siteUrlOf(site, public_url)
  const founders = await storage.follows.foundersOf(id, site_id)
  const followed = [
    { to: { listing_id: id }, of: name, why: `You asked to be told, or follow ${name}, on ${site.name}.` },
    ...founders.map((founder) => ({
      to: { founder_id: founder.id, site_id },
      of: founder.name,
      why: `${founder.name} is one of its founders, and you follow them on ${site.name}.`,
    })),
  ]
  for (const { to, of, why } of followed)
    await storage.mail.toFollowers({
      to,
      sender_id: nobody,
      occasion: `launch-${id}`,
      subject: oneLine(`${name} has launched`),
      ...written({
        site_name: site.name,
        title: `${name} has launched`,
        paragraphs: [
          ...(tagline === null ? [] : [tagline]),
          `You can vote for it until the end of Sunday, ${inWords(lastDayOf(weekOf(now)))}, UTC.`,
        ],
        button: { label: `See ${name}`, url: `${url}/listings/${slug}` },
        after: [why],
        link: { label: `Stop emails about ${of}`, url: placeholder },
      }),
      public_url: url,
      ...lifetimeOf(now),
    })
}

/** The letter with one follower's link. Only the last placeholder is replaced: an owner may have typed others. */
export function personal(letter: { body: string; html: string }, unsubscribe_url: string) {
  const filled = (text: string) => {
    const at = text.lastIndexOf(placeholder)
    return at < 0 ? text : text.slice(0, at) + unsubscribe_url + text.slice(at + placeholder.length)
  }
  return { body: filled(letter.body), html: filled(letter.html) }
}

/**
 * The token occurs only in the mails; whoever has it may end them. Returns what they were about. A digest is only its
 * mails, so its follow is deleted.
 */
export const stopMails = defineAction({
  ...{ name: 'stop_mails', by: 'anyone', input: z.strictObject({ token: z.string() }) },
  async handler({ token }, { storage: { follows } }) {
    const stopped = await follows.byToken(token)
    if (stopped?.kind === 'site') await follows.end(stopped.id, stopped.user_id)
    else await follows.hush(token)
    return stopped && { ...stopped, told: false }
  },
})
