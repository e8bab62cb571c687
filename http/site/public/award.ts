// The page of an award; and a form that checks whether something shown elsewhere is an award of ours.
import type { z } from 'zod'
import { inWords } from '../../../days.ts'
import { longestShown } from '../../../tools/awards/award.ts'
import { notFound, Refusal } from '../../../tools/errors.ts'
import verifyAward from '../../../tools/awards/verify_award.ts'
import { lastDayOf } from '../../../tools/launches/week.ts'
import { html, type Html } from '../html.ts'
import { at, type Place } from '../markdown_parts.ts'
import { copyable, crumbs, day, days, fact } from '../parts.ts'
import { lines, Markdown, mdLink, prose, sections } from '../prose.ts'
import { publicPage, type PublicVisit } from '../public_page.ts'

type Checked = z.output<typeof verifyAward.output>
type Award = NonNullable<Checked['award']>
/** The week of an award: its number of votes, and who holds the place of a revoked award now. */
type Week = { votes: number | undefined; now: { slug: string; name: string } | null }

async function weekOf(award: Award, { storage, site }: PublicVisit): Promise<Week | null> {
  const { kind, period: week, place, revoked_on } = award
  if (kind !== 'week') return null
  const votes = await storage.weeks.votesWhenClosed({ site_id: site.id, week })
  if (revoked_on === null) return { votes, now: null }
  const { ranked } = await storage.weeks.results(site.id, week, { limit: 2 * mostPlaces, offset: 0 })
  const taken = await storage.awards.revokedOf(site.id, week)
  const [next] = ranked.filter(({ id }) => !taken.includes(id)).slice(place - 1)
  const found = next === undefined ? undefined : await storage.listings.byId(next.id)
  return { votes, now: found === undefined ? null : { slug: found.slug, name: found.name } }
}

type Beside = { week: Week | null; line: { number: number; proof: string } | null }

async function besideOf(award: Award, visit: PublicVisit): Promise<Beside> {
  const { storage, site } = visit
  const number = (await storage.awards.award(site.id, award.number))?.ledger_n ?? null
  return {
    week: await weekOf(award, visit),
    line: number === null ? null : { number, proof: `/ledger/${site.key}/${number}.tlog-proof` },
  }
}

const places = ['won', 'came second in', 'came third in']
const ordinals = ['first', 'second', 'third']
/** The number of awarded places, and of awards that could have been revoked. */
const mostPlaces = 3
const won = ({ listing, kind, place, title }: Award): string =>
  kind === 'week'
    ? `${listing.name} ${places[place - 1] ?? 'launched in'} its week.`
    : `${listing.name}: ${title}.`

export const award = publicPage({
  path: '/awards/:number',
  async load(visit) {
    const { number } = visit.params
    if (!/^[1-9]\d{0,14}$/.test(number ?? '')) throw notFound('award of this number')
    const checked = await visit.call(verifyAward, { award: number! })
    if (checked.award === null) throw notFound('award of this number')
    return { ...checked, ...(await besideOf(checked.award, visit)) }
  },
  markdown: (checked, place) => resultInMarkdown(checked, place),
  render: (checked) => ({
    title: `${checked.award!.title}, ${checked.award!.listing.name}`,
    nav: 'home',
    body: html`<div class="middle stack">
      ${crumbs(['Hall of Fame', '/hall-of-fame'], [`Award ${checked.award!.number}`])} ${result(checked)}
      <div class="part">${form('', 'Check another')}</div>
    </div>`,
  }),
})

export const verification = publicPage({
  path: '/awards/verify',
  query: ['award'],
  async load(visit) {
    const { award: asked = '' } = visit.query
    if (asked.trim() === '') return { asked: '', checked: null, tooLong: false }
    try {
      const checked = await visit.call(verifyAward, { award: asked })
      const beside =
        checked.award === null ? { week: null, line: null } : await besideOf(checked.award, visit)
      return { asked, checked: { ...checked, ...beside }, tooLong: false }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'invalid_input')
        return { asked: '', checked: null, tooLong: true }
      throw error
    }
  },
  render({ asked, checked, tooLong }) {
    const body =
      checked === null
        ? html`<h1>Is this award real?</h1>
            <p class="lead">Paste what you have, and we look in our records.</p>
            ${tooLong && html`<p class="note bad"><b>That is too long.</b>Paste the link behind the badge, its code, or the signed text alone.</p>`}
            ${form('', 'Award')}
            <p class="soft">
              For programs: <code>GET /api/v1/awards/verify?award=1</code> answers the same as JSON.
              <a href="/docs/verify_award">Reference</a>
            </p>`
        : html`${result(checked)}
            <div class="part">${form(checked.award === null ? asked : '', 'Check another')}</div>
            ${checked.award === null && html`<p class="fine">Every award we ever gave is in the <a href="/hall-of-fame">Hall of Fame</a> and on <a href="/awards">the page of its week</a>.</p>`}`
    return { title: 'Check an award', nav: 'home', body: html`<div class="middle stack">${body}</div>` }
  },
  markdown: ({ checked }, place) =>
    checked === null
      ? sections(
          prose`# Is this award real?`,
          prose`${place.public_url}/awards/verify.md?award= takes its number, the link behind the badge, its code, or the signed text.`,
        )
      : resultInMarkdown(checked, place),
})

