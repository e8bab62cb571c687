// Effects of an edit that its sender may not expect. They are part of the answer and are not stored.
import type { DraftedName } from '../../facts.ts'
import type { DraftProfile } from '../../storage/tables/drafts.ts'
import { noticesOfMarkup } from '../notices.ts'
import type { DraftEdits } from './edits.ts'
import { namedOf } from './fields.ts'

type Notice = { code: string; message: string }

export function noticesOfEdit(before: DraftProfile, after: DraftProfile, edits: DraftEdits): Notice[] {
  const undone = (edits.restore ?? []).filter((name) => {
    const { state, value } = namedOf(before, name)
    return state !== 'ai' && value !== null && !isSame(value, namedOf(after, name).value)
  })
  const emptied = undone.filter((name) => namedOf(after, name).value === null)
  const restored = undone.filter((name) => !emptied.includes(name))
  const unchanged = (edits.regenerate ?? []).filter((name) => isSameDrafted(before, after, name))
  return [
    ...noticesOfMarkup(edits).map((message) => ({ code: 'markup', message })),
    ...notice('restored', restored, (names) => `What was typed for ${names} was replaced by the AI's value.`),
    ...notice(
      'emptied',
      emptied,
      (names) =>
        `What was typed for ${names} is gone: the AI had no value from the website to put back, so it is blank now. Type it again if it shall stay.`,
    ),
    ...notice(
      'nothing_new',
      unchanged,
      (names) =>
        `Redrafting found nothing new for ${names}. The pages are the same as before: ask the owner and type it.`,
    ),
  ]
}

const notice = (code: string, names: DraftedName[], say: (names: string) => string): Notice[] =>
  names.length === 0 ? [] : [{ code, message: say(names.join(', ')) }]

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function isSameDrafted(before: DraftProfile, after: DraftProfile, name: DraftedName): boolean {
  return isSame(namedOf(before, name).value, namedOf(after, name).value)
}
