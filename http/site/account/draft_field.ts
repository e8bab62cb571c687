// One thing of a draft in its review: what it says, whose words those are, and what can be done about it.
import type { z } from 'zod'
import { formSeal, type Session } from '../../../auth/sessions.ts'
import {
  listFields,
  textFields,
  type DraftedName,
  type FieldState,
  type Quote,
} from '../../../storage/tables/drafts.ts'
import type { draftView } from '../../../tools/drafts/draft_view.ts'
import { field } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { paragraphs, quoted } from '../parts.ts'
import { accountBoxes, faqBoxes, founderBoxes } from './boxes.ts'
import { hints, labels, lengthOf, rowsOf, stateWords } from './draft_words.ts'
import { forPeople } from './refused.ts'

type Draft = z.output<typeof draftView>
export type Reviewed = {
  draft: Draft
  session: Session
  /** What the draft first said, by the names of fields; nothing where it had found nothing. */
  originals: Map<DraftedName, unknown>
  /** The field whose form was refused, and the faults of it by name. */
  tried: { name: DraftedName; form: URLSearchParams; faults: Record<string, string>; note: Html } | null
  /** The field that was just changed. */
  saved: string | null
}

const isIn = (names: readonly string[], name: string) => names.includes(name)

/** The value as it stands now, whatever kind of thing the name means. */
export function valueIn(draft: Draft, name: DraftedName): unknown {
  if (name in draft.fields) return draft.fields[name as keyof Draft['fields']].value
  const part = draft[name as 'faqs' | 'founders' | 'company_socials' | 'founder_socials']
  return Object.keys(part).length === 0 ? null : part
}

function standing(draft: Draft, name: DraftedName): { state: FieldState; evidence: Quote[] } {
  return name in draft.fields
    ? draft.fields[name as keyof Draft['fields']]
    : draft.parts[name as keyof Draft['parts']]
}

export function reviewField(name: DraftedName, reviewed: Reviewed): Html {
  const { draft, tried, saved } = reviewed
  const { state, evidence } = standing(draft, name)
  const value = valueIn(draft, name)
  const faults = draft.missing.filter(({ item }) => item === name || item.startsWith(`${name}.`))
  return html`<section class="field" id="${name}" aria-labelledby="n-${name}">
    <header>
      <h3 id="n-${name}">${labels[name]}</h3>
      <span class="state ${state}">${stateWords[state]}</span>
      ${saved === name && html`<span class="tag ok" role="status">Saved</span>`}
    </header>
    ${tried?.name === name && tried.note}
    ${
      value === null
        ? html`<p>
            ${state === 'deleted' ? html`<span class="soft">Will not be shown.</span>` : html`<span class="blank">Left blank</span>`}
          </p>`
        : shown(value, name)
    }
    ${faults.map((fault) => html`<p class="${fault.required ? 'fault' : 'fine'}">${remedy(fault)}</p>`)}
    ${acts(name, state, value, reviewed)} ${why(reviewed.originals.get(name), { state, evidence, value })}
  </section>`
}

/** What the operation says to programs, said to a person beside the field. */
function remedy({ problem, required, limit, actual, what_to_do, item }: Draft['missing'][number]): string {
  if (problem === 'blank' && required) return 'A listing cannot be made without it.'
  if (problem === 'blank') return hints[item as DraftedName] ?? 'May stay blank.'
  if (problem === 'too_long') return `At most ${limit} characters; this has ${actual}.`
  if (problem === 'unknown_category') return 'Choose categories that the list names.'
  return forPeople(what_to_do.replace(/fields\.\w+/, 'this'))
}

/** A value as it reads: words, a list, pairs. */
function shown(value: unknown, name: DraftedName): Html {
  if (typeof value === 'string')
    return rowsOf[name] === undefined
      ? html`<p class="value">${value}</p>`
      : html`<div class="value text">${paragraphs(value)}</div>`
  if (name === 'faqs')
    return html`<dl class="value text">
      ${(value as Draft['faqs']).map(
        ({ question, answer }) =>
          html`<dt>${question}</dt>
            <dd>${answer}</dd>`,
      )}
    </dl>`
  if (name === 'founders')
    return html`<ul class="prose value text">
      ${(value as Draft['founders']).map(
        (one) =>
          html`<li>${one.name}${one.title && `, ${one.title}`}${one.bio && html`<br />${one.bio}`}</li>`,
      )}
    </ul>`
  if (Array.isArray(value))
    return html`<ul class="prose value text">
      ${value.map((one) => html`<li>${String(one)}</li>`)}
    </ul>`
  return html`<ul class="prose value text">
    ${Object.entries(value as Record<string, string>).map(([platform, account]) => html`<li>${platform}: ${account}</li>`)}
  </ul>`
}

