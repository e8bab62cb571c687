// The implementation of the drafter: from pages to a profile whose every value has passed the evidence check.
import type { Drafter } from '../tools/drafts/drafter.ts'
import { openDraftingThread, type DraftingThread } from './reading/drafting_thread.ts'
import type { ModelDrafter } from './drafting/model.ts'
import { presentFound } from './drafting/present_found.ts'
import { without } from './drafting/proof/second_reading.ts'

/** Without a model the drafter is extractive; with one, it falls back to that and adds a notice. */
export function openDrafter(
  model: ModelDrafter | null,
  complain: (error: unknown) => void = () => {},
  thread: DraftingThread = openDraftingThread(),
): Drafter {
  return {
    needs: model?.needs,
    async draft(pages, { start_url, categories, by_rules = null, spent = async () => undefined, signal }) {
      const site = { start_url, categories }
      if (model === null || by_rules !== null) {
        const { found, notices } = await thread.run('draft', { pages, site }, signal)
        const why = model === null || by_rules === null ? [] : [by_rules]
        return { found, drafted_by: 'extractive', notices: [...notices, ...why] }
      }
      const { texts, notices } = await thread.run('texts', { pages }, signal)
      try {
        const claimed = await model.write(texts, site, spent, signal)
        const { profile, passed } = await thread.run('check', { claimed, pages, site }, signal)
        // A second reading can only remove values; if it fails, the evidence check alone decides.
        const doubted = await model.doubt(passed, spent, signal).catch((error: unknown) => {
          complain(error)
          return []
        })
        const found = presentFound(without(profile, new Set(doubted)), site)
        return { found, drafted_by: model.name, notices }
      } catch (error) {
        complain(error)
      }
      // The signal may have stopped the model; the rules take only a moment.
      const drafted = await thread.run('draft', { pages, site })
      return { found: drafted.found, drafted_by: 'extractive', notices: [...notices, 'model_failed'] }
    },
  }
}
