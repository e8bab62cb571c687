import type { Storage } from '../storage/storage.ts'

/** Drops what can never matter again: spent links, dead sessions and tokens, clients that never came back, old mail. */
export async function sweep(storage: Storage, now: Date): Promise<void> {
  const at = now.toISOString()
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  await storage.write(async ({ sessions, sign_in_links, oauth, mail, replays }) => {
    await sessions.sweep(at)
    await sign_in_links.sweep(at)
    await oauth.sweep(at, ago(1), ago(30))
    await mail.sweep(ago(30))
    await replays.sweep(ago(1))
  })
}
