// What each next step promises in its `why`, and how to see that it is kept: by what the call answers, or by what there is
// afterwards.
import type { NextStep } from '../../tools/next_step.ts'
import type { Answer } from './service.ts'

type Body = Answer['body']
export type Followed = {
  /** What was asked before, and what it answered. */
  asked: { tool: string; input: Body; body: Body }
  step: NextStep
  body: Body
  call(tool: string, input: Body): Promise<Answer>
}
type Kept = (followed: Followed) => boolean | Promise<boolean>

const items = ({ body }: Followed): Body[] => (Array.isArray(body.items) ? body.items : [])
const each =
  (key: string, kind: 'string' | 'number' = 'string'): Kept =>
  (followed) =>
    Array.isArray(followed.body.items) && items(followed).every((item) => typeof item[key] === kind)
const some =
  (key: string): Kept =>
  (followed) =>
    items(followed).length > 0 && items(followed).every((item) => typeof item[key] === 'string')
/** The answer is about the very thing that the step names. */
const theOne =
  (key: string): Kept =>
  ({ step, body }) =>
    step.arguments[key] !== undefined && body[key] === step.arguments[key]
const isSame: Kept = ({ asked, step }) => asked.tool === step.tool
const differs =
  (key: string): Kept =>
  (followed) =>
    theOne(key)(followed) && followed.body[key] !== followed.asked.input[key]
const sellsLaunches: Kept = (followed) =>
  items(followed).some(({ kind, amount_cents }) => kind === 'launch' && amount_cents > 0)
const holds =
  (list: string, key: string): Kept =>
  ({ body }) =>
    Array.isArray(body[list]) && body[list].every((one: Body) => one[key] !== undefined)
const isDraft: Kept = (followed) => theOne('id')(followed) && typeof followed.body.status === 'string'
const isListing: Kept = (followed) =>
  theOne('listing_id')(followed) &&
  typeof followed.body.status === 'string' &&
  holds('missing', 'item')(followed)
const isPayable: Kept = ({ body }) => typeof body.number === 'string' && typeof body.checkout_url === 'string'
const statesOf = ({ step, body }: Followed, key: string) =>
  (step.arguments[key] as string[]).map((name) => (body.fields[name] ?? body[name]).state as string)
const isClaimAgain: Kept = ({ step, body }) =>
  body.status === 'pending' && body.method === step.arguments.method && body.slug === step.arguments.slug
/** What a `why` names in brackets or behind "for" is blank in the draft. */
const asksForBlanks: Kept = async ({ step, call }) => {
  const { body } = await call('get_draft', { id: step.arguments.id })
  const named = /\((.+?)\)/.exec(step.why)![1]!.split(', ')
  const missing = (body.missing as Body[]).map(({ item }) => item as string)
  return named.length > 0 && named.every((name) => missing.includes(name))
}

