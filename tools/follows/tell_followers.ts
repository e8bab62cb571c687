// The mails that tell followers of an update and of a launch. Their words are kept once; each mail has its own address to end
// such mails.
import { z } from 'zod'
import { written } from '../../auth/letter.ts'
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import { addDays, inWords } from '../../days.ts'
import { lastDayOf, weekOf } from '../launches/week.ts'
import { siteUrlOf } from '../site/site_url.ts'
import { defineAction, type ActionContext } from '../action.ts'

const days = 3
/** The sender of mails to many that no person sends: of the lane they have a share, and leave room for what somebody waits for. */
export const nobody = -1
/** Where the address that ends such mails will stand, in each its own. */
export const placeholder = '{{unsubscribe_url}}'
/** How long a mail to many is of use to anybody. */
export const lifetimeOf = (now: Date) => ({
  created_at: now.toISOString(),
  expires_at: addDays(now, days).toISOString(),
})

type Launched = Pick<Listing, 'id' | 'site_id' | 'name' | 'slug' | 'tagline'>
type Announcement = {
  listing: { id: number; name: string; slug: string }
  update: { id: number; title: string; body: string }
}

/** What somebody wrote, as a subject can hold it. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** Belongs into the transaction of the update: both are kept, or neither. Returns how many will be told. */
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
      link: { label: `Get no more mails about ${listing.name}`, url: placeholder },
    }),
    public_url,
    ...lifetimeOf(now),
  })
}

/**
 * Its launch week has begun, or it was paid for: whoever follows it or one of its founders is told once. The occasion is
 * the same for all, so that who follows both gets the first.
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
          `You can vote for it until ${inWords(lastDayOf(weekOf(now)))}, midnight UTC.`,
        ],
        button: { label: `See ${name}`, url: `${url}/listings/${slug}` },
        after: [why],
        link: { label: `Get no more mails about ${of}`, url: placeholder },
      }),
      public_url: url,
      ...lifetimeOf(now),
    })
}

/** The letter as one follower gets it. The last place is ours, whatever an owner wrote above it. */
export function personal(letter: { body: string; html: string }, unsubscribe_url: string) {
  const filled = (text: string) => {
    const at = text.lastIndexOf(placeholder)
    return at < 0 ? text : text.slice(0, at) + unsubscribe_url + text.slice(at + placeholder.length)
  }
  return { body: filled(letter.body), html: filled(letter.html) }
}

/**
 * The token stands in the mails alone, and whoever has one may end them. Gives what they were about. A digest is nothing but
 * its mails, so nothing of it stays.
 */
export const stopMails = defineAction({
  ...{ name: 'stop_mails', by: 'anyone', input: z.strictObject({ token: z.string() }) },
  async handler({ token }, { storage: { follows } }) {
    const stopped = await follows.byToken(token)
    if (stopped?.kind === 'site') await follows.end(stopped.id, stopped.user_id)
    else await follows.tell(token, false)
    return stopped && { ...stopped, told: false }
  },
})
