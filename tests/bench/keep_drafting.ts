// People who submit one website after another, so many at a time, while something else is measured.
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '../../auth/api_keys.ts'
import { openStorage } from '../../storage/storage.ts'
import { snapshots } from '../support/outside.ts'
import { startPath } from './snapshot_site.ts'

/** Somebody's key, made while the service does not run. */
export async function keysOf(file: string, people: number): Promise<string[]> {
  const storage = openStorage(file)
  const now = new Date()
  const keys: string[] = []
  for (let n = 0; n < people; n += 1)
    keys.push(
      await storage.write(async (inside) => {
        const { id: user_id } = await inside.users.ensure(`drafts-${n}@bench.example`, now.toISOString())
        const scopes = ['account:read', 'listings:write'] as const
        return (await createKey(inside, { user_id, name: 'Bench', scopes, expires_at: null, now }))!
      }),
    )
  await storage.close()
  return keys
}

type Draft = { status: string; failure: { reason: string } | null }

/** Drafts of the real websites, each person's one after another, until `stop`; says how many became ready, and why one failed. */
export function keepDrafting(port: number, keys: string[], pause_ms = 0) {
  const url = `http://127.0.0.1:${port}/api/v1/drafts`
  const sites = snapshots().map((site) => `http://${site.host}${startPath(site)}`)
  let isOver = false
  const found = { ready: 0, failed: 0, refused: 0 }

  async function one(address: string, headers: Record<string, string>): Promise<void> {
    const body = JSON.stringify({ url: address })
    const made = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
    const { id } = (await made.json()) as { id?: string }
    if (id === undefined) return void (found.refused += 1)
    while (!isOver) {
      const { status, failure } = (await (await fetch(`${url}/${id}`, { headers })).json()) as Draft
      if (status === 'failed') console.log(`      failed: ${address}, ${failure?.reason}`)
      if (status === 'ready' || status === 'failed') return void (found[status] += 1)
      await sleep(500)
    }
  }

  const working = keys.map(async (key, person) => {
    const headers = { authorization: `Bearer ${key}` }
    for (let n = 0; !isOver; n += 1) {
      const address = sites[(n + person * 3) % sites.length]!
      await one(`${address}${address.includes('?') ? '&' : '?'}n=${n}`, headers).catch(() => undefined)
      await sleep(pause_ms)
    }
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(working)
      return found
    },
  }
}
