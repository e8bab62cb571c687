import { inWords } from '../../../days.ts'
import { namesIn } from '../../../tools/ledger/witness.ts'
import { rules, rulesInWords } from '../../../tools/votes/rules.ts'
import { html, type Html } from '../html.ts'
import { list } from '../markdown_parts.ts'
import { copyable, counted, days, fact } from '../parts.ts'
import { lastDayOf } from '../../../tools/launches/week.ts'
import { Markdown, mdLink, prose, sections } from '../prose.ts'
import { publicPage, type PublicVisit } from '../public_page.ts'

const lead =
  'When a week closes, its votes go into a public list that can only grow, each under a random name that only its voter can ' +
  'open. Anyone can add it up; you can check that yours is in it.'
const still =
  'Whoever runs this site could still invent voters, set votes aside for reasons that are not true, leave out votes of people who ' +
  'never look, and knows who voted for what: the list proves that the sum is right, and that nothing in it was changed later. They could ' +
  'also show one list to you and another to somebody else, for as long as you do not compare its root with other people.'
const theft = (since: string): string =>
  `The key that signed this ledger was stolen: what it signed since ${inWords(since)} may be somebody else’s. Its lines are the same; a new ` +
  'key, under a new name of the log, has signed every week again. If you kept a checkpoint from before that day, its root must be ' +
  'the one here for the same number of lines. Receipts you kept can be downloaded again.'
const checks: [what: string, how: string][] = [
  [
    'Download',
    'weeks.json names the weeks, which lines are whose, the keys and the licence. Each week has its lines, and a signed checkpoint over them and all lines before.',
  ],
  [
    'Check that it was signed',
    'Hash the lines of all weeks in their order as RFC 6962 says, a leaf a line without its line break. Root and number of lines are those of the checkpoint, a C2SP signed note (Ed25519) by a key in keys.',
  ],
  [
    'Add it up',
    'Add the weights of the vote lines of a week by listing, and sort its place lines: more votes first, then the earlier live_at, then the lower number. These are the places. Votes for what launched in another week are there too, and change no place.',
  ],
  [
    'Find your vote',
    'Your receipt, on your page of votes, holds the line, a nonce and the proof. The voter is the SHA-256 of the nonce’s 16 bytes and your address in small letters; it and the nonce are written as base64url. Where an account is deleted we forget its nonces: the line stays, and nobody can tell whose it was but whoever kept the receipt.',
  ],
  [
    'Find an award',
    'The page of an award names its line, and leads to the proof that this line is in the ledger.',
  ],
]
/** A sum that anybody can make, with curl and jq. */
const sumOf = (week: string, { public_url, site }: Pick<PublicVisit, 'public_url' | 'site'>): string =>
  `curl -s ${public_url}/ledger/${site.key}/${week}.ndjson | jq 'select(.weight == 1).listing' | sort | uniq -c | sort -rn`
const lineKinds: [t: string, says: string][] = [
  [
    'week',
    'Begins a week: its rules, how many votes and launches, and how many votes the team had count after all (lifted).',
  ],
  [
    'vote',
    'One vote: for which listing, under which random name, and weight 1 or 0. With 0, why: withdrawn, newcomers, ring or team.',
  ],
  ['place', 'The result: place, listing, its slug, when it went live, and its votes.'],
  ['award', 'What was won. A revoke names the line of the award it takes back, and why.'],
  ['key', 'A key that signs from here on. With stolen, one that counts no more.'],
]
const formats: [name: string, url: string][] = [
  ['RFC 6962', 'https://www.rfc-editor.org/rfc/rfc6962'],
  ['signed note', 'https://c2sp.org/signed-note'],
  ['checkpoint', 'https://c2sp.org/tlog-checkpoint'],
  ['proof', 'https://c2sp.org/tlog-proof'],
]
const licence: [name: string, url: string] = ['CC0 1.0', 'https://creativecommons.org/publicdomain/zero/1.0/']

