// The forms of the site: sealed to their session, usable by keyboard, and clear about faults.
import { formSeal, type Session } from '../../auth/sessions.ts'
import { countriesByName } from '../../countries.ts'
import { Html, html } from './html.ts'

/** A form that posts to the path with the seal of this session. */
export function sealedForm(session: Session, path: string, content: Html, style = 'stack'): Html {
  return html`<form ${style !== '' && html`class="${style}"`} method="post" action="${path}">
    ${content}<input type="hidden" name="seal" value="${formSeal(session, path)}" />
  </form>`
}

/** A sealed form that can upload a file. */
export function uploadForm(session: Session, path: string, content: Html): Html {
  return html`<form class="stack" method="post" action="${path}" enctype="multipart/form-data">
    ${content}<input type="hidden" name="seal" value="${formSeal(session, path)}" />
  </form>`
}

/** The field that should get the focus; `layout` keeps only the first on a page. */
export const focus = new Html(' autofocus=""')
const invalid = html`aria-invalid="true"${focus}`

type Labelled = {
  id: string
  label: string
  /** Whether the label is for screen readers only, because the heading above says it. */
  unseen?: boolean
  hint?: string
  fault?: string
}

/** A control below its label; hint and fault are linked to it for screen readers, by the given attributes. */
function labelled(
  { id, label, unseen = false, hint, fault }: Labelled,
  control: (attributes: Html) => Html,
): Html {
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return html`<div>
    ${!unseen && html`<label for="${id}">${label}</label>`}
    ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${control(html`${described !== '' && html`aria-describedby="${described}"`} ${fault !== undefined && invalid}`)}
    ${fault !== undefined && html`<p class="fault" id="${id}-fault">${fault}</p>`}
  </div>`
}

/** A file field for a picture. */
export const pictureField = (one: Labelled): Html =>
  labelled(
    one,
    (attributes) =>
      html`<input
        type="file"
        id="${one.id}"
        name="picture"
        accept="image/png,image/jpeg,image/webp,image/gif"
        required
        ${attributes}
      />`,
  )

