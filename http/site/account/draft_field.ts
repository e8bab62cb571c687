// One field of a draft in its review: its value, who wrote it, and what can be done with it.
import type { z } from 'zod'
import { formSeal } from '../../../auth/sessions.ts'
import { facts, factOf, isIn, isList, type DraftedName } from '../../../facts.ts'
import type { DraftProfile, Drafted, FieldState, Quote } from '../../../storage/tables/drafts.ts'
import type { draftView } from '../../../tools/drafts/draft_view.ts'
import { isNotOnSite, namedOf } from '../../../tools/drafts/fields.ts'
import { draftMax } from '../../../tools/facts/schemas.ts'
import { field, focus } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { counted, countryName, paragraphs, quoted, titled } from '../parts.ts'
import type { OwnVisit } from '../visit.ts'
import { asShown } from './as_shown.ts'
import { accountBoxes, faqBoxes, founderBoxes } from './boxes.ts'
import { forPeople, refusalNote, triedAt, type Tried } from './refused.ts'

type Draft = z.output<typeof draftView>
export type Reviewed = {
  draft: Draft
  /** The stored profile, with the first drafted values and the fields nobody has looked for. */
  profile: DraftProfile
  /** The names of categories by their slugs. */
  categories: ReadonlyMap<string, string>
}

const stateWords: Record<FieldState, string> = {
  ai: 'From your site',
  not_found: 'Not on your site',
  edited: 'Edited by you',
  manual: 'Written by you',
  override: 'Locked',
  deleted: 'Removed',
}

function stateWord(drafted: Drafted<unknown>): string {
  if (drafted.state !== 'not_found' || isNotOnSite(drafted)) return stateWords[drafted.state]
  return drafted.unread === true ? 'Not on the pages we read' : 'Not looked for'
}

export function reviewField(name: DraftedName, reviewed: Reviewed, visit: OwnVisit): Html {
  const { draft, profile, categories } = reviewed
  const path = `/account/drafts/${draft.id}/field`
  const tried = triedAt(visit, path, { field: name })
  const [saved, looked] = ['saved', 'looked'].map((what) => visit.url.searchParams.get(what) === name)
  const drafted = called(namedOf(profile, name), name, categories)
  const { value, state } = drafted
  const { evidence } = { ...draft.fields, ...draft.parts }[name]
  const faults = draft.missing.filter(({ item }) => item === name || item.startsWith(`${name}.`))
  return html`<section class="field" id="${name}">
    <header>
      <h3>${factOf(name).label}</h3>
      <span class="state ${state}">${stateWord(drafted)}</span>
      ${looked && html`<span class="tag" role="status">${value === null ? 'Looked again: nothing found' : 'Looked again'}</span>`}
      ${saved && faults.every(({ problem, required }) => problem === 'blank' || !required) && html`<span class="tag ok" role="status">Saved</span>`}
    </header>
    ${name !== 'categories' && !isSaidBeside(name, tried) && refusalNote(tried?.refused)}
    ${value !== null && shown(value, name)} ${faults.map((fault) => remark(name, fault))}
    ${acts(name, drafted, draft.pages.length > 0, { path, tried, visit, categories })}
    ${why(drafted, evidence)}
  </section>`
}

/** Whether what is wrong stands under the only box of the field, so that nothing above need say it. */
const isSaidBeside = (name: DraftedName, tried: Tried | null): boolean =>
  tried?.faults[name] !== undefined && tried.refused.errors.length === 1

/** The value with category names instead of slugs. */
export function called(
  drafted: Drafted<unknown>,
  name: DraftedName,
  names: Reviewed['categories'],
): Drafted<unknown> {
  if (name !== 'categories') return drafted
  const named = (value: unknown) => (value as string[] | null)?.map((one) => names.get(one) ?? one) ?? null
  const { value, original } = drafted
  return {
    ...drafted,
    value: named(value),
    original: original && { ...original, value: named(original.value) },
  }
}

/** What is missing or wrong; nothing of a blank that may stay so, for the state beside its name says that it is blank. */
function remark(name: DraftedName, fault: Draft['missing'][number]): Html | false {
  const { problem, required } = fault
  const says = problem === 'blank' && !required ? factOf(name).hint : remedy(name, fault)
  return says !== undefined && html`<p class="${required ? 'fault' : 'fine'}">${says}</p>`
}

/** The operation's message for programs, rewritten for the person. */
function remedy(name: DraftedName, fault: Draft['missing'][number]): string {
  const { problem, required, limit, actual, what_to_do } = fault
  if (problem === 'blank' && required) return 'A listing cannot be made without it.'
  if (problem === 'incomplete' && !required) return `${factOf(name).hint}.`
  if (problem === 'too_long') return `At most ${limit} characters; this has ${actual}.`
  if (problem === 'unknown_category') return 'Choose categories that the list names.'
  return forPeople(what_to_do.replace(/fields\.\w+/, 'this'))
}

const wordOf = (name: DraftedName, value: string): string =>
  name === 'country' ? countryName(value) : name === 'stage' ? titled(value) : value