/** How anybody can recount the votes. */
export const ledger = publicPage({
  path: '/ledger',
  async load({ storage, site }) {
    const weeks = await storage.ledger.checkpoints(site.id)
    const stolen = (await storage.ledger.keys(site.id)).flatMap(({ stolen_since }) => stolen_since ?? [])
    return {
      weeks: weeks.toReversed().slice(0, 60),
      latest: await storage.ledger.latest(site.id),
      theft: stolen.length === 0 ? null : theft(stolen.at(-1)!),
    }
  },
  render: ({ weeks, latest, theft }, { site, public_url }) => ({
    title: 'Count the votes yourself',
    description:
      'The public ledger of votes: every counted vote of every week, signed, for anybody to add up.',
    nav: 'boards',
    body: html`<h1>Count the votes yourself.</h1>
      <p class="lead gap">${lead}</p>
      ${theft !== null && html`<p class="note bad">${theft}</p>`}
      <div class="cols part">
        <div class="stack">
          <h2>How to check</h2>
          <ol class="steps">
            ${checks.map(([what, how]) => html`<li><b>${what}</b><span class="soft">${how}</span></li>`)}
          </ol>
          ${
            weeks[0] !== undefined &&
            html`<p class="soft">The last week, added up by listing:</p>
              ${copyable(sumOf(weeks[0].week, { public_url, site }), 'Command that adds up the last week')}`
          }
          <p class="fine">
            <a href="/account/votes">Your votes and their receipts</a>. Described in full:
            ${formats.map(([name, url]) => html`<a href="${url}">${name}</a> `)}
          </p>
          <h2>What a line says</h2>
          <dl class="facts">${lineKinds.map(([t, says]) => fact(html`<code>${t}</code>`, says))}</dl>
          <h2>What it does not prove</h2>
          <p class="prose">${still}</p>
        </div>
        <section class="stack" aria-labelledby="f">
          <h2 id="f">The files</h2>
          ${
            latest === undefined
              ? html`<p class="soft">The ledger begins when the first week closes.</p>`
              : html`<p class="soft">
                    ${counted(latest.size, 'line')}, <a href="${licence[1]}">${licence[0]}</a>. The root over
                    all of them:
                  </p>
                  ${copyable(latest.root, 'Root of the ledger')}
                  ${
                    latest.cosigned !== '' &&
                    html`<p class="soft">Seen and signed by ${namesIn(latest.cosigned).join(', ')}.</p>`
                  }
                  <p class="line">
                    ${['weeks.json', 'checkpoint', 'keys'].map(
                      (name) => html`<a href="/ledger/${site.key}/${name}">${name}</a> `,
                    )}
                  </p>
                  <ul class="plain stack">
                    ${weeks.map(
                      ({ week }) =>
                        html`<li class="line">
                          <a href="/weeks/${week}">${days(week, lastDayOf(week))}</a> ${filesOf(week, site)}
                        </li>`,
                    )}
                  </ul>`
          }
        </section>
      </div>
      <section class="part" aria-labelledby="r">
        <h2 id="r" class="head">What counts: rules ${rules.version}</h2>
        <ul class="prose">
          ${rulesInWords.map((rule) => html`<li>${rule}</li>`)}
        </ul>
      </section>`,
  }),
  markdown: ({ weeks, latest, theft }, { public_url, site }) =>
    sections(
      prose`# Count the votes yourself`,
      prose`${lead}`,
      theft !== null && prose`${theft}`,
      latest !== undefined &&
        prose`${counted(latest.size, 'line')}, root ${latest.root}. Files: ${public_url}/ledger/${site.key}/weeks.json, checkpoint, keys, WEEK.ndjson, WEEK.checkpoint and N.tlog-proof, all of them ${mdLink(...licence)}.`,
      ...checks.map(([what, how]) => sections(prose`## ${what}`, prose`${how}`)),
      weeks[0] !== undefined &&
        sections(
          prose`The last week, added up by listing:`,
          new Markdown(`    ${sumOf(weeks[0].week, { public_url, site })}`),
        ),
      prose`Described in full: ${formats.map(([name, url], at) => prose`${at > 0 && ', '}${mdLink(name, url)}`)}.`,
      prose`## What a line says`,
      list(lineKinds.map(([t, says]) => prose`${t}: ${says}`)),
      prose`## What it does not prove`,
      prose`${still}`,
      prose`## What counts: rules ${rules.version}`,
      list(rulesInWords.map((rule) => prose`${rule}`)),
    ),
})

type Placed = Pick<PublicVisit, 'site'>['site']

const filesOf = (week: string, { key }: Placed): Html =>
  html`<a href="/ledger/${key}/${week}.ndjson">lines<span class="unseen"> of ${week}</span></a>
    <a href="/ledger/${key}/${week}.checkpoint">checkpoint<span class="unseen"> of ${week}</span></a>`

/** Links for recounting the votes of a closed week. */
export function weekProof(
  signed: { week: string; first: number; size: number; root: string },
  site: Placed,
): Html {
  return html`<section class="part" aria-labelledby="c">
    <h2 id="c" class="head">Count it yourself</h2>
    <p>
      ${counted(signed.size - signed.first, 'line')} of the <a href="/ledger">public ledger</a>: every vote,
      and this result. ${filesOf(signed.week, site)} <a href="/account/votes">How yours was counted</a>
    </p>
    <p class="soft gap">The root over the ${counted(signed.size, 'line')} up to the end of this week:</p>
    ${copyable(signed.root, 'Root of the ledger')}
  </section>`
}