/** Hidden fields. */
export const hidden = (fields: Record<string, string | number>): Html =>
  html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}`

/** A form with one button; `fields` are hidden. */
export function buttonForm(
  session: Session,
  path: string,
  label: string,
  {
    fields = {},
    quiet = true,
    about,
  }: { fields?: Record<string, string | number>; quiet?: boolean; about?: string } = {},
): Html {
  return sealedForm(
    session,
    path,
    html`${hidden(fields)}<button class="${quiet ? 'quiet' : ''}">
        ${label}${about !== undefined && html`<span class="unseen"> ${about}</span>`}
      </button>`,
    '',
  )
}

export function signOutForm(session: Session): Html {
  return buttonForm(session, '/sign-out', 'Sign out')
}

type Field = Omit<Labelled, 'id'> & {
  name: string
  /** Needed if several forms of a page have a field of this name. */
  id?: string
  value?: string | null
  type?: 'text' | 'email' | 'url' | 'date' | 'datetime-local'
  autocomplete?: string
  max: number
  required?: boolean
  rows?: number
  /** The id of a datalist. */
  list?: string
  /** The usual values: one is chosen, and another one that is there already can stay. */
  offered?: readonly string[]
  /** How an offered value is spelled for people, if not as it is. */
  spelled?: (value: string) => string
}

/** A labelled field for text, on one line or on several `rows`, or to choose from what is `offered`. */
export function field(one: Field): Html {
  const { name, id = name, label, unseen = false, value, type = 'text', rows, offered } = one
  const spelled = one.spelled ?? ((said) => said)
  return labelled({ ...one, id }, (attributes) => {
    const named = html`id="${id}" name="${name}" ${one.required === true && html`required`}
    ${unseen && html`aria-label="${label}"`} ${attributes}`
    const typed = html`${named} maxlength="${one.max}"
    ${one.autocomplete !== undefined && html`autocomplete="${one.autocomplete}"`}
    ${one.list !== undefined && html`list="${one.list}"`}`
    if (offered !== undefined)
      return html`<select ${named}>
        ${optionsOf(
          [...new Set(['', ...offered, value ?? ''])].map((said) => [said, spelled(said) || 'Not stated']),
          value ?? '',
        )}
      </select>`
    return rows === undefined
      ? html`<input type="${type}" value="${value ?? ''}" ${typed} />`
      : html`<textarea rows="${rows}" ${typed}>${value ?? ''}</textarea>`
  })
}

export type Option<Value extends string = string> = readonly [value: Value, text: string]

const optionsOf = (options: readonly Option[], chosen: string | undefined): Html =>
  html`${options.map(
    ([value, text]) => html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
  )}`

/** A select field. */
export const choice = (
  name: string,
  label: string,
  options: readonly Option[],
  chosen?: string,
  fault?: string,
): Html =>
  labelled(
    { id: name, label, fault },
    (attributes) =>
      html`<select id="${name}" name="${name}" ${attributes}>
        ${optionsOf(options, chosen)}
      </select>`,
  )

/** A country, chosen by its name. */
export function countryField({
  name = 'country',
  value,
  required = false,
  ...rest
}: Omit<Labelled, 'id'> & Pick<Field, 'value' | 'required'> & { name?: string }): Html {
  return labelled(
    { ...rest, id: name },
    (attributes) =>
      html`<select
        id="${name}"
        name="${name}"
        autocomplete="country"
        ${required && html`required`}
        ${attributes}
      >
        <option value="">Choose a country</option>
        ${optionsOf(countriesByName(), value?.trim().toUpperCase())}
      </select>`,
  )
}

type Choice = { value: string; label: string; note?: string; checked?: boolean }
type Group = {
  legend: string
  name: string
  /** Needed if several forms of a page have a group of this name. */
  id?: string
  fault?: string
}

const group = (
  type: 'checkbox' | 'radio',
  { legend, name, id = name, fault }: Group,
  all: readonly Choice[],
): Html =>
  html`<fieldset ${fault !== undefined && html`aria-describedby="${id}-fault"`}>
    <legend>${legend}</legend>
    ${all.map(
      ({ value, label, note, checked }, index) =>
        html`<label class="choice"
          ><input
            type="${type}"
            name="${name}"
            value="${value}"
            ${checked === true && html`checked`}${fault !== undefined && index === 0 && focus}
          /><span>${label}${note !== undefined && html` <code>${note}</code>`}</span></label
        >`,
    )}
    ${fault !== undefined && html`<p class="fault" id="${id}-fault">${fault}</p>`}
  </fieldset>`

/** Tick boxes under one legend. */
export const choices = (legend: string, name: string, all: readonly Choice[], fault?: string): Html =>
  group('checkbox', { legend, name, fault }, all)

/** One of several, under one legend. */
export const radios = ({
  all,
  chosen,
  ...rest
}: Group & { all: readonly { value: string; label: string }[]; chosen?: string | null }): Html =>
  group(
    'radio',
    rest,
    all.map((one) => ({ ...one, checked: one.value === chosen })),
  )

/** The same as buttons side by side, for few and short options. */
export const picks = (name: string, legend: string, options: readonly string[], chosen: string): Html =>
  html`<fieldset>
    <legend>${legend}</legend>
    <div class="line">
      ${options.map(
        (value) =>
          html`<label class="pick"
            ><input type="radio" name="${name}" value="${value}" ${value === chosen && html`checked`} />
            ${value.charAt(0).toUpperCase() + value.slice(1)}</label
          >`,
      )}
    </div>
  </fieldset>`

/** A search of one field; `about` says to screen readers what it finds, `more` are further fields. */
export const searchForm = (
  path: string,
  {
    about,
    label,
    isSeen = true,
    q = '',
    id = 'q',
    button = 'Search',
    style = 'gap-l',
    more,
  }: {
    about: string
    label: string
    isSeen?: boolean
    q?: string
    id?: string
    button?: string
    style?: string
    more?: Html
  },
): Html =>
  html`<form class="${style}" role="search" aria-label="${about}" action="${path}">
    <label ${!isSeen && html`class="unseen"`} for="${id}">${label}</label>
    <div class="join">
      <input id="${id}" type="search" name="q" value="${q}" maxlength="200" /><button>${button}</button>
    </div>
    ${more}
  </form>`
