// Why a website could not be read, as a word that is stored and as sentences that say what to do about it.

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
    message: 'The website does not accept a connection.',
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
    message: 'A page of this website takes more time or memory to read than a page may.',
    what_to_do: 'Make it lighter, or call submit_listing with the address of a lighter page.',
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

/** `reason` may carry a detail behind a colon, as in "http_status:503". */
export function failureOf(reason: string): Failure & { reason: string; http_status: number | null } {
  const [word = '', detail] = reason.split(':')
  const status = word === 'http_status' ? Number(detail) : null
  return { reason: word, http_status: status, ...(failures[word] ?? unreadable) }
}

const noticeTexts: Record<string, string> = {
  client_rendered:
    'The start page is built by scripts in the browser and its text could not be read; fields that need it are blank.',
  coming_soon: 'The website says that it is not open yet; little could be read.',
  no_https: 'The website could be read over http only; its https does not work.',
  moved: 'The address leads to another domain, which was read instead.',
  few_pages: 'The website asks for long pauses between pages, so only a few were read.',
  too_long: 'A page was longer than two megabytes; only its beginning was read.',
  by_hand: 'The website could not be read; every value was typed.',
  model_used_up:
    'Today no more can be written for you by the language model, so the values were taken from the pages word for word.',
  model_budget:
    'The language model is not used again this month, so the values were taken from the pages word for word.',
  model_failed:
    'The language model did not answer properly, so the values were taken from the pages word for word.',
}

export function noticeOf(code: string): { code: string; message: string } {
  return { code, message: noticeTexts[code] ?? code }
}