export const promises: [why: RegExp, kept: Kept][] = [
  [/^The same call, with what could be read of it$/, () => true],
  [/^The same call with(out)? /, isSame],
  [/, to choose from$/, ({ body }) => Array.isArray(body.items) || typeof body.live_listings === 'number'],
  [
    /^Shows it as it is now$/,
    ({ body, step }) => Object.entries(step.arguments).every(([name, value]) => body[name] === value),
  ],
  [/^Lists your listings with their ids$/, each('listing_id', 'number')],
  [/^Lists your drafts with their ids$/, each('id')],
  [/^Lists your drafts\. There are none yet: call submit_listing /, (seen) => items(seen).length === 0],
  [/^Lists your drafts; a submitted one carries your profile$/, each('id')],
  [/^Lists your claims with their ids$/, each('claim_id', 'number')],
  [/^Lists your orders with their numbers$/, each('number')],
  [/^Lists (its|the) milestones with their ids$/, holds('milestones', 'id')],
  [/^Names the programmes there are$/, holds('programmes', 'slug')],
  [/^Lists the posts there are$/, some('slug')],
  [
    /^Lists them, newest first$/,
    (seen) => {
      const dates = items(seen).map(({ created_at }) => created_at as string)
      return dates.length > 0 && dates.toSorted().toReversed().join() === dates.join()
    },
  ],
  [
    /^Lists them with what to publish$/,
    (seen) => items(seen).some(({ status, publish }) => status === 'pending' && publish !== null),
  ],
  [/^Lists the listings that may take the free plan$/, each('status')],
  [/^Gives the HTML to put on the homepage$/, (seen) => items(seen).some(({ html }) => /<a /.test(html))],
  [/^Shows (its public profile|the listing|what is known of it already)$/, theOne('slug')],
  [/^Shows the listing (?:with the nearest name|of this number)$/, differs('slug')],
  [/^Reads the category of the nearest name$/, differs('slug')],
  [
    /^Compares with the listing of (?:the nearest name|this number)$/,
    ({ step, body }) => body.a.slug === step.arguments.a && body.b.slug === step.arguments.b,
  ],
  [
    /^The homepage is being looked at; ask again in a few seconds$/,
    (seen) => isListing(seen) && typeof seen.body.badge === 'object',
  ],
  [/^Has the homepage looked at again, once the badge is on it$/, isListing],
  [
    /^(?:Queues it for a launch week, free of charge|Takes the first free week that has room)$/,
    (seen) => isListing(seen) && seen.body.plan === 'free' && typeof seen.body.launch_week === 'string',
  ],
  [/^Names what a paid launch costs; it needs no badge$/, sellsLaunches],
  [/^A paid launch needs neither badge nor profile$/, sellsLaunches],
  [/^Shows what can be bought, and for how much$/, sellsLaunches],
  [/^Ask the founder for .+, and send it as founders and founder_socials; never invent it$/, isDraft],
  [
    /^Shows it among its launches$/,
    ({ asked, body }) =>
      [...body.items, ...body.scheduled].some(({ slug }: Body) => slug === asked.body.slug),
  ],
  [
    /^Looks for it, once it is published$/,
    (seen) => theOne('claim_id')(seen) && seen.body.checked_at !== null,
  ],
  [/^Begins a new claim of the same kind$/, isClaimAgain],
  [/^Mails a new link, should the mail be lost$/, isClaimAgain],
  [/^Shows whether the link was opened$/, each('status')],
  [/^Shows how your claims stand$/, some('status')],
  [
    /^Has the "Verified on" badge for your pages$/,
    (seen) => items(seen).some(({ key }) => String(key).startsWith('verified')),
  ],
  [
    /^Shows (the listing as its owner sees it|where the listing stands|your listing|what the listing is now)$/,
    isListing,
  ],
  [/^Shows where your newest listing stands and what is still missing before its launch$/, isListing],
  [
    /^Saves it as your listing; nothing is published yet$/,
    async ({ body, call }) =>
      body.status === 'draft' && (await call('get_listing', { slug: body.slug })).status === 404,
  ],
  [
    /^Shows how far it is; ask again every few seconds until ready$/,
    (seen) => isDraft(seen) && !!seen.body.progress,
  ],
  [
    /^Shows how far it is, or why it failed$/,
    (seen) => isDraft(seen) && (seen.body.status === 'failed') === (seen.body.failure !== null),
  ],
  [/^Shows that draft$/, isDraft],
  [/^Shows the values as they are$/, (seen) => isDraft(seen) && !!seen.body.fields],
  [
    /^Shows what is still blank; edits reach the listing$/,
    (seen) => isDraft(seen) && holds('missing', 'item')(seen),
  ],
  [
    /^Shows the draft and what to do about each missing item$/,
    (seen) => isDraft(seen) && seen.body.missing.length > 0 && holds('missing', 'what_to_do')(seen),
  ],
  [/^(Edits it; send what is to change|Takes the values you type)$/, isDraft],
  [/^Takes what the owner says instead; it is ready once nothing required is missing\./, isDraft],
  [/^Needed before it can be submitted\. ./, (seen) => isDraft(seen) && seen.body.missing.length > 0],
  [
    /^Ask the owner for what (the website does not say|is blank) \(.+\) and send only that; never invent it$/,
    asksForBlanks,
  ],
  [
    /^Locks what was typed against redrafts$/,
    (seen) => statesOf(seen, 'lock_fields').every((state) => state === 'override'),
  ],
  [/^Lets the AI look for blank values on the pages once more$/, isDraft],
  [
    /^Only if the owner wants that: it discards what was typed and puts the values of the AI back$/,
    (seen) => statesOf(seen, 'restore').every((state) => state === 'ai'),
  ],
  [
    /^Unlocks by putting the AI's original back; regenerate works after that$/,
    (seen) => statesOf(seen, 'restore').every((state) => state === 'ai' || state === 'not_found'),
  ],
  [
    /^Reads the website again, (once the problem is fixed|lost pages too)$/,
    ({ body }) => body.status === 'crawling' && body.failure === null,
  ],
  [/^Names the categories(, for a draft that is typed by hand| to choose from)$/, some('slug')],
  [
    /^Names (every category with its slug|the slugs there are|the slugs of those that contain one of its words)$/,
    some('slug'),
  ],
  [/^Looks for its words in names, taglines, descriptions and keywords$/, each('slug')],
  [/^Finds founders by name$/, each('slug')],
  [/^The board [a-z-]+$/, theOne('board')],
  [/^The launches of the current week$/, ({ body }) => body.state === 'current'],
  [/^Shows whether the person has paid at checkout_url; no agent can pay$/, theOne('number')],
  [
    /^Shows its checkout_url and whether it was paid$/,
    (seen) => theOne('number')(seen) && 'checkout_url' in seen.body && 'paid_at' in seen.body,
  ],
  [
    /^Says why nothing is sold for it, and what to do next$/,
    (seen) => isListing(seen) && seen.body.status_reason !== null && seen.body.next_steps.length > 0,
  ],
  [
    /^Changes what status_reason speaks of: the site team sees every edit, and can reinstate the listing$/,
    (seen) => isListing(seen) && seen.body.status === 'suspended',
  ],
  [/^Drafts a new listing of the same website$/, ({ body, step }) => body.url === step.arguments.url],
  [/^Shows the net prices, which are the same for every country$/, sellsLaunches],
  [/^Shows the week the listing is in, or in launch_options those it may launch in$/, isListing],
  [/^(Prices the same again|Shows the new quote line by line)$/, holds('lines', 'gross_cents')],
  [/^Orders this and returns the link at which the person pays$/, isPayable],
  [
    /^Orders at [A-Z]{3} [\d.,]+$/,
    (seen) =>
      isPayable(seen) && (seen.body.gross_cents / 100).toFixed(2) === seen.step.why.replace(/^\D+|,/g, ''),
  ],
  [
    /^Says which DNS record proves that it is yours$/,
    ({ body }) => body.method === 'dns' && /\bTXT\b/.test(body.instructions) && body.publish !== null,
  ],
]

export const promiseOf = (why: string) => promises.filter(([pattern]) => pattern.test(why))
