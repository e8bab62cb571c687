// Which tests run the code in which a mutant stands? The others cannot notice it, unless they start a program that does.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Mutant } from './mutants.ts'
import { copyTree, root, suite } from './tree.ts'

/** What the runner notes of a test; `mutants` are places in the list of all. */
export type Noted = { test: string; passed: boolean; ms: number; mutants: number[] }
type Kept = Noted & { source: string }
/** Whether a test ran the code, and how long it takes; nothing of a test that was not asked or has changed since. */
export type Ran = (test: string) => { ranIt: boolean; ms: number } | undefined

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)
const sourceOf = (test: string) => hash(readFileSync(join(root, test), 'utf8'))

/** Runs these tests once as they are; what was seen is kept for as long as the rules stay. */
export async function askWhatRan(all: readonly Mutant[], tests: readonly string[], workers: string) {
  const kept = join(root, `node_modules/.cache/mutants/${hash(JSON.stringify(all))}.json`)
  if (!existsSync(kept) && tests.length > 0) {
    const fresh = await noted(all, tests, workers)
    mkdirSync(dirname(kept), { recursive: true })
    writeFileSync(kept, JSON.stringify(fresh.map((one): Kept => ({ ...one, source: sourceOf(one.test) }))))
  }
  const seen = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Kept[]) : []
  const known = new Map(
    seen
      .filter(({ test, source }) => existsSync(join(root, test)) && sourceOf(test) === source)
      .map(({ mutants, ...one }) => [one.test, { ...one, places: new Set(mutants) }]),
  )
  const named = (passed: boolean) =>
    [...known.values()].filter((one) => one.passed === passed).map(({ test }) => test)
  return {
    passing: named(true),
    broken: named(false),
    ranWith(mutant: Mutant): Ran {
      const place = all.indexOf(mutant)
      return (test) => {
        const one = known.get(test)
        return one && { ranIt: one.places.has(place), ms: one.ms }
      }
    },
  }
}

async function noted(all: readonly Mutant[], tests: readonly string[], workers: string): Promise<Noted[]> {
  const tree = copyTree()
  try {
    const [MUTANTS, RAN] = [join(tree.path, 'mutants.json'), join(tree.path, 'ran.jsonl')]
    writeFileSync(MUTANTS, JSON.stringify(all))
    await tree.failure(suite, [`--maxWorkers=${workers}`, ...tests], 60 * tests.length, { MUTANTS, RAN })
    const lines = existsSync(RAN) ? readFileSync(RAN, 'utf8').trim().split('\n') : []
    return lines.map((line) => JSON.parse(line) as Noted)
  } finally {
    tree.remove()
  }
}
