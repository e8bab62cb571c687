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
    what_to_do: `Mend the certificate, or give the address with http://. ${again}`,
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
  message: 'The website answers in a way that cannot be read.',
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
  moved: 'The address leads to another domain, which was read instead.',
  few_pages: 'The website asks for long pauses between pages, so only a few were read.',
  too_long: 'A page was longer than two megabytes; only its beginning was read.',
  model_failed:
    'The language model did not answer properly, so the values were taken from the pages word for word.',
}

export function noticeOf(code: string): { code: string; message: string } {
  return { code, message: noticeTexts[code] ?? code }
}
