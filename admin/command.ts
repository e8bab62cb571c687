// The type of an operator's command, and what all commands share.
import { readConfig } from '../config.ts'
import type { Upgrade } from '../storage/backup.ts'
import { demandData, withData } from '../storage/open.ts'
import type { OpenStorage } from '../storage/storage.ts'

/** All options, with the placeholder of their value in the list of commands. */
export const options = {
  categories: 'FILE.json',
  email: 'EMAIL',
  scopes: 'A,B',
  name: 'NAME',
  days: 'N',
  person: 'EMAIL|NUMBER',
  client: '"key 7"',
  listing: 'SLUG',
  since: '24h',
  until: '2026-11-23T14:05',
  request: 'ID',
  dump: 'FILE',
  site: 'SITE',
  stolen: 'DAY',
}
export type Option = keyof typeof options
export type Given = { words: string[] } & Partial<Record<Option, string>>

/** What is printed, and whether it is a failure. */
export type Done = string | { said: string; refused?: string[]; isWell?: boolean }

export type Command = {
  name: string
  /** The words that must follow, as the list of commands shows them. */
  takes?: string
  needs?: Option[]
  may?: Option[]
  does: string
  run(given: Given): Promise<Done>
}

export const now = () => new Date()
export const place = () => ({ now: now(), public_url: publicUrl(), seller: readConfig().SELLER })
export const publicUrl = () => readConfig().PUBLIC_URL

export async function withKnownStorage<T>(work: (storage: OpenStorage) => Promise<T>): Promise<T> {
  await demandData(readConfig())
  return withStorage(work)
}

// To stderr: stdout may be a key that a program reads.
export const tellUpgrade = ({ from, to, copy }: Upgrade) =>
  console.error(
    `The database was migrated from schema ${from} to ${to}.${copy === null ? '' : ` As it was before it lies in ${copy}.`}`,
  )

export const withStorage = <T>(work: (storage: OpenStorage) => Promise<T>) =>
  withData(readConfig(), work, tellUpgrade)
