// Effects of an edit that its sender may not expect. They are part of the answer and are not stored.
import type { DraftedName } from '../../facts.ts'
import type { DraftProfile } from '../../storage/tables/drafts.ts'
import { noticesOfMarkup } from '../notices.ts'
import type { DraftEdits } from './edits.ts'
import { namedOf } from './fields.ts'

type Notice = { code: string; message: string }

export function noticesOfEdit(before: DraftProfile, after: DraftProfile, edits: DraftEdits): Notice[] {
  const typed = (edits.restore ?? []).filter((name) => {
    const { state, value } = namedOf(before, name)
    return state !== 'ai' && value !== null && !isSame(value, namedOf(after, name).value)
  })
  const unchanged = (edits.regenerate ?? []).filter((name) => isSameDrafted(before, after, name))
  return [
    ...noticesOfMarkup(edits).map((message) => ({ code: 'markup', message })),
    ...(typed.length === 0
      ? []
      : [
          {
            code: 'restored',
            message: `What was typed for ${typed.join(', ')} was replaced by the AI's value, or by a blank where it has none.`,
          },
        ]),
    ...(unchanged.length === 0
      ? []
      : [
          {
            code: 'nothing_new',
            message: `Redrafting found nothing new for ${unchanged.join(', ')}. The pages are the same as before: ask the owner and type it.`,
          },
        ]),
  ]
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function isSameDrafted(before: DraftProfile, after: DraftProfile, name: DraftedName): boolean {
  return isSame(namedOf(before, name).value, namedOf(after, name).value)
}
