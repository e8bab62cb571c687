// Why a website could not be read: a code that is stored, and sentences that say what to do about it.
import type { Draft } from '../../storage/drafts.ts'

type Failure = { message: string; what_to_do: string }

const again = 'Then call submit_listing with the same address again.'
const failures: Record<string, Failure> = {
  robots: {
    message: 'The robots.txt of this website does not let LaunchDirectoryBot read this address.',
    what_to_do: `Allow LaunchDirectoryBot in robots.txt. ${again}`,
  },
  robots_unreachable: {
    message: 'The robots.txt of this website answers with a server error, which forbids reading anything.',
    what_to_do: `Make /robots.txt answer, or answer 404. ${again}`,
  },
  http_status: {
    message: 'The website answered with an error status instead of a page.',
    what_to_do: `Check that the address opens without signing in. ${again}`,
  },
  not_html: {
    message: 'This address leads to a file, not to a web page.',
    what_to_do: 'Call submit_listing with the address of the start page.',
  },
  dns: {
    message: 'The domain name does not exist or cannot be resolved.',
    what_to_do: `Check the spelling of the address and the DNS records. ${again}`,
  },
  unreachable: {
    message: 'No connection to the website could be made.',
    what_to_do: `Check that it is up. ${again}`,
  },
  tls: {
    message: 'The certificate of the website is not valid for this address.',
    what_to_do: `Fix the certificate, or give the address with http://. ${again}`,
  },
  timeout: { message: 'The website takes too long to answer.', what_to_do: `Check that it is up. ${again}` },
  redirects: {
    message: 'The website redirects in a circle.',
    what_to_do: `Give the final address. ${again}`,
  },
  address: {
    message: 'This address does not lead to a public website.',
    what_to_do: 'Call submit_listing with an address that anybody can open.',
  },
  bot_wall: {
    message: 'The website answers robots with a check for humans instead of its page.',
    what_to_do: `Let LaunchDirectoryBot pass in the settings of its protection, or fill in the draft by hand. ${again}`,
  },
  login_wall: {
    message: 'The website asks to sign in before it shows anything.',
    what_to_do:
      'Call submit_listing with the address of a page that anybody can open, or fill in the draft by hand.',
  },
  parked: {
    message: 'The domain is parked or for sale; there is no website yet.',
    what_to_do: `Publish the website first. ${again}`,
  },
  suspended: {
    message: 'The host has suspended or paused this website.',
    what_to_do: `Ask the host to switch it back on. ${again}`,
  },
  server_default: {
    message: 'The server answers with its default page; the website is not set up at this address.',
    what_to_do: `Publish the website there, or check the spelling of the address. ${again}`,
  },
  directory_listing: {
    message: 'The address shows a list of files, not a web page.',
    what_to_do: `Publish a start page there, or call submit_listing with the address of one.`,
  },
  soft_404: {
    message: 'The address opens a page that says it does not exist.',
    what_to_do: `Check the spelling of the address. ${again}`,
  },
  error_page: {
    message: 'The address opens a page that shows an error instead of the website.',
    what_to_do: `Mend what it says. ${again}`,
  },
  refresh_loop: {
    message: 'The page forwards to a page that forwards again.',
    what_to_do: `Give the final address. ${again}`,
  },
  empty: {
    message: 'The page is empty.',
    what_to_do: `Publish the start page. ${again}`,
  },
  too_heavy: {
    message:
      'The page at this address, or the pages it leads to together, take more computing time or memory than a website may.',
    what_to_do: 'Make that page lighter. Or call submit_listing with the address of a lighter one.',
  },
  internal: {
    message: 'Something broke on our side while this website was read; several attempts have failed.',
    what_to_do: 'Call submit_listing with the same address again.',
  },
}
const unreadable: Failure = {
  message: 'What the website answered could not be read.',
  what_to_do: `Check that the address opens in a browser. ${again}`,
}

/** `reason` may carry a detail after a colon, as in "http_status:503". */
export function failureOf(reason: string): Failure & { reason: string; http_status: number | null } {
  const [word = '', detail] = reason.split(':')
  const status = word === 'http_status' ? Number(detail) : null
  return { reason: word, http_status: status, ...(failures[word] ?? unreadable) }
}

const allTyped = 'Every value was typed; what is blank was not looked for.'
const noticeTexts: Record<string, string> = {
  client_rendered:
    'The start page is built by scripts in the browser and its text could not be read; fields that need it are blank.',
  coming_soon: 'The website says that it is not open yet; little could be read.',
  no_https: 'The website could be read over http only; its https does not work.',
  moved: 'The address leads to another domain, which was read instead.',
  few_pages: 'The website asks for long pauses between pages, so only a few were read.',
  too_long: 'A page was longer than two megabytes; only its beginning was read.',
  by_hand: `The website could not be read. ${allTyped}`,
  model_used_up:
    'Today no more can be written for you by the language model, so the values were taken from the pages word for word.',
  model_budget:
    'The language model is not used again this month, so the values were taken from the pages word for word.',
  model_failed:
    'The language model did not answer properly, so the values were taken from the pages word for word.',
}

/** The stored notice about pages that could not be read: the code and their addresses. */
export const unreadNotice = (urls: readonly string[]): string => ['pages_unread', ...urls].join(' ')

/** Whether some pages could not be read: then a missing fact may still be stated on one of them. */
export const arePagesUnread = (notices: readonly string[]): boolean =>
  notices.some((notice) => noticeOf(notice).code === 'pages_unread')

/** The stored notice that every value was typed, with the reason why no page was read. */
export const byHandNotice = (failure: string | null): string => ['by_hand', failure ?? []].flat().join(' ')

/** Whether no page was read, so that everything in the draft was typed. */
export const isByHand = (notices: readonly string[]): boolean =>
  notices.some((notice) => noticeOf(notice).code === 'by_hand')

/** Why no page could be read before everything was typed; null if one was read, or the reason was not kept. */
export const failureBefore = (notices: readonly string[]): string | null =>
  notices.find((notice) => noticeOf(notice).code === 'by_hand')?.split(' ')[1] ?? null

/** Whether the site may be read again: after a failure, or if little or nothing was read and it is not submitted. */
export const mayReadAgain = ({
  status,
  notices,
  listing_id,
}: Pick<Draft, 'status' | 'notices' | 'listing_id'>): boolean =>
  status === 'failed' ||
  (status === 'ready' && listing_id === null && (arePagesUnread(notices) || isByHand(notices)))

export function noticeOf(stored: string): { code: string; message: string } {
  const [code = '', ...urls] = stored.split(' ')
  if (code === 'by_hand' && urls[0] !== undefined)
    return { code, message: `${failureOf(urls[0]).message} ${allTyped}` }
  if (code !== 'pages_unread') return { code, message: noticeTexts[code] ?? code }
  const named = urls.slice(0, 3).join(', ') + (urls.length > 3 ? ` and ${urls.length - 3} more` : '')
  const message = `Not every page could be read, so what they say is missing here: ${named}.`
  return { code, message }
}
