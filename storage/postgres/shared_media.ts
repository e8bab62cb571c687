// All nodes must share one folder of pictures. It is identified by a file whose name is in the database: a node with
// another folder could not show the pictures of the others, and is refused at its start.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Mistake } from '../../mistake.ts'
import { asking, transact, type Pool } from './pool.ts'

const mark = "SELECT obj_description('pictures'::regclass, 'pg_class')"

/** Marks the folder of the first node, and refuses any other folder. */
export async function demandShared(pool: Pool, folder: string): Promise<void> {
  await transact(pool, 'READ COMMITTED', async (connection) => {
    const ask = asking(connection)
    // If two nodes start at once, one waits.
    await ask('SELECT pg_advisory_xact_lock(20261122)')
    const [[known]] = (await ask(mark)) as [[string | null]]
    const name = known ?? `shared-${randomUUID()}`
    const file = join(folder, name)
    if (known === null) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(file, 'Every node on one PostgreSQL keeps its pictures in this folder.\n')
      // Stored as a comment, it is part of every dump.
      await connection.query(`COMMENT ON TABLE pictures IS '${name}'`)
    } else if (!existsSync(file))
      throw new Mistake(
        `The pictures of the other nodes are not in ${folder}. Mount the folder there that they use, the one with the file ${name}. If there is none any more, copy the pictures there and make an empty file of that name.`,
      )
  })
}
