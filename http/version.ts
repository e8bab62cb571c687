// The version of the service: from package.json, with the commit if the source is a git clone.
import { readFileSync } from 'node:fs'
import settings from '../package.json' with { type: 'json' }

const root = new URL('../.git/', import.meta.url)

export const version: string = [settings.version, commit()].filter((part) => part !== null).join('+')

function commit(): string | null {
  try {
    const head = readFileSync(new URL('HEAD', root), 'utf8').trim()
    const branch = /^ref: (.+)$/.exec(head)?.[1]
    return (branch === undefined ? head : commitOf(branch)).slice(0, 12)
  } catch {
    return null
  }
}

function commitOf(branch: string): string {
  try {
    return readFileSync(new URL(branch, root), 'utf8')
  } catch {
    // Git may have packed its references into one file.
    const packed = readFileSync(new URL('packed-refs', root), 'utf8')
    return packed.split('\n').find((line) => line.endsWith(` ${branch}`))!
  }
}
