// The drafter as operations and jobs know it: pages in, a profile out whose every value has passed the evidence check.
import type { Drafter } from '../tools/drafts/drafter.ts'
import { openDraftingThread, type DraftingThread } from './reading/drafting_thread.ts'
import type { ModelDrafter } from './drafting/model.ts'
import { presentFound } from './drafting/present_found.ts'
import { without } from './drafting/proof/second_reading.ts'

/** Without a model the drafter is extractive; with one, it falls back to that and says so. */
export function openDrafter(
  model: ModelDrafter | null,
  complain: (error: unknown) => void = () => {},
  thread: DraftingThread = openDraftingThread(),
): Drafter {
  return {
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
        // A second reading can only take away; where it fails, the check alone has judged.
        const doubted = await model.doubt(passed, spent, signal).catch((error: unknown) => {
          complain(error)
          return []
        })
        const found = presentFound(without(profile, new Set(doubted)), site)
        return { found, drafted_by: model.name, notices }
      } catch (error) {
        complain(error)
      }
      // The signal may have ended the model; the rules need a moment only.
      const drafted = await thread.run('draft', { pages, site })
      return { found: drafted.found, drafted_by: 'extractive', notices: [...notices, 'model_failed'] }
    },
  }
}
