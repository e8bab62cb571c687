// The field machine whole: every state, every trigger, with and without a value of the AI behind it.
import { describe, expect, it } from 'vitest'
import type { Drafted, FieldState, Quote } from '../../../storage/tables/drafts.ts'
import {
  isLocked,
  lockField,
  receiveDraft,
  redraftField,
  removeValue,
  restoreField,
  typeValue,
} from '../../../tools/drafts/fields.ts'

const quote: Quote = { quote: 'Invoices that chase themselves', url: 'https://tide.test/', where: 'visible' }
const original = { value: 'Invoices that chase themselves', evidence: [quote] }
const found = { value: 'Invoices, chased', evidence: [{ ...quote, quote: 'Invoices, chased' }] }

/** A field as it can be met in this state. */
function field(state: FieldState, hasOriginal: boolean): Drafted<string> {
  const value = {
    ai: original.value,
    edited: 'Typed',
    manual: 'Typed',
    override: 'Kept',
    not_found: null,
    deleted: null,
  }[state]
  return { value, state, evidence: state === 'ai' ? [quote] : [], original: hasOriginal ? original : null }
}

const triggers: Record<string, (drafted: Drafted<string>) => Drafted<string>> = {
  type: (drafted) => typeValue(drafted, 'New'),
  null: removeValue,
  lock: lockField,
  restore: restoreField,
  'regenerate, found': (drafted) => redraftField(drafted, found),
  'regenerate, nothing': (drafted) => redraftField(drafted, null),
  'first draft, found': (drafted) => receiveDraft(drafted, found),
  'first draft, nothing': (drafted) => receiveDraft(drafted, null),
}

/** State, whether the AI once had a value, trigger → state, value, whose quotes stand beside it, the original kept. */
const table = `
  ai        yes  type                  edited    New    -      first
  ai        yes  null                  deleted   -      -      first
  ai        yes  lock                  override  First  first  first
  ai        yes  restore               ai        First  first  first
  ai        yes  regenerate, found     ai        Found  found  first
  ai        yes  regenerate, nothing   not_found -      -      first
  ai        yes  first draft, found    ai        Found  found  found
  ai        yes  first draft, nothing  not_found -      -      -
  not_found no   type                  manual    New    -      -
  not_found no   null                  deleted   -      -      -
  not_found no   lock                  override  -      -      -
  not_found no   restore               not_found -      -      -
  not_found no   regenerate, found     ai        Found  found  found
  not_found no   regenerate, nothing   not_found -      -      -
  not_found no   first draft, found    ai        Found  found  found
  not_found no   first draft, nothing  not_found -      -      -
  not_found yes  type                  edited    New    -      first
  not_found yes  null                  deleted   -      -      first
  not_found yes  lock                  override  -      -      first
  not_found yes  restore               ai        First  first  first
  not_found yes  regenerate, found     ai        Found  found  first
  not_found yes  regenerate, nothing   not_found -      -      first
  edited    yes  type                  edited    New    -      first
  edited    yes  null                  deleted   -      -      first
  edited    yes  lock                  override  Typed  -      first
  edited    yes  restore               ai        First  first  first
  edited    yes  regenerate, found     ai        Found  found  first
  edited    yes  regenerate, nothing   not_found -      -      first
  edited    yes  first draft, found    edited    Typed  -      found
  edited    yes  first draft, nothing  manual    Typed  -      -
  manual    no   type                  manual    New    -      -
  manual    no   null                  deleted   -      -      -
  manual    no   lock                  override  Typed  -      -
  manual    no   restore               not_found -      -      -
  manual    no   regenerate, found     ai        Found  found  found
  manual    no   regenerate, nothing   not_found -      -      -
  manual    no   first draft, found    edited    Typed  -      found
  manual    no   first draft, nothing  manual    Typed  -      -
  override  yes  type                  override  New    -      first
  override  yes  null                  deleted   -      -      first
  override  yes  lock                  override  Kept   -      first
  override  yes  restore               ai        First  first  first
  override  yes  regenerate, found     override  Kept   -      first
  override  yes  regenerate, nothing   override  Kept   -      first
  override  yes  first draft, found    override  Kept   -      found
  override  yes  first draft, nothing  override  Kept   -      -
  override  no   type                  override  New    -      -
  override  no   null                  deleted   -      -      -
  override  no   lock                  override  Kept   -      -
  override  no   restore               not_found -      -      -
  override  no   regenerate, found     override  Kept   -      -
  override  no   regenerate, nothing   override  Kept   -      -
  override  no   first draft, found    override  Kept   -      found
  override  no   first draft, nothing  override  Kept   -      -
  deleted   yes  type                  edited    New    -      first
  deleted   yes  null                  deleted   -      -      first
  deleted   yes  lock                  override  -      -      first
  deleted   yes  restore               ai        First  first  first
  deleted   yes  regenerate, found     ai        Found  found  first
  deleted   yes  regenerate, nothing   not_found -      -      first
  deleted   no   type                  manual    New    -      -
  deleted   no   null                  deleted   -      -      -
  deleted   no   lock                  override  -      -      -
  deleted   no   restore               not_found -      -      -
  deleted   no   regenerate, found     ai        Found  found  found
  deleted   no   regenerate, nothing   not_found -      -      -
  deleted   no   first draft, found    deleted   -      -      found
  deleted   no   first draft, nothing  deleted   -      -      -
`
const lines = table
  .trim()
  .split('\n')
  .map((line) => {
    const [, state, ai, trigger, after, value, quotes, kept] =
      /^\s*(\w+)\s+(yes|no)\s+(.+?)\s{2,}(\w+)\s+(\S+)\s+(\S+)\s+(\S+)\s*$/.exec(line)!
    return { state: state as FieldState, ai: ai === 'yes', trigger: trigger!, after, value, quotes, kept }
  })

