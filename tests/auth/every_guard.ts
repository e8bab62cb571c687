// Every guard there is, and the test that must notice when it is gone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokenGuards, type Guard } from './guards.ts'
import { costGuards } from './guards_of_cost.ts'
import { doorGuards } from './guards_of_doors.ts'
import { peopleGuards } from './guards_of_people.ts'
import { voteGuards } from './guards_of_votes.ts'
import { proofGuards } from './guards_of_proof.ts'

export const testFiles: Record<Guard['tests'], string> = {
  attacks: 'tests/auth/attacks.test.ts',
  endpoints: 'tests/auth/attacks_on_endpoints.test.ts',
  registration: 'tests/auth/attacks_on_registration.test.ts',
  documents: 'tests/auth/attacks_on_documents.test.ts',
  pages: 'tests/auth/attacks_on_pages.test.ts',
  upstream: 'tests/auth/upstream.test.ts',
  secrets: 'tests/auth/secrets.test.ts',
  browser: 'tests/http/site/account_in_chromium.test.ts',
  budget: 'tests/auth/document_budget.test.ts',
  failing: 'tests/auth/failing_documents.test.ts',
  links: 'tests/tools/drafts/links.test.ts',
  import: 'tests/tools/catalogue/import.test.ts',
  kept: 'tests/tools/drafts/kept.test.ts',
  invites: 'tests/tools/drafts/invite_cofounder.test.ts',
  limits: 'tests/http/limits.test.ts',
  crawl: 'tests/jobs/reading/read_site.test.ts',
  sites: 'tests/http/sites.test.ts',
  leaving: 'tests/leaving.test.ts',
  front: 'tests/http/front.test.ts',
  refusals: 'tests/http/mcp_refusals.test.ts',
  actions: 'tests/tools/action.test.ts',
  people: 'tests/auth/attacks_on_people.test.ts',
  vote: 'tests/tools/votes/vote.test.ts',
  claim: 'tests/tools/claims/claims.test.ts',
  founders: 'tests/tools/founders/beside.test.ts',
  'kept limits': 'tests/auth/kept_limits.test.ts',
  pictures: 'tests/http/site/pictures.test.ts',
  accounts: 'tests/tools/accounts.test.ts',
  address: 'tests/tools/claims/addresses.test.ts',
  mailbox: 'tests/tools/votes/one_mailbox.test.ts',
  hostile: 'tests/jobs/drafting/hostile_pages.test.ts',
  sealing: 'tests/tools/votes/sealing.test.ts',
  ledger: 'tests/tools/votes/ledger.test.ts',
  weigh: 'tests/tools/votes/weigh.test.ts',
  'team votes': 'tests/http/site/team_votes.test.ts',
  awards: 'tests/tools/awards/verify_award.test.ts',
  facts: 'tests/jobs/read_facts_again.test.ts',
  witness: 'tests/jobs/ask_witnesses.test.ts',
}
export const guards = [
  ...tokenGuards,
  ...peopleGuards,
  ...doorGuards,
  ...costGuards,
  ...voteGuards,
  ...proofGuards,
]

/** How often the source of a guard stands in its file, in the tree at this folder. It can only be removed where it stands once. */
export function placesOf({ file, from }: Guard, root: string): number {
  return readFileSync(join(root, file), 'utf8').split(from).length - 1
}
