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

/** A file field for a picture. */
export function pictureField({
  id,
  label,
  hint,
  fault,
}: Record<'id' | 'label' | 'hint', string> & { fault?: string }): Html {
  const described = [`${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return html`<div>
    <label for="${id}">${label}</label>
    <p class="hint" id="${id}-hint">${hint}</p>
    <input
      type="file"
      id="${id}"
      name="picture"
      accept="image/png,image/jpeg,image/webp,image/gif"
      required
      aria-describedby="${described}"
      ${fault !== undefined && invalid}
    />
    ${fault !== undefined && html`<p class="fault" id="${id}-fault">${fault}</p>`}
  </div>`
}

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
    html`${Object.entries(fields).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
      )}<button class="${quiet ? 'quiet' : ''}">
        ${label}${about !== undefined && html`<span class="unseen"> ${about}</span>`}
      </button>`,
    '',
  )
}

export function signOutForm(session: Session): Html {
  return buttonForm(session, '/sign-out', 'Sign out')
}

type Field = {
  name: string
  /** Needed if several forms of a page have a field of this name. */
  id?: string
  label: string
  /** Whether the label is for screen readers only, because the heading above says it. */
  unseen?: boolean
  value?: string | null
  hint?: string
  fault?: string
  type?: 'text' | 'email' | 'url' | 'date' | 'datetime-local'
  autocomplete?: string
  max: number
  required?: boolean
  rows?: number
  /** The id of a datalist. */
  list?: string
  /** The usual values: one is chosen, and another one that is there already can stay. */
  offered?: readonly string[]
}

/** A labelled field; hint and fault are linked to it for screen readers. */
export function field({
  name,
  id = name,
  label,
  unseen = false,
  value,
  hint,
  fault,
  type = 'text',
  autocomplete,
  max,
  required,
  rows,
  list,
  offered,
}: Field): Html {
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  const named = html`id="${id}" name="${name}" ${required === true && html`required`}
  ${unseen && html`aria-label="${label}"`} ${described !== '' && html`aria-describedby="${described}"`}
  ${fault !== undefined && invalid}`
  const attributes = html`${named} maxlength="${max}"
  ${autocomplete !== undefined && html`autocomplete="${autocomplete}"`}
  ${list !== undefined && html`list="${list}"`}`
  return html`<div>
    ${!unseen && html`<label for="${id}">${label}</label>`}
    ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${
      offered !== undefined
        ? html`<select ${named}>
            ${[...new Set(['', ...offered, value ?? ''])].map((one) => html`<option value="${one}" ${one === (value ?? '') && html`selected`}>${one || 'Not said'}</option>`)}
          </select>`
        : rows === undefined
          ? html`<input type="${type}" value="${value ?? ''}" ${attributes} />`
          : html`<textarea rows="${rows}" ${attributes}>${value ?? ''}</textarea>`
    }
    ${fault !== undefined && html`<p class="fault" id="${id}-fault">${fault}</p>`}
  </div>`
}

/** A country, chosen by its name. */
export function countryField({
  name = 'country',
  label,
  hint,
  value,
  fault,
  required = false,
}: Pick<Field, 'label' | 'hint' | 'value' | 'fault' | 'required'> & { name?: string }): Html {
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ')
  const chosen = value?.trim().toUpperCase() ?? ''
  return html`<div>
    <label for="${name}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <select
      id="${name}"
      name="${name}"
      autocomplete="country"
      ${required && html`required`}
      ${described !== '' && html`aria-describedby="${described}"`}
      ${fault !== undefined && invalid}
    >
      <option value="">Choose a country</option>
      ${countriesByName().map(
        ([code, country]) =>
          html`<option value="${code}" ${code === chosen && html`selected`}>${country}</option>`,
      )}
    </select>
    ${fault !== undefined && html`<p class="fault" id="${name}-fault">${fault}</p>`}
  </div>`
}

type Choice = { value: string; label: string; note?: string; checked?: boolean }

/** Tick boxes under one legend. */
export function choices(legend: string, name: string, all: Choice[], fault?: string): Html {
  return html`<fieldset ${fault !== undefined && html`aria-describedby="${name}-fault"`}>
    <legend>${legend}</legend>
    ${all.map(
      ({ value, label, note, checked }, index) =>
        html`<label class="choice"
          ><input
            type="checkbox"
            name="${name}"
            value="${value}"
            ${checked === true && html`checked`}${fault !== undefined && index === 0 && focus}
          /><span>${label}${note !== undefined && html` <code>${note}</code>`}</span></label
        >`,
    )}
    ${fault !== undefined && html`<p class="fault" id="${name}-fault">${fault}</p>`}
  </fieldset>`
}

/** One of several, under one legend. */
export function radios({
  legend,
  name,
  id = name,
  all,
  chosen,
  fault,
}: {
  legend: string
  name: string
  /** Needed if several forms of a page have radios of this name. */
  id?: string
  all: readonly { value: string; label: string }[]
  chosen?: string | null
  fault?: string
}): Html {
  return html`<fieldset ${fault !== undefined && html`aria-describedby="${id}-fault"`}>
    <legend>${legend}</legend>
    ${all.map(
      ({ value, label }, index) =>
        html`<label class="choice"
          ><input
            type="radio"
            name="${name}"
            value="${value}"
            ${value === chosen && html`checked`}${fault !== undefined && index === 0 && focus}
          /><span>${label}</span></label
        >`,
    )}
    ${fault !== undefined && html`<p class="fault" id="${id}-fault">${fault}</p>`}
  </fieldset>`
}
