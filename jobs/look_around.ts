// What a process can check on its machine. A check that fails is reported, and the others still run.
import { statSync } from 'node:fs'
import { statfs, stat } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { reasonOf } from '../mistake.ts'
import { copiesIn } from '../storage/copies.ts'
import { databaseFile } from '../storage/open.ts'
import type { Surroundings } from '../tools/team/troubles.ts'

export type Sights = {
  data_dir: string
  /** The file of the database, and its inode when it was opened; null with PostgreSQL. */
  database: { file: string; inode: number } | null
  /** The folder of automatic copies, and how often they are made; null if none are. */
  copies: { folder: string; every_h: number } | null
}
type Seen = Pick<Surroundings, 'free_bytes' | 'database_bytes' | 'copies_every_h' | 'newest_copy' | 'unseen'>

/** Call it when the database has been opened. */
export const sightsOf = (
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'BACKUP_DIR' | 'BACKUP_HOURS'>,
): Sights => {
  const { DATA_DIR: data_dir, DATABASE_URL, BACKUP_DIR: folder, BACKUP_HOURS: every_h } = config
  const hasFile = DATABASE_URL === undefined
  return {
    data_dir,
    database: hasFile ? opened(databaseFile(config)) : null,
    copies: hasFile && every_h > 0 ? { folder, every_h } : null,
  }
}

function opened(file: string): Sights['database'] {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? null : { file, inode: found.ino }
}

export async function lookAround({ data_dir, database, copies }: Sights): Promise<Seen> {
  const unseen: Surroundings['unseen'] = []
  async function see<T>(setting: string, look: () => T | Promise<T>): Promise<T | null> {
    try {
      return await look()
    } catch (error) {
      unseen.push({ setting, why: reasonOf(error) })
      return null
    }
  }
  const disk = await see('DATA_DIR', () => statfs(data_dir))
  // Whoever has the file open can go on with it after it was moved or deleted, and another put in its place.
  const database_bytes =
    database === null
      ? 0
      : await stat(database.file).then(
          ({ size, ino }) => (ino === database.inode ? size : null),
          () => null,
        )
  const made = copies === null ? null : await see('BACKUP_DIR', () => copiesIn(copies.folder))
  return {
    free_bytes: disk === null ? Infinity : disk.bavail * disk.bsize,
    database_bytes,
    copies_every_h: made === null ? null : copies!.every_h,
    newest_copy: made?.[0]?.made_at ?? null,
    unseen,
  }
}
