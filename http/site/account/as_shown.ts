// A form carries hashes of the values it was made from, so that its sender's changes are told from changes by others.
import { hash } from 'node:crypto'
import { refusing } from '../../../tools/faults.ts'
import { html, type Html } from '../html.ts'

type Values = Readonly<Record<string, unknown>>

/** Hidden form fields: a hash of each value shown. */
export function asShown(values: Values): Html {
  const marks = Object.entries(values).map(([name, value]) => `${name}:${markOf(value)}`)
  return html`<input type="hidden" name="shown" value="${marks.join(' ')}" />`
}

/** The names of fields that the sender changed; refused if somebody else has changed one of them meanwhile. */
export function changedIn(form: URLSearchParams, typed: Values, present: Values): string[] {
  const shown = new Map(
    (form.get('shown') ?? '').split(' ').map((mark) => {
      const [name = '', value] = mark.split(':')
      return [name, value] as const
    }),
  )
  const changed = Object.keys(typed).filter((name) => markOf(typed[name]) !== shown.get(name))
  const lost = changed.filter((name) => {
    const now = markOf(present[name])
    return shown.has(name) && shown.get(name) !== now && markOf(typed[name]) !== now
  })
  if (lost.length === 0) return changed
  const message =
    'This was changed in another window or by somebody else, since this page was opened. Nothing was saved. Save again to put yours in its place.'
  throw refusing(lost.map((name) => ({ pointer: `/${name}`, code: 'changed_meanwhile', message })))
}

function markOf(value: unknown): string {
  const said = plain(value)
  return said === undefined ? '' : hash('sha256', JSON.stringify(said), 'base64url').slice(0, 8)
}

/** The value as a form sends it: blank means nothing, numbers are text, and line ends are "\n". */
function plain(value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object') return String(value).replaceAll('\r\n', '\n').trim() || undefined
  const entries = Object.entries(value).flatMap(([key, one]) => {
    const said = plain(one)
    return said === undefined ? [] : [[key, said] as const]
  })
  if (entries.length === 0) return undefined
  return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries.toSorted())
}
