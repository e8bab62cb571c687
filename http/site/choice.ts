import { html, type Html } from './html.ts'

export type Option<Value extends string = string> = readonly [value: Value, text: string]

/** A select field, in a form that uses GET. */
export function choice(
  name: string,
  label: string,
  options: readonly Option[],
  chosen: string | undefined,
): Html {
  return html`<div>
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(
        ([value, text]) =>
          html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
      )}
    </select>
  </div>`
}

/** The same as buttons side by side, for few and short options. */
export function picks(name: string, legend: string, options: readonly string[], chosen: string): Html {
  return html`<fieldset>
    <legend>${legend}</legend>
    <div class="line">
      ${options.map(
        (value) =>
          html`<label class="pick"
            ><input type="radio" name="${name}" value="${value}" ${value === chosen && html`checked`} />
            ${value.length === 1 ? value.toUpperCase() : value.charAt(0).toUpperCase() + value.slice(1)}</label
          >`,
      )}
    </div>
  </fieldset>`
}
