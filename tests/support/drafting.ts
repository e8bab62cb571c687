// A service with an outside it can read, and drafts on their way.
import type { OpenStorage } from '../../storage/storage.ts'
import type { Caller } from './callers.ts'
import { openOutside, type Host, type Outside } from './outside.ts'
import { startService, type Service, type ServiceOptions } from './service.ts'
import { rival, tide } from './tide.ts'

export const categories = [
  { slug: 'invoicing', name: 'Invoicing', description: 'Sending invoices and getting them paid' },
  { slug: 'accounting', name: 'Accounting', description: 'Keeping the books' },
  { slug: 'developer-tools', name: 'Developer Tools', description: null },
  { slug: 'time-tracking', name: 'Time Tracking', description: null },
  { slug: 'payments', name: 'Payments', description: null },
]

export async function openDrafting(
  hosts: Record<string, Host> = { 'tide.test': tide, 'ebb.test': rival },
  options: ServiceOptions = {},
): Promise<{ service: Service; outside: Outside; close(): Promise<void> }> {
  const outside = await openOutside(hosts)
  const service = await startService({ outside: outside.options, fill: addCategories, ...options })
  return {
    service,
    outside,
    async close() {
      await service.close()
      await outside.close()
    },
  }
}

export async function addCategories(storage: OpenStorage): Promise<void> {
  await storage.write(async ({ catalogue }) => {
    for (const category of categories) await catalogue.putCategory(category)
  })
}

/** A draft that is ready. */
export async function readyDraft(service: Service, caller: Caller, url = 'tide.test') {
  const { id } = await caller.get('submit_listing', { url })
  await service.worker.idle()
  return caller.get('get_draft', { id })
}
