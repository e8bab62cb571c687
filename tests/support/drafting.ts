// A service with an outside it can read, and drafts on their way.
import type { OpenStorage } from '../../storage/storage.ts'
import { enter, type Caller } from './callers.ts'
import { openOutside, type Host, type Outside } from './outside.ts'
import { startService, type DoorName, type Service, type ServiceOptions } from './service.ts'
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

/** Ana, who comes through the door and has a draft that is ready. */
export async function openReadyDraft(door: DoorName = 'rest') {
  const { service, close } = await openDrafting()
  const ana = await enter(service, door, 'ana@tide.test')
  const { id } = await readyDraft(service, ana)
  return {
    ...{ service, ana, id: id as string },
    async close() {
      await ana.end()
      await close()
    },
  }
}

/** The same with the draft submitted. */
export async function openSubmitted(door?: DoorName) {
  const { id, ...opened } = await openReadyDraft(door)
  await opened.ana.get('update_draft', { id, fields: { categories: ['Invoicing'] } })
  const { listing_id } = await opened.ana.get('submit_draft', { id })
  return { ...opened, listing_id: listing_id as number }
}