describe('a field of a draft', () => {
  it.each(lines)('$state (AI value: $ai), $trigger: $after', (line) => {
    const before = field(line.state, line.ai)
    const words: Record<string, string | null> = {
      '-': null,
      New: 'New',
      Typed: 'Typed',
      Kept: 'Kept',
      First: original.value,
      Found: found.value,
    }
    const originals: Record<string, typeof original | null> = { '-': null, first: original, found }
    const after = triggers[line.trigger]!(before)
    expect(after).toEqual({
      state: line.after,
      value: words[line.value!],
      evidence: originals[line.quotes!]?.evidence ?? [],
      original: originals[line.kept!],
      ...(line.trigger === 'regenerate, nothing' && line.after === 'not_found' && { sought_again: true }),
    })
    expect(isLocked(after)).toBe(line.after === 'override')
  })

  it.each(lines.filter(({ ai, state }) => !ai && state !== 'ai'))(
    '$state, that nobody has looked for, $trigger: is looked for only by the AI',
    ({ state, trigger }) => {
      const isLookedFor =
        trigger.startsWith('first draft') || (trigger.startsWith('regenerate') && state !== 'override')
      const after = triggers[trigger]!({ ...field(state, false), unsought: true })
      expect(after.unsought).toBe(isLookedFor ? undefined : true)
    },
  )

  it.each(lines.filter(({ ai, state }) => !ai && state !== 'ai'))(
    '$state, of a website that pages were lost of, $trigger: is not found there only where it is read anew',
    ({ state, trigger }) => {
      const isReadAnew =
        trigger.startsWith('first draft') || (trigger === 'regenerate, found' && state !== 'override')
      const after = triggers[trigger]!({ ...field(state, false), unread: true })
      expect(after.unread).toBe(isReadAnew ? undefined : true)
    },
  )

  it('is met in every state by every trigger', () => {
    const met = new Set(lines.map(({ state, trigger }) => `${state} ${trigger}`))
    const states: FieldState[] = ['ai', 'not_found', 'edited', 'manual', 'override', 'deleted']
    for (const state of states)
      for (const trigger of Object.keys(triggers)) expect(met).toContain(`${state} ${trigger}`)
  })

  it('never touches the field it was given', () => {
    for (const { state, ai, trigger } of lines) {
      const before = field(state, ai)
      const copy = structuredClone(before)
      triggers[trigger]!(before)
      expect(before).toEqual(copy)
    }
  })
})
