// The mails to owners when their listing's status changes.
import { mailOf } from '../../auth/letter.ts'
import type { Listing } from '../../storage/listings/read.ts'
import type { Storage } from '../../storage/storage.ts'
import { siteUrlOf } from '../site/site_url.ts'
import { inWords } from '../../days.ts'
import { labelOf } from '../../facts.ts'
import { badgeFaultOf } from './badge_faults.ts'

/** Changes by the service itself, and by the site team. */
export type LetterKind =
  | 'conditions_met'
  | 'conditions_lost'
  | 'launched'
  | 'moved'
  | 'badge_gone'
  | 'grace_ended'
  | 'suspended'
  | 'reinstated'
  | 'withdrawn'
  | 'taken_back'
  | 'edit_reverted'
  | 'facts_missed'
  | 'award_revoked'
  | 'site_silent'
  | 'votes_asked'

type MailedListing = Pick<Listing, 'id' | 'site_id' | 'name' | 'slug' | 'status' | 'launch_week' | 'url'>
type Wording = { title: string; paragraphs: string[] }
/** Details for the text: what a check of the homepage found, the team's reason, and the names of fields. */
type More = { fault: string; why: string; fields: readonly string[] }

const put = 'The page of your listing gives the HTML of the badge to paste.'

const wordings: Record<LetterKind, (listing: MailedListing, more: More) => Wording> = {
  conditions_met: ({ name, status, launch_week }) =>
    status === 'live'
      ? {
          title: `${name} is live again`,
          paragraphs: ['The badge is back on your homepage, and so is your listing.'],
        }
      : {
          title: `${name} launches on ${inWords(launch_week!)}`,
          paragraphs: [
            `The badge is on your homepage and your founder profile is complete. ${name} goes live on Monday, ${inWords(launch_week!)}.`,
            'Leave the badge where it is until then, and while the listing is live.',
          ],
        },
  conditions_lost: ({ name, launch_week }) => ({
    title: `${name} cannot launch as it stands`,
    paragraphs: [
      'The badge is no longer on your homepage, or your founder profile is no longer complete.',
      `Fix this before ${inWords(launch_week!)} to keep that date; after it, the launch moves to the week that follows. ${put}`,
    ],
  }),
  launched: ({ name }) => ({
    title: `${name} is live`,
    paragraphs: ['It has launched. Everybody can see it and vote for it until the end of Sunday, UTC.'],
  }),
  moved: ({ name, launch_week }) => ({
    title: `${name} launches a week later`,
    paragraphs: [
      'Its launch week has begun without the badge on your homepage, or without a complete founder profile.',
      `Nothing is lost: it waits for the week of ${inWords(launch_week!)}. ${put}`,
    ],
  }),
  badge_gone: ({ name }, { fault }) => ({
    title: `The badge of ${name} has gone from your homepage`,
    paragraphs: [
      `${badgeFaultOf(fault).message} ${badgeFaultOf(fault).what_to_do.split(/(?<=\.) /)[0]}`,
      `Nothing has changed yet. If the badge is not back within a week, the listing is taken out of the directory until it is. ${put}`,
    ],
  }),
  grace_ended: ({ name }) => ({
    title: `${name} is no longer shown`,
    paragraphs: [
      'The badge has been gone from your homepage for a week, so the listing is not in the directory for now.',
      `Its votes and its launch week are kept. Put the badge back, and the listing is live again as it was. ${put}`,
    ],
  }),
  suspended: ({ name }, { why }) => ({
    title: `${name} is suspended`,
    paragraphs: [
      `The site team has taken ${name} out of the directory. They wrote:`,
      why,
      'Nothing is lost. Fix what they describe: the team sees every edit you make.',
    ],
  }),
  reinstated: ({ name, status }, { why }) => ({
    title: `${name} is no longer suspended`,
    paragraphs: [
      status === 'live'
        ? `${name} is in the directory again, with its votes and its launch week. The site team wrote:`
        : `${name} continues where it was before; your account page says what comes next. The site team wrote:`,
      why,
    ],
  }),
  withdrawn: ({ name }, { why }) => ({
    title: `${name} is withdrawn`,
    paragraphs: [
      `The site team has withdrawn ${name}. It is no longer listed. They wrote:`,
      why,
      'Your texts are kept. To list it again, submit its address again.',
    ],
  }),
  taken_back: ({ name }) => ({
    title: `${name} is withdrawn`,
    paragraphs: [
      `One of its owners has withdrawn ${name}. It is no longer listed.`,
      'Its texts are kept. To list it again, submit its address again.',
    ],
  }),
  edit_reverted: ({ name }, { why, fields }) => ({
    title: `An edit of ${name} was undone`,
    paragraphs: [
      `The site team has restored the earlier text of: ${fields.map((key) => labelOf(key) ?? key.replaceAll('_', ' ')).join(', ')}. They wrote:`,
      why,
      'Both versions are kept, and your listing shows them in its history.',
    ],
  }),
  award_revoked: ({ name }, { why, fields }) => ({
    title: `An award of ${name} was taken back`,
    paragraphs: [
      `The site team has taken back: ${fields.join(', ')}. They wrote:`,
      why,
      'Badges that show it say "Listed on" from now on, and its page gives the reason. If you think this is wrong, write to the site team through the report page of the listing.',
    ],
  }),
  facts_missed: ({ name, url }, { fields }) => ({
    title: `Your site no longer says some of what ${name} states`,
    paragraphs: [
      `We have read ${url} again, and did not find what your listing has for: ${fields.join(', ')}.`,
      'Nothing has changed yet. We read it once more in a week; if it still says otherwise, the listing tells visitors so beside each of these facts.',
      'If your site has changed on purpose, edit the listing, and it states what you say. If not, put the sentence back.',
    ],
  }),
  votes_asked: ({ name }, { why }) => ({
    title: `A question about votes for ${name}`,
    paragraphs: [
      `Some votes for ${name} look alike to a rule. That accuses nobody, and nothing is decided yet. The site team asks:`,
      why,
      'Answer the site team through the report page of the listing.',
    ],
  }),
  site_silent: ({ name, url }) => ({
    title: `The website of ${name} does not answer`,
    paragraphs: [
      `We tried to read ${url} yesterday and today, and it did not answer.`,
      'We try again in a week. If it does not answer then either, the listing says so; when it is back, that note goes by itself.',
      'If it has moved, submit its new address, or write to the site team.',
    ],
  }),
}