/** A value for reading: words, a list, or pairs. */
function shown(value: unknown, name: DraftedName): Html {
  if (typeof value === 'string')
    return factOf(name).rows === undefined
      ? html`<p class="value">${wordOf(name, value)}</p>`
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
    ${Object.entries(value as Record<string, string>).map(([platform, account]) => html`<li>${titled(platform)}: ${account}</li>`)}
  </ul>`
}

type Names = Reviewed['categories']

function editFold(name: DraftedName, value: unknown, tried: Tried | null, names: Names): Html {
  return html`<details ${tried !== null && html`open`}>
    <summary${tried !== null && tried.faults[name] === undefined && focus}>
      ${value === null ? 'Write it yourself' : 'Edit'}<span class="unseen"> ${factOf(name).label}</span>
    </summary>
    <div class="stack">
      ${inputs(name, value, tried, names)} ${asShown({ [name]: value })}
      <div class="line"><button name="do" value="edit">Save</button></div>
    </div>
  </details>`
}

function inputs(name: DraftedName, value: unknown, tried: Tried | null, names: Names): Html {
  const given = tried?.typed ?? null
  const fault = tried?.faults[name]
  if (name === 'faqs') return faqBoxes((value as Draft['faqs'] | null) ?? [], given)
  if (name === 'founders') return founderBoxes((value as Draft['founders'] | null) ?? [], given)
  if (name === 'company_socials' || name === 'founder_socials')
    return accountBoxes(name, (value as Record<string, string> | null) ?? {}, given)
  if (name === 'categories') {
    const all = given?.getAll('value') ?? (value as string[] | null) ?? []
    const faults = faultsOfCategories(all, tried, names)
    const isOfBoxes = faults.some((one) => one !== undefined)
    return html`${[0, 1, 2, 3].map((n) =>
        field({
          ...{ name: 'value', id: `f-${name}-${n}`, label: `Category ${n + 1}`, max: facts[name].max },
          ...{ list: 'all-categories', value: all[n] },
          fault: isOfBoxes ? faults[n] : n === 0 ? (fault ?? tried?.refused.message) : undefined,
        }),
      )}
      <p class="fine"><a href="/categories">All categories</a></p>`
  }
  const { kind, label, max, hint, rows, offered } = { ...factOf(name), ...facts[name] }
  // A country and a year may be typed differently from how they are stored.
  const isShort = kind === 'country' || kind === 'year'
  const lines = Array.isArray(value) ? value.join('\n') : (value as string | null)
  return field({
    ...{ name: 'value', id: `f-${name}`, label, unseen: true, hint, rows, offered, fault },
    ...(kind === 'slug' && { spelled: titled }),
    max: isList(name) ? 4000 : isShort ? draftMax(name) : max,
    value: given?.get('value') ?? lines,
  })
}

/** For each box the fault of what was typed into it, with the category that was probably meant. */
function faultsOfCategories(
  typed: readonly string[],
  tried: Tried | null,
  names: Names,
): (string | undefined)[] {
  const errors = new Map(
    (tried?.refused.errors ?? []).map((one) => [/^\/fields\/categories\/(\d+)$/.exec(one.pointer)?.[1], one]),
  )
  // The operation was sent the boxes that are not empty.
  let sent = 0
  return typed.map((text) => {
    if (text.trim() === '') return undefined
    const error = errors.get(String(sent++))
    if (error?.code !== 'unknown_category') return error && forPeople(error.message)
    const near = names.get(error.nearest ?? '')
    return near === undefined
      ? 'There is no such category.'
      : `There is no such category. Did you mean ${near}?`
  })
}

/** All actions on a field, in one form: a page has thirty fields, and each form carries its own seal. */
function acts(
  name: DraftedName,
  { value, state, original }: Drafted<unknown>,
  hasPages: boolean,
  {
    path,
    tried,
    visit,
    categories,
  }: { path: string; tried: Tried | null; visit: OwnVisit; categories: Names },
): Html {
  const act = (what: string, label: string) =>
    html`<button name="do" value="${what}" aria-label="${label} ${factOf(name).label}">${label}</button> `
  const locked = state === 'override'
  const canRestore = original !== null && state !== 'ai'
  const canRedraft = !locked && isIn(name, 'sought') && hasPages
  return html`<form class="acts" method="post" action="${path}">
    ${editFold(name, value, tried, categories)} ${!locked && value !== null && act('lock', 'Lock')}
    ${canRestore && act('restore', locked ? 'Unlock and restore' : 'Restore')}
    ${locked && original === null && act('restore', value === null ? 'Unlock' : 'Unlock and empty')}
    ${canRedraft && act('redraft', value === null ? 'Look again' : 'Redraft')}
    ${value !== null && act('remove', 'Remove')}
    <input type="hidden" name="field" value="${name}" />
    <input type="hidden" name="seal" value="${formSeal(visit.session, path)}" />
  </form>`
}

/** The right column: quotes from the site, or why there are none. */
function why({ value, state, original }: Drafted<unknown>, evidence: Quote[]): Html {
  // A site repeats the same words on many pages; they are shown where they were first read.
  const distinct = [...new Map(evidence.toReversed().map((one) => [one.quote, one])).values()].toReversed()
  const quotes = distinct.slice(0, 3).map(quoted)
  const before =
    original !== null &&
    state !== 'ai' &&
    JSON.stringify(original.value) !== JSON.stringify(value) &&
    html`<p class="fine">The draft said: <b>${inWords(original.value)}</b></p>`
  const said = state === 'manual' || state === 'edited' ? 'Your words.' : null
  if (quotes.length === 0 && before === false && said === null) return html``
  return html`<div class="why stack">
    ${said !== null && html`<p class="fine">${said}</p>`}${before}${quotes}
    ${distinct.length > 3 && html`<p class="fine">And in ${counted(distinct.length - 3, 'more place')}.</p>`}
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
