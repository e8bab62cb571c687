// Looks for the proof that a claim had to publish, and describes what was found in our own words.
import type { Claim } from '../../storage/claims.ts'
import type { Outbound } from '../../outbound.ts'
import { OutboundRefusal } from '../../outbound_refusal.ts'
import { fileUrl, isInFile, isInHead, isInTxt, isOfSubject, tagName, txtNames } from './proof.ts'
import { websiteNamedBy } from './shown.ts'
import { subjectOf, type Repo, type Site } from './subject.ts'

type Seen = { is_found: boolean; finding: string }
type Sought = Pick<Claim, 'method' | 'token' | 'subject_url'>

export async function lookForProof(claim: Sought, listing_url: string, outbound: Outbound): Promise<Seen> {
  const { subject_url } = claim
  if (subject_url !== null && (await websiteNamedBy(listing_url, outbound)) !== subject_url)
    return missing(
      `The store does not name ${subject_url} as the developer's website any more, or could not be read.`,
    )
  const subject = subjectOf(subject_url ?? listing_url)
  if (subject === null || subject.kind === 'app')
    return missing(
      'The listing has moved to a host that others share, and nobody can prove control of a path there.',
    )
  if (subject.kind === 'repository') return inPage(claim, subject.file, subject, outbound)
  return claim.method === 'dns' ? inNames(claim, subject, outbound) : onSite(claim, subject, outbound)
}

export const newRecords = 'A new record can take some minutes, and up to a day, to be seen.'

const missing = (finding: string): Seen => ({ is_found: false, finding })

async function inNames({ token }: Sought, subject: Site, outbound: Outbound): Promise<Seen> {
  const names = txtNames(subject)
  const answers = await Promise.allSettled(names.map((name) => outbound.txt(name)))
  const records = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (isInTxt(records, token)) return { is_found: true, finding: 'The TXT record was found.' }
  const where = `${names[0]} or at ${names[1]}`
  if (answers.some((answer) => answer.status === 'rejected'))
    return missing(`The name servers gave no answer about ${where}. Try again in some minutes.`)
  if (records.some((record) => record.includes(`${tagName}=`)))
    return missing(`A ${tagName} record was found at ${where}, but not with the value of this claim.`)
  return missing(`No ${tagName} record was found at ${where}. ${newRecords}`)
}

const onSite = (claim: Sought, site: Site, outbound: Outbound): Promise<Seen> =>
  inPage(claim, claim.method === 'meta' ? `${site.origin}/` : fileUrl(site), site, outbound)

/** A repository's file must not redirect; a site may redirect within the same company. */
async function inPage(
  { method, token }: Sought,
  url: string,
  subject: Site | Repo,
  outbound: Outbound,
): Promise<Seen> {
  let answer
  try {
    answer = await outbound.fetch({
      url,
      accept: method === 'meta' ? 'text/html,application/xhtml+xml' : 'text/plain,*/*;q=0.5',
      max_bytes: method === 'meta' ? 512_000 : 16_384,
      timeout_ms: 15_000,
      redirects: 4,
      cut: true,
      mayFollow: async (next) => subject.kind === 'site' && isOfSubject(next, subject),
    })
  } catch (error) {
    if (!(error instanceof OutboundRefusal)) throw error
    return missing(
      error.reason === 'stopped'
        ? `${url} leads elsewhere. It must be served by ${subject.kind === 'site' ? subject.domain : 'the repository'} itself.`
        : `${url} could not be read. ${error.message}`,
    )
  }
  if (answer.status !== 200)
    return missing(`${url} answered with the status ${answer.status} instead of 200.`)
  const text = new TextDecoder().decode(answer.body)
  if (method === 'file')
    return isInFile(text, token)
      ? { is_found: true, finding: 'The file was found.' }
      : missing(`${url} was read, but it does not contain the line of this claim.`)
  if (isInHead(text, token)) return { is_found: true, finding: 'The tag was found.' }
  return missing(
    text.includes(token)
      ? `${url} holds the text of this claim, but not as a meta tag in the head of the page itself.`
      : `${url} was read, but its head does not contain the tag of this claim. A tag that a script adds is not seen.`,
  )
}
