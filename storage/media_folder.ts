// Where the files of pictures lie: a folder beside the database, private like it.
import { rmSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

/** Only what is called like a picture of ours is ever opened. */
const named = /^[0-9a-f]{32}\.(?:png|jpg|webp|gif)$/
const isPictureFile = (name: string): boolean => named.test(name)

export type MediaFolder = ReturnType<typeof openMediaFolder>

export function openMediaFolder(folder: string) {
  return {
    /** Writes the file whole or not at all; its name says what is in it. */
    async keep(file: string, bytes: Uint8Array): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const part = join(folder, `${randomUUID()}.part`)
      const handle = await open(part, 'wx', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
        await handle.close()
        await rename(part, join(folder, file))
      } catch (error) {
        await handle.close().catch(() => undefined)
        await rm(part, { force: true })
        throw error
      }
    },
    /** null when there is no such picture. */
    async read(file: string): Promise<Buffer | null> {
      if (!isPictureFile(file)) return null
      return readFile(join(folder, file)).catch((error: { code?: string }) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
    },
    /** At once, so that it may stand inside a transaction. */
    remove(file: string): void {
      if (isPictureFile(file)) rmSync(join(folder, file), { force: true })
    },
  }
}

/**
 * Copies pictures that are not there yet: their names say what is in them. One that the folder `like` has is linked to, and
 * takes no room of its own.
 */
export async function copyPictures(from: string, to: string, like?: string): Promise<void> {
  const all = (await filesOf(from)).filter(isPictureFile)
  if (all.length === 0) return
  await mkdir(to, { recursive: true, mode: 0o700 })
  const there = new Set(await filesOf(to))
  for (const file of all.filter((one) => !there.has(one))) {
    const part = join(to, `${file}.part`)
    const linked = like !== undefined && (await link(join(like, file), part).then(yes, no))
    if (!linked) await copyFile(join(from, file), part)
    await rename(part, join(to, file))
  }
}

const yes = () => true
const no = () => false

function filesOf(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
