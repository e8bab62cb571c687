// The changes of a listing: when, the values before and after, and who made them how.
import { labelOf } from '../../../facts.ts'
import type { Version } from '../../../storage/listings/owners.ts'
import type { Medium } from '../../../storage/tables/listings.ts'
import { isByTeam } from '../../../tools/team/versions.ts'
import { html, type Html } from '../html.ts'
import { countryName, dayInWords, instantInWords, time, titled } from '../parts.ts'
import { table } from '../table.ts'
import { planWords, statusWords } from './standing_words.ts'

/** How many are shown; all are stored. */
const shown = 30

export function history(versions: readonly Version[], user_id: number): Html {
  const newest = versions.toReversed().slice(0, shown)
  return html`<section class="part diff" aria-labelledby="hi">
    <h2 id="hi" class="head">History</h2>
    ${
      newest.length === 0
        ? html`<p class="soft">Nothing has changed since it was made.</p>`
        : table(
            'What has changed',
            ['When', 'What changed', 'Through'],
            newest.map((version) => [
              time(version.created_at),
              html`${changes(version)}
              ${version.reason !== null && html`<p>The site team wrote: ${version.reason}</p>`}`,
              through(version, user_id),
            ]),
            { stacks: true },
          )
    }
    ${versions.length > shown && html`<p class="fine gap">The newest ${shown} of ${versions.length}. Every one is kept.</p>`}
  </section>`
}

/** Labels of changes that are no facts. */
const labels: Record<string, string> = {
  live_at: 'Live since',
  launch_week: 'Launch week',
  status_reason: 'Reason',
  slug: 'Address here',
  unlocked_sections: 'Sections on show',
  billboard_cents: 'Contributed to the billboard',
  seo_title: 'Title for search engines',
  seo_description: 'Description for search engines',
  faqs: 'Questions and answers',
  media: 'Pictures and films',
  launch_note: 'Note at the top',
}

/** What a change is of. */
export const changeLabel = (key: string): string =>
  labels[key] ?? labelOf(key) ?? titled(key.replaceAll('_', '-'))

function changes({ before, after }: Pick<Version, 'before' | 'after'>): Html {
  const [was, is] = [before, after] as Record<string, unknown>[]
  // The source of a logo changes with the logo, so it is not listed.
  const keys = Object.keys(is!).filter((key) => key !== 'logo_from' && key !== 'logo_fault')
  return html`${keys.map((key) => {
    const [old, now] = [said(key, was?.[key]), said(key, is![key])]
    return html`<p>
      <b>${changeLabel(key)}</b
      ><br />${old !== '' && html`<del>${old}</del> `}${now !== '' && html`<ins>${now}</ins>`}
    </p>`
  })}`
}

/** A code, a day or an instant in words; any other text as it is. */
export function uncoded(key: string, text: string): string {
  if (key === 'status') return statusWords[text as keyof typeof statusWords] ?? text
  if (key === 'plan') return planWords[text as keyof typeof planWords] ?? text
  if (key === 'country') return countryName(text)
  if (key === 'stage') return titled(text)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return instantInWords(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) ? dayInWords(text) : text
}

/** A value for people: without codes, instants and file names. */
function said(key: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (key === 'media') return (value as Medium[]).map(mediumInWords).join(', ')
  if (key === 'unlocked_sections')
    return (value as string[]).map((one) => sectionWords[one] ?? one).join(', ')
  if (key === 'billboard_cents') return ((value as number) / 100).toFixed(2)
  const words = typeof value === 'string' ? uncoded(key, value) : value
  return inWords(words).replace(/(?:\/media\/)?\b[0-9a-f]{32}\.(?:png|jpg|webp|gif)\b/g, 'a picture')
}

const sectionWords: Record<string, string> = {
  ...{ media: 'pictures and films', extra_categories: 'three more categories', story: 'the founder story' },
}

const mediumInWords = ({ kind, caption, url }: Medium): string =>
  `a ${kind === 'image' ? 'picture' : 'film'} (${caption ?? (url.startsWith('/') ? 'without a caption' : url)})`

function through({ user_id, via, client_name, operation }: Version, me: number): string {
  if (via === 'service') return 'Automatically'
  if (isByTeam(operation)) return 'The site team'
  const who = user_id === me ? 'You' : 'Somebody else'
  return `${who}, ${via === 'session' ? 'on the site' : (client_name ?? 'with an API key')}`
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = Array.isArray(value)
    ? value.map(inWords).join(', ')
    : typeof value === 'object'
      ? Object.values(value).map(inWords).filter(Boolean).join(', ')
      : String(value)
  return text.length > 240 ? `${text.slice(0, 239)}…` : text
}