/** Statuses in which the mail links to the owner's own page and not to the directory. */
const hidden: readonly MailedListing['status'][] = ['awaiting_badge', 'suspended', 'withdrawn', 'draft']

/** Queues a mail to every owner who has an address. Call it in the transaction of the change. */
export async function tellOwners(
  storage: Storage,
  listing: MailedListing,
  kind: LetterKind,
  {
    now,
    public_url,
    fault = 'not_found',
    why = '',
    fields = [],
  }: { now: Date; public_url: string } & Partial<More>,
): Promise<void> {
  const site = (await storage.sites.all()).find((one) => one.id === listing.site_id)!
  const home = siteUrlOf(site, public_url)
  const { title, paragraphs } = wordings[kind](listing, { fault, why, fields })
  for (const { email } of await storage.owners.people(listing.id)) {
    if (email === null) continue
    await storage.mail.add(
      mailOf({
        kind: 'listing',
        recipient: email,
        site_name: site.name,
        title,
        paragraphs,
        button: hidden.includes(listing.status)
          ? { label: 'Go to your account', url: `${home}/account/listings/${listing.id}` }
          : { label: 'See the listing', url: `${home}/listings/${listing.slug}` },
        after: [`You get this because you own the listing of ${listing.name} on ${site.name}.`],
        public_url: home,
        created_at: now.toISOString(),
      }),
    )
  }
}
