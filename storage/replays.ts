import { and, eq, lte } from './drizzle.ts'
import type { Db } from './connection.ts'
import { prepared, slot } from './prepared.ts'
import { replays } from './tables/queue.ts'

export type Replay = typeof replays.$inferSelect

export function replayQueries(db: Db) {
  const find = prepared(() =>
    db
      .select()
      .from(replays)
      .where(
        and(
          eq(replays.user_id, slot('user_id')),
          eq(replays.operation, slot('operation')),
          eq(replays.key, slot('key')),
        ),
      ),
  )

  return {
    find: async (call: Pick<Replay, 'user_id' | 'operation' | 'key'>): Promise<Replay | undefined> =>
      (await find(call))[0],
    async keep(replay: Replay): Promise<void> {
      const { user_id, operation, key, ...rest } = replay
      await db
        .insert(replays)
        .values(replay)
        .onConflictDoUpdate({ target: [replays.user_id, replays.operation, replays.key], set: rest })
    },
    async dropOf(user_id: number): Promise<void> {
      await db.delete(replays).where(eq(replays.user_id, user_id))
    },
    async sweep(day_ago: string): Promise<void> {
      await db.delete(replays).where(lte(replays.created_at, day_ago))
    },
  }
}