function editFold(name: DraftedName, value: unknown, { tried }: Reviewed): Html {
  const own = tried?.name === name ? tried : null
  return html`<details ${own !== null && html`open`}>
    <summary>
      ${value === null ? 'Write it yourself' : 'Edit'}<span class="unseen"> ${labels[name]}</span>
    </summary>
    <div class="stack">
      ${inputs(name, value, own)}
      <div class="line"><button name="do" value="edit">Save</button></div>
    </div>
  </details>`
}

type Tried = Pick<NonNullable<Reviewed['tried']>, 'form' | 'faults'> | null

function inputs(name: DraftedName, value: unknown, tried: Tried): Html {
  const [label, hint, fault] = [labels[name], hints[name], tried?.faults[name]]
  if (isIn(textFields, name))
    return field({
      ...{ name: 'value', id: `f-${name}`, label, unseen: true, hint, fault },
      max: lengthOf(name),
      rows: rowsOf[name],
      value: tried?.form.get('value') ?? (value as string | null),
    })
  const typed = tried?.form.getAll('value')
  if (name === 'categories') {
    const all = typed ?? (value as string[] | null) ?? []
    return html`${[0, 1, 2, 3].map((n) =>
      field({
        ...{
          name: 'value',
          id: `f-${name}-${n}`,
          label: `Category ${n + 1}`,
          max: 200,
          list: 'all-categories',
        },
        value: all[n],
        fault: n === 0 ? fault : undefined,
      }),
    )}`
  }
  if (isIn(listFields, name))
    return field({
      ...{ name: 'value', id: `f-${name}`, label, unseen: true, hint, fault, max: 4000, rows: rowsOf[name] },
      value: typed?.[0] ?? (value as string[] | null)?.join('\n'),
    })
  const given = tried?.form ?? null
  if (name === 'faqs') return faqBoxes((value as Draft['faqs'] | null) ?? [], given)
  if (name === 'founders') return founderBoxes((value as Draft['founders'] | null) ?? [], given)
  return accountBoxes(name, (value as Record<string, string> | null) ?? {}, given)
}

/** What can be done with the field, in one form: a page has thirty, and each would carry its own seal. */
function acts(name: DraftedName, state: FieldState, value: unknown, reviewed: Reviewed): Html {
  const { draft, session, originals } = reviewed
  const path = `/account/drafts/${draft.id}/field`
  const act = (what: string, label: string) =>
    html`<button class="link" name="do" value="${what}">
      ${label}<span class="unseen"> ${labels[name]}</span>
    </button> `
  const locked = state === 'override'
  const canRestore =
    locked || (originals.has(name) ? state !== 'ai' : state === 'manual' || state === 'deleted')
  return html`<form class="acts" method="post" action="${path}">
    ${editFold(name, value, reviewed)} ${!locked && value !== null && act('lock', 'Lock')}
    ${canRestore && act('restore', locked ? 'Unlock and restore' : 'Restore')}
    ${!locked && draft.pages.length > 0 && act('redraft', value === null ? 'Look again' : 'Redraft')}
    ${value !== null && act('remove', 'Remove')}
    <input type="hidden" name="field" value="${name}" />
    <input type="hidden" name="seal" value="${formSeal(session, path)}" />
  </form>`
}

type Behind = { state: FieldState; evidence: Quote[]; value: unknown }

/** The right side: the words of the site, or why there are none. */
function why(original: unknown, { state, evidence, value }: Behind): Html {
  const quotes = evidence.slice(0, 3).map(quoted)
  const before =
    original !== undefined &&
    state !== 'ai' &&
    JSON.stringify(original) !== JSON.stringify(value) &&
    html`<p class="fine">The draft said: <b>${inWords(original)}</b></p>`
  const said = state === 'manual' || state === 'edited' ? 'Your words.' : null
  if (quotes.length === 0 && before === false && said === null) return html``
  return html`<div class="why stack">
    ${said !== null && html`<p class="fine">${said}</p>`}${before}${quotes}
    ${evidence.length > 3 && html`<p class="fine">And ${evidence.length - 3} more places.</p>`}
  </div>`
}

function inWords(value: unknown): string {
  const text = Array.isArray(value)
    ? value.map((one) => (typeof one === 'string' ? one : Object.values(one as object)[0])).join(', ')
    : typeof value === 'object'
      ? Object.values(value as object).join(', ')
      : String(value)
  return text.length > 300 ? `${text.slice(0, 299)}…` : text
}
