// The public directory as lines of JSON, for mirrors and research. It also names what was removed since then, so that a
// mirror can delete it too.
import { setImmediate } from 'node:timers/promises'
import type { Storage } from '../../storage/storage.ts'
import { storedRow } from './export.ts'

type Asked = { site: { id: number; key: string }; now: Date; updated_since: string | null }

const atOnce = 50

/** Reads a few lines at a time, so that it does not block other requests. */
export async function* dumpLines(
  storage: Storage,
  { site, now, updated_since }: Asked,
): AsyncGenerator<string> {
  const line = (value: object) => `${JSON.stringify(value)}\n`
  yield line({
    t: 'listings',
    ...{ site: site.key, made_at: now.toISOString(), updated_since },
    licence: 'CC0-1.0',
    licence_note:
      'Of the collection: facts, categories and counts. Texts stay the words of whoever wrote them; a row with a licence of its own is under that one.',
  })
  const since = updated_since ?? ''
  for (let last = 0; ;) {
    const rows = await storage.catalogue.after(site.id, last, atOnce, since)
    let lines = ''
    for (const listing of rows) {
      const { updated_at, launch_week, votes, verified_at, verified_by } = listing
      const verified = verified_at === null ? null : { method: verified_by, since: verified_at.slice(0, 10) }
      const row = { ...(await storedRow(storage, listing)), launch_week, votes, verified, updated_at }
      lines += line({ t: 'listing', ...row })
    }
    if (rows.length === 0) break
    yield lines
    last = rows.at(-1)!.id
    // Reading SQLite is synchronous: without this, no other request would be answered before the end.
    await setImmediate()
  }
  if (updated_since === null) return
  for (let last = 0; ;) {
    const rows = await storage.catalogue.goneAfter(site.id, last, atOnce, since)
    if (rows.length === 0) return
    yield rows.map(({ slug, updated_at }) => line({ t: 'gone', slug, updated_at })).join('')
    last = rows.at(-1)!.id
  }
}
