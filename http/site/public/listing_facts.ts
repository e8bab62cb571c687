// The facts of a listing, each with its evidence, and who made it.
import type { z } from 'zod'
import type getListingEvidence from '../../../tools/listings/get_listing_evidence.ts'
import type { listingProfile } from '../../../tools/listings/profile.ts'
import { isWebLink } from '../../../tools/inputs.ts'
import { useItNow } from '../doors.ts'
import { blankRows, otherRows, said } from '../facts.ts'
import { html, type Html } from '../html.ts'
import { marksOf } from '../marks.ts'
import { blank, day, fact, person, placeInWords, shortUrl, titled } from '../parts.ts'
import type { Sized } from './listing_story.ts'

export type Shown = Sized<z.output<typeof listingProfile>>

export type Evidence = z.output<typeof getListingEvidence.output>

/** Explains the marks beside the facts, or why there are none. */
function checked({ facts, provenance }: Shown, evidence: Evidence): Html | null {
  if (facts !== null)
    return evidence.facts.some(({ quotes = [] }) => quotes.length > 0)
      ? html`<p class="fine head">
          ${evidence.silent_since === null ? 'A yellow mark opens the sentence on their own site.' : 'A mark opens the sentence we last read on their own site.'}
        </p>`
      : null
  return html`<p class="fine head">
    These were imported${provenance !== null && ' from where the listing was taken from'}, and not checked
    against its website.
  </p>`
}

/** When it launched here: the date of an imported listing is its source's, and nobody voted then. */
const launched = ({ status, launch_week, provenance }: Shown): Html | false =>
  status === 'live' &&
  launch_week !== null &&
  provenance === null &&
  fact('Launched', html`in the week of <a href="/weeks/${launch_week}">${day(launch_week)}</a>`)

/** Null if there are none to show. */
function facts(shown: Shown, marked: ReturnType<typeof marksOf>): Html | null {
  const place = placeInWords(shown)
  const price = [shown.pricing_model, shown.pricing_summary].filter((part) => part !== null).join(', ')
  const more = shown.more_categories.map(
    ({ slug, name }, index) => html`${index > 0 && ', '}<a href="/categories/${slug}">${name}</a>`,
  )
  const all = html`
    ${launched(shown)}
    ${shown.founded_year !== null && fact('Founded', marked.all(String(shown.founded_year), 'founded_year'))}
    ${place !== '' && fact('Based in', marked.all(place, 'city', 'country'))}
    ${price !== '' && fact('Pricing', marked.all(price, 'pricing_summary', 'pricing_model'))}
    ${shown.stage !== null && fact('Stage', marked.all(titled(shown.stage), 'stage'))}
    ${shown.contact_email !== null && fact('Contact', marked.all(shown.contact_email, 'contact_email'))}
    ${
      shown.demo_video_url !== null &&
      fact('Video', html`<a href="${shown.demo_video_url}" rel="nofollow ugc noopener">Watch the demo</a>`)
    }
    ${otherRows(shown).map(([label, value]) => fact(label, value))}
    ${Object.entries(shown.socials).map(([platform, url]) =>
      fact(
        titled(platform),
        marked.one(
          /^https?:/.test(url)
            ? html`<a href="${url}" rel="nofollow ugc me noopener">${shortUrl(url)}</a>`
            : url,
          'socials',
          url,
        ),
      ),
    )}
    ${more.length > 0 && fact('Also in', html`${more}`)}
    ${Object.entries(shown.attributes).map(([key, value]) => fact(titled(key.replaceAll('_', '-')), linked(said(value))))}
    ${blankRows(shown).map((label) => fact(label, blank))}
  `
  return all.markup.trim() === '' ? null : html`<dl class="facts">${all}</dl>`
}

const linked = (value: string): string | Html =>
  isWebLink(value) ? html`<a href="${value}" rel="nofollow ugc noopener">${shortUrl(value)}</a>` : value

/** Data about the listing, beside its own text; `origin` says where all of it comes from. */
export function known(shown: Shown, evidence: Evidence, origin = checked(shown, evidence)): Html {
  const { founders } = shown
  const listed = facts(shown, marksOf(evidence, shown.verified !== null))
  return html`${useItNow(shown)}
  ${
    listed !== null &&
    html`<section class="part" aria-labelledby="f">
      <h2 id="f" class="head">Facts</h2>
      ${origin} ${listed}
    </section>`
  }
  ${
    founders.length > 0 &&
    html`<section class="part" aria-labelledby="who">
      <h2 id="who" class="head">${founders.length === 1 ? 'Founder' : 'Founders'}</h2>
      <div class="stack">${founders.map(person)}</div>
    </section>`
  }`
}