const votesInWords = (votes: number, week: Week | null): string =>
  week?.votes === undefined
    ? `${votes.toLocaleString('en')}, when the week closed`
    : `${votes.toLocaleString('en')} of ${week.votes.toLocaleString('en')}, when the week closed`

/** The same as Markdown. */
function resultInMarkdown(
  { result: outcome, why, award: found, week, line }: Checked & Beside,
  place: Place,
): Markdown {
  if (found === null)
    return sections(
      outcome === 'forged' ? prose`# No. This is none of our awards.` : prose`# We know no such award.`,
      prose`${why}`,
    )
  const { number, title, period, votes, domain, listing, revoked_on, reason, signed } = found
  return sections(
    revoked_on === null ? prose`# Yes. ${won(found)}` : prose`# No longer. This award was taken back.`,
    revoked_on !== null && prose`Taken back on ${inWords(revoked_on)}. ${reason ?? ''}`,
    lines(
      prose`- Award: ${title}, number ${number}, ${period}`,
      prose`- ${revoked_on === null ? 'Given to' : 'Was given to'}: ${mdLink(listing.name, at(place, `/listings/${listing.slug}`))}, ${domain}`,
      prose`- Votes: ${votesInWords(votes, week)}`,
      week?.now &&
        prose`- Now ${ordinals[found.place - 1]!}: ${mdLink(week.now.name, at(place, `/listings/${week.now.slug}`))}`,
      line !== null && prose`- Ledger: ${mdLink(`line ${line.number}`, at(place, line.proof))}`,
    ),
    prose`A badge elsewhere than on ${domain} says nothing about that other site.`,
    signed !== null && sections(prose`## The same, signed (JWS)`, new Markdown(`\`${signed}\``)),
  )
}

function form(value: string, label: string): Html {
  return html`<form class="stack" method="get" action="/awards/verify">
    <div>
      <label for="award">${label}</label>
      <p class="hint" id="award-hint">Its number, the link behind the badge, its code, or the signed text</p>
      <div class="join">
        <input
          id="award"
          name="award"
          value="${value}"
          maxlength="${longestShown}"
          required
          aria-describedby="award-hint"
        /><button>Check</button>
      </div>
    </div>
  </form>`
}

function result({ result: outcome, why, award: found, week, line }: Checked & Beside): Html {
  if (found === null)
    return html`<h1>
        ${outcome === 'forged' ? 'No. This is none of our awards.' : 'We know no such award.'}
      </h1>
      <p class="note ${outcome === 'forged' ? 'bad' : 'wait'}">
        <b>${why}</b
        >${outcome === 'forged' ? 'Somebody made it themselves, or changed one of ours.' : 'Either a letter is wrong, or somebody made it themselves.'}
      </p>`
  const { number, title, period, kind, place, votes, domain, listing, revoked_on, reason, signed } = found
  const isRevoked = revoked_on !== null
  // One that was taken back flies no flag.
  const head = isRevoked
    ? html`<h1>No longer. This award was taken back.</h1>`
    : html`<header class="mast-head">
        <svg class="flag stand" viewBox="0 0 72 58" aria-hidden="true">
          <path fill="#ffc61e" stroke="#0b1f3a" stroke-width="1.5" d="M1 1h70v56H1z" />
          <text x="36" y="41" text-anchor="middle" fill="#0b1f3a">${place}</text>
        </svg>
        <div class="say">
          <p class="line"><span class="tag ok">✓ Valid</span></p>
          <h1>Yes. ${won(found)}</h1>
        </div>
      </header>`
  return html`${head}
    ${
      isRevoked
        ? html`<p class="note bad"><b>Taken back on ${day(revoked_on)}.</b>${reason}</p>`
        : html`<p class="note ok">
            <b>This award is valid.</b>It is in our
            records${line !== null && ', and in the ledger that anybody can check'}.
          </p>`
    }
    <dl class="facts">
      ${fact('Award', title)}
      ${fact(isRevoked ? 'Was given to' : 'Given to', html`<a href="/listings/${listing.slug}">${listing.name}</a>`)}
      ${fact('Domain', domain)}
      ${fact(kind === 'week' ? 'Week' : 'Season', kind === 'week' ? html`<a href="/weeks/${period}">${days(period, lastDayOf(period))}</a>` : period)}
      ${fact('Votes', votesInWords(votes, week))}
      ${week?.now && fact(`Now ${ordinals[place - 1]}`, html`<a href="/listings/${week.now.slug}">${week.now.name}</a>`)}
      ${fact('Number', String(number))}
      ${line !== null && fact('Ledger', html`<a href="${line.proof}">Line ${line.number}</a> of the <a href="/ledger">public ledger</a>`)}
    </dl>
    <p class="fine">
      A badge elsewhere than on ${domain} says nothing about that other site. Look at the domain above.
      <a href="/listings/${listing.slug}/trophies">All trophies of ${listing.name}</a>
    </p>
    ${
      signed !== null &&
      html`<details>
        <summary>The same, signed, to keep</summary>
        <p class="fine">
          A text that anybody can check without us: a JSON Web Signature by the key of
          <a href="/ledger">our public ledger</a>. This page says whether it still stands.
        </p>
        ${copyable(signed, 'The award as a signed text')}
      </details>`
    }`
}
