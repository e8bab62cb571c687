// Programs that check an exported ledger without a line of ours.
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A program of theirs. */
export const fileOf = (name: string) => fileURLToPath(new URL(`../tools/votes/${name}`, import.meta.url))
/** Where continuous integration runs, nothing is skipped. */
const runs = (command: string, args: string[], env: Record<string, string> = {}) =>
  process.env.CI !== undefined || spawnSync(command, args, { env: { ...process.env, ...env } }).status === 0
const goPackages = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode' }
type Answers = (input: string) => string[]
/** Each with whether it can run here. */
export const strangers: [who: string, isHere: boolean, make: (folder: string) => Answers][] = [
  [
    'Python with its cryptography',
    runs('python3', ['-c', 'import cryptography']),
    () => (input) => answersOf('python3', [fileOf('stranger.py')], input),
  ],
  [
    'Go with its golang.org/x/mod (golang-golang-x-mod-dev on Debian)',
    runs('go', ['list', 'golang.org/x/mod/sumdb/tlog'], goPackages),
    (folder) => {
      const program = join(folder, 'stranger')
      execFileSync('go', ['build', '-o', program, fileOf('stranger.go')], {
        env: { ...process.env, ...goPackages },
      })
      return (input) => answersOf(program, [], input)
    },
  ],
]
const answersOf = (program: string, args: string[], input: string): string[] =>
  execFileSync(program, args, { input }).toString().trimEnd().split('\n')
