// The folder of picture files: beside the database, and private like it.
import { rmSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

/** Only files with such names are ever opened. */
const named = /^[0-9a-f]{32}\.(?:png|jpg|webp|gif)$/
const isPictureFile = (name: string): boolean => named.test(name)

export type MediaFolder = ReturnType<typeof openMediaFolder>

export function openMediaFolder(folder: string) {
  return {
    /** Writes the file completely or not at all; its name is a hash of its content. */
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
    /** Synchronous, so that it may be called inside a transaction. */
    remove(file: string): void {
      if (isPictureFile(file)) rmSync(join(folder, file), { force: true })
    },
  }
}

/**
 * Copies pictures that are not there yet; their names are hashes of their content. A picture in the folder `like` is
 * hard-linked and takes no space.
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
