// Why the badge was not seen on a homepage: a code that is stored, and sentences that say what to do about it.
import { failureOf } from '../drafts/failures.ts'

type Fault = { problem: string; message: string; what_to_do: string; http_status: number | null }

const faults: Record<string, { message: string; what_to_do: string }> = {
  not_found: {
    message: 'The homepage shows neither the badge nor a link to the listing.',
    what_to_do: 'Paste the HTML of the badge into the homepage, as it is. It comes from get_badges.',
  },
  nofollow: {
    message: 'The homepage links to the listing only with rel="nofollow", "ugc" or "sponsored".',
    what_to_do: 'Remove that word from the link, or show the image of the badge.',
  },
  no_https: {
    message:
      'The homepage answers over http:// only; over https://, where we look, no connection could be made.',
    what_to_do: 'Give the website a certificate, so that it opens with https://.',
  },
  tls: {
    message: 'The certificate of the website is not valid for its address.',
    what_to_do: 'Fix the certificate, so that it opens with https:// and without a warning.',
  },
  unreachable: {
    message: 'No connection to the homepage could be made.',
    what_to_do: 'Check that it is up, and opens for visitors from anywhere.',
  },
  only_in_script: {
    message: 'The badge is only inside a script, so whoever reads the page without running it cannot see it.',
    what_to_do: 'Put the HTML of the badge into the page itself, as the server sends it.',
  },
  only_in_comment: {
    message: 'The badge is only inside a comment, a template or a hidden block, which no browser shows.',
    what_to_do: 'Take the HTML of the badge out of the comment, template or hidden block.',
  },
}

const choose = 'Then call choose_free_listing again to have the homepage looked at right away.'

/** The codes of failures.ts are used here too: the reasons why a page cannot be read are the same. */
export function badgeFaultOf(word: string): Fault {
  const own = faults[word]
  if (own !== undefined)
    return {
      problem: word,
      http_status: null,
      message: own.message,
      what_to_do: `${own.what_to_do} ${choose}`,
    }
  const { reason, http_status, message, what_to_do } = failureOf(word)
  const mend = what_to_do.split(/(?<=\.) /)[0]!
  return {
    problem: reason,
    http_status,
    message,
    what_to_do: `${mend.includes('submit_listing') ? 'Make the homepage readable.' : mend} ${choose}`,
  }
}
