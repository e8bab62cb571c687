import { inWords } from '../../../days.ts'
import { namesIn } from '../../../tools/ledger/witness.ts'
import { rules, rulesInWords } from '../../../tools/votes/rules.ts'
import { html, type Html } from '../html.ts'
import { list } from '../markdown_parts.ts'
import { copyable, counted, days } from '../parts.ts'
import { lastDayOf } from '../../../tools/launches/week.ts'
import { prose, sections } from '../prose.ts'
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
    'weeks.json names the weeks; each has its lines and the signed checkpoint over them and all lines before.',
  ],
  [
    'Check that it was signed',
    'Hash the lines as RFC 6962 says, a leaf a line without its line break. The root and the number of lines are those of the checkpoint, a C2SP signed note by a key in keys.',
  ],
  [
    'Add it up',
    'Add the weights of the vote lines by listing, and sort: more votes first, then the earlier live_at, then the lower number. These are the places.',
  ],
  [
    'Find your vote',
    'Your receipt, on your page of votes, holds the line, a random nonce and the proof: the voter is the SHA-256 of the nonce and your address in small letters.',
  ],
]

/** How the votes are counted again by whoever wants to. */
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
  render: ({ weeks, latest, theft }, { site }) => ({
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
          <h2>What it does not prove</h2>
          <p class="prose">${still}</p>
        </div>
        <section class="stack" aria-labelledby="f">
          <h2 id="f">The files</h2>
          ${
            latest === undefined
              ? html`<p class="soft">The ledger begins when the first week closes.</p>`
              : html`<p class="soft">${counted(latest.size, 'line')}, CC0. The root over all of them:</p>
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
  markdown: ({ latest, theft }, { public_url, site }) =>
    sections(
      prose`# Count the votes yourself`,
      prose`${lead}`,
      theft !== null && prose`${theft}`,
      latest !== undefined &&
        prose`${counted(latest.size, 'line')}, root ${latest.root}. Files: ${public_url}/ledger/${site.key}/weeks.json, checkpoint, keys, WEEK.ndjson, WEEK.checkpoint and N.tlog-proof.`,
      ...checks.map(([what, how]) => sections(prose`## ${what}`, prose`${how}`)),
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

/** Where the votes of a closed week can be counted again. */
export function weekProof(
  signed: { week: string; first: number; size: number; root: string },
  site: Placed,
): Html {
  return html`<section class="part" aria-labelledby="c">
    <h2 id="c" class="head">Count it yourself</h2>
    <p>
      ${counted(signed.size - signed.first, 'line')} of the <a href="/ledger">public ledger</a>: every vote,
      and this result. ${filesOf(signed.week, site)}
    </p>
    <p class="soft gap">The root over the ${counted(signed.size, 'line')} up to the end of this week:</p>
    ${copyable(signed.root, 'Root of the ledger')}
  </section>`
}
