// The thread where pages are read and drafted takes longer to begin than the rest of a service. It keeps nothing of what
// it did, so one serves all tests of a worker, whichever service they run on; who closes it leaves it to the others.
import { bounds, openDraftingThread, type DraftingThread } from '../../jobs/reading/drafting_thread.ts'

const patient = Object.fromEntries(
  Object.entries(bounds.limits_ms).map(([task, limit_ms]) => [task, 10 * limit_ms]),
) as typeof bounds.limits_ms
const thread = openDraftingThread({ ...bounds, limits_ms: patient, idle_ms: 60_000 })

export const sharedThread: DraftingThread = {
  run: (name, input, signal) => thread.run(name, input, signal),
  prepare: () => thread.prepare(),
  close: async () => undefined,
}
