// Edits for the team to review: by field and word, with their author and client.
import type { Edit } from '../../../storage/team.ts'
import { shortened, wordDiff } from '../../../tools/team/word_diff.ts'
import { html, type Html } from '../html.ts'
import { changeLabel, uncoded } from '../account/history.ts'
import { time, titled } from '../parts.ts'

/** The old and new values by field. Short and long texts are shown in the same way. */
export function changes({ before, after }: Pick<Edit['version'], 'before' | 'after'>): Html {
  return html`<dl class="facts diff">
    ${Object.keys(after).map(
      (key) =>
        html`<div>
          <dt>${changeLabel(key)}</dt>
          <dd dir="auto">${compared(asText(before[key], key), asText(after[key], key))}</dd>
        </div>`,
    )}
  </dl>`
}

function compared(before: string, after: string): Html {
  return html`${shortened(wordDiff(before, after)).map(({ kind, text }) => {
    if (kind === 'same') return html`${lines(text)}`
    const [tag, said] = kind === 'gone' ? ['del', 'Taken out: '] : ['ins', 'Put in: ']
    const marked = html`<span class="unseen">${said}</span>${lines(text)}`
    return tag === 'del' ? html`<del>${marked}</del> ` : html`<ins>${marked}</ins> `
  })}`
}

function lines(text: string): Html {
  return html`${text.split('\n').map((line, index) => html`${index > 0 && html`<br />`}${line}`)}`
}

/** A value as lines of text: lists item by item, objects by their keys. */
function asText(value: unknown, key = ''): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((one) => asText(one)).join('\n')
  if (typeof value === 'object')
    return Object.entries(value)
      .flatMap(([key, inner]) => (inner === null || inner === '' ? [] : [`${titled(key)}: ${asText(inner)}`]))
      .join('\n')
  return uncoded(key, String(value))
}

function through({ via, client_name, operation }: Edit['version']): string {
  if (via === 'service') return 'by itself'
  if (via === 'session') return 'on the site'
  const what = via === 'api_key' ? 'an API key' : 'an application'
  return `with ${client_name === null ? what : `“${client_name}”, ${what}`}${operation === null ? '' : ` (${operation})`}`
}

type Person = { id: number; name: string; email: string | null } | null

/** The person's name, or a note that their account was deleted. */
export function whoIs(person: Person): Html {
  if (person === null) return html`Nobody`
  const { id, name, email } = person
  if (email === null && name === '') return html`Somebody who has left`
  return html`<a href="/team/people/${id}">${name || email}</a
    >${name !== '' && email !== null && ` (${email})`}`
}

/** The author, client and time. */
export function madeHow({ version, person }: Pick<Edit, 'version' | 'person'>): Html {
  return html`<p class="meta">
    ${version.via === 'service' ? html`<span>The service</span>` : html`<span>${whoIs(person)}</span>`}
    <span>${through(version)}</span><span>${time(version.created_at)}</span>
    ${version.seen_at !== null && html`<span>seen ${time(version.seen_at)}</span>`}
  </p>`
}
