// The database contains people's addresses, and mails contain valid links: only their owner may read them.
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Mistake } from '../mistake.ts'

/**
 * Creates the data folder, and removes permissions of others that another umask, a copy or an earlier version gave.
 * Files of another user stay as they are: only their owner may change them.
 */
export function openPrivateFolder(folder: string): void {
  demandFolder('DATA_DIR', folder)
  makeFolder(folder)
  mend(folder)
  const ours = readdirSync(folder).filter((name) =>
    /^(mail|media|launch\.db.*|search\.db.*|\w+\.lock)$/.test(name),
  )
  for (const name of ours) mend(join(folder, name))
  if (ours.includes('mail'))
    for (const name of readdirSync(join(folder, 'mail'))) mend(join(folder, 'mail', name))
}

/** Creates a folder and its parents one by one: Node's recursive mkdir never returns below /proc. */
export function makeFolder(folder: string, mode = 0o777): void {
  if (existsSync(folder)) return
  makeFolder(dirname(resolve(folder)), mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process may have been first.
    if (!existsSync(folder)) throw error
  }
}

/** Refuses a setting that can be no folder, because it or a part of its path is a file. */
export function demandFolder(setting: string, folder: string): void {
  let at = resolve(folder)
  const look = () => statSync(at, { throwIfNoEntry: false })
  for (; look() === undefined && at !== dirname(at); at = dirname(at));
  if (look()?.isDirectory() === false)
    throw new Mistake(
      `The settings cannot be used.\n${setting}: ${at} is a file, so ${folder} cannot be a folder. Name another, for example /srv/launch.`,
    )
}

function mend(path: string): void {
  const stat = lstatSync(path)
  // A folder with the sticky bit, such as /tmp, is meant for everybody.
  const isShared = stat.isSymbolicLink() || (stat.mode & 0o1000) !== 0
  if (isShared || stat.uid !== process.getuid?.() || (stat.mode & 0o077) === 0) return
  chmodSync(path, stat.mode & 0o700)
}
