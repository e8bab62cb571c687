// The parts of a draft beside its fields: a competitor to compare with, keywords, story and milestones.
import type { z } from 'zod'
import { labelOf } from '../../../facts.ts'
import { storyParts } from '../../../storage/tables/listings.ts'
import type { draftView } from '../../../tools/drafts/draft_view.ts'
import type updateDraft from '../../../tools/drafts/update_draft.ts'
import { whenShown } from '../../../tools/listings/sections.ts'
import { field, sealedForm } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { proof, shortUrl, titled } from '../parts.ts'
import { table } from '../table.ts'
import { given, type OwnVisit } from '../visit.ts'
import { asShown } from './as_shown.ts'
import { milestoneBoxes, storyFields } from './boxes.ts'
import { rowsOf } from './draft_edits.ts'
import { refusalNote, triedAt } from './refused.ts'

type Draft = z.output<typeof draftView>
type Edit = Omit<z.input<(typeof updateDraft)['input']>, 'id'>
type MorePart = 'competitor' | 'seo' | 'story' | 'milestones'

/** The edit that the form of a part asks for; null if the form was tampered with. */
export function moreIn(form: URLSearchParams): { part: MorePart; edit: Edit } | null {
  const said = (key: string) => given({ form }, key)
  const part = form.get('part')
  if (part === 'competitor') return { part, edit: { competitor_url: said('competitor_url') } }
  if (part === 'seo') return { part, edit: { seo: { title: said('title'), meta: said('meta') } } }
  if (part === 'story') {
    const story = Object.fromEntries(storyParts.map((one) => [one, said(`story_${one}`)]))
    return { part, edit: { story } }
  }
  if (part !== 'milestones') return null
  const milestones = rowsOf(form, ['date', 'title', 'description', 'url']).map(
    ({ description, url, ...row }) => ({
      ...row,
      ...(description !== '' && { description }),
      ...(url !== '' && { url }),
    }),
  )
  return { part, edit: { milestones } }
}

export function more(draft: Draft, visit: OwnVisit): Html {
  const path = `/account/drafts/${draft.id}/more`
  const saved = visit.url.searchParams.get('saved')
  const of = (part: MorePart) => triedAt(visit, path, { part })
  const { competitor_url, seo, story, milestones } = draft
  const kept = { competitor: { competitor_url }, seo: { seo }, story: { story }, milestones: { milestones } }
  const block = (part: MorePart, title: string, about: string, shown: Html | false, boxes: Html) => {
    const tried = of(part)
    return html`<section class="field" id="${part}">
      <header>
        <h3>${title}</h3>
        ${saved === part && html`<span class="tag ok" role="status">Saved</span>`}
      </header>
      ${refusalNote(tried?.refused)}
      <p class="soft">${about}</p>
      ${shown}
      <div class="acts">
        <details ${tried !== null && html`open`}>
          <summary>Edit<span class="unseen"> ${title}</span></summary>
          ${sealedForm(
            visit.session,
            path,
            html`${boxes}${asShown(kept[part])}<input type="hidden" name="part" value="${part}" />
              <div class="line"><button>Save</button></div>`,
          )}
        </details>
      </div>
    </section>`
  }
  const [rival, search] = [of('competitor'), of('seo')]
  return html`<h2 class="part head">Other parts</h2>
    <div class="fields">
      ${block(
        'competitor',
        'A competitor',
        'We read their site like yours and set the two side by side. Only you see that.',
        comparison(draft),
        field({
          ...{
            name: 'competitor_url',
            label: 'Their address',
            max: 2048,
            hint: 'Empty it to end the comparison',
          },
          value: rival?.typed.get('competitor_url') ?? competitor_url,
          fault: rival?.faults.competitor_url,
        }),
      )}
      ${block(
        'seo',
        'For search engines',
        seo.title || seo.meta
          ? [seo.title, seo.meta].filter(Boolean).join('. ')
          : 'Made from the name and the tagline.',
        false,
        html`${field({ name: 'title', id: 'seo-title', label: 'Title', max: 70, value: search?.typed.get('title') ?? seo.title, fault: search?.faults.title })}
        ${field({ name: 'meta', id: 'seo-meta', label: 'Description', max: 170, rows: 2, value: search?.typed.get('meta') ?? seo.meta, fault: search?.faults.meta })}`,
      )}
      ${block(
        'story',
        'The story behind it',
        Object.values(story).some(Boolean)
          ? (story.title ?? 'It has no title yet.')
          : `Not written yet. The public sees it ${whenShown('story')}.`,
        false,
        storyFields(story, of('story')),
      )}
      ${block(
        'milestones',
        'Milestones',
        milestones.length > 0
          ? milestones.map(({ date, title }) => `${date}: ${title}`).join('; ')
          : `None yet. The public sees them ${whenShown('milestones')}.`,
        false,
        milestoneBoxes(milestones, of('milestones')?.typed ?? null),
      )}
    </div>`
}

function comparison({ competitor_url, comparison: found }: Draft): Html | false {
  if (competitor_url === null || found === null) return false
  if (found.status === 'reading')
    return html`<p class="note wait">
      ${shortUrl(competitor_url)} is being read. Open this page again in a minute.
    </p>`
  if (found.status === 'failed')
    return html`<p class="note bad">${shortUrl(competitor_url)} could not be read: ${found.reason}.</p>`
  const cell = ({ value, evidence }: (typeof found.rows)[number]['own']) =>
    value === null
      ? html`<span class="blank">Not stated</span>`
      : proof(Array.isArray(value) ? value.map(String).join(', ') : String(value), evidence.slice(0, 2))
  return table(
    'Your product and theirs',
    [html`<span class="unseen">Attribute</span>`, 'Yours', shortUrl(competitor_url)],
    found.rows.map(({ attribute, own, theirs }) => [
      labelOf(attribute) ?? titled(attribute.replaceAll('_', '-')),
      ...[cell(own), cell(theirs)],
    ]),
    { headed: true },
  )
}
