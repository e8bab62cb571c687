// npm run mutate -- [--sample=300] [--seed=1] [--only=tools/orders/vat.ts:30] [--turns=6] [--workers=1]
// Makes one small mistake at a time in the rules and asks whether a test notices. The same seed takes the same sample.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seeded } from '../bench/random.ts'
import { mutantsOf, type Mutant } from './mutants.ts'
import { nearTurns, testsFor } from './nearest.ts'
import { copyTree, root, type Failure, type Tree } from './tree.ts'

/**
 * Data, drawings and the weights of search are no rules: `npm run bench:search` judges the latter. PostgreSQL's files
 * are asked by `npm run test:postgres` alone.
 */
const noRules = /^storage\/(?:search|postgres|tables)\/|demo|countries|badge_drawing|lettering|glyphs/
const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    turns: { type: 'string', default: '6' },
    workers: { type: 'string', default: '1' },
  },
})
/** For a machine that is busy; only what hangs takes so long. */
const limit_s = (files: number) => 300 + 60 * files

const files = ['auth', 'storage', 'tools']
  .flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
  )
  .filter((path) => path.endsWith('.ts') && !noRules.test(path))
  .sort()
const all = files
  .flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')))
  .filter(({ file, line }) => `${file}:${line}`.startsWith(values.only))
const sample = seeded(Number(values.seed))
  .shuffle([...all])
  .slice(0, Number(values.sample))
console.log(`${sample.length} of ${all.length} mutants in ${files.length} files, seed ${values.seed}.`)

const shown = ({ file, line, from, to }: Mutant) => `${file}:${line}  ${short(from)}  ->  ${short(to)}`
function short(text: string): string {
  const one = text.replace(/\s+/g, ' ').trim()
  return one === '' ? '(nothing)' : one.length > 110 ? `${one.slice(0, 110)}…` : one
}

/** What fails with the mutant in place, the nearest tests first; `null` when nothing does. */
async function noticedBy(tree: Tree, mutant: Mutant): Promise<Failure | null> {
  const types =
    '--noEmit --incremental --tsBuildInfoFile .tsbuildinfo --noUnusedLocals false --noUnusedParameters false'.split(
      ' ',
    )
  for (const [turn, files] of testsFor(mutant.file, mutant.where).slice(0, Number(values.turns)).entries()) {
    if (turn === nearTurns && (await tree.failure('typescript/bin/tsc', types, limit_s(1))) !== null)
      return { file: 'tsconfig.json', test: 'types' }
    const sound = files.filter((path) => !broken.has(path))
    const failure = sound.length === 0 ? null : await tree.failingTest(sound, limit_s(sound.length), passing)
    if (failure !== null) return failure
  }
  return null
}

const notices = new Map<Mutant, Failure | null>()
/** Test files that have passed at least once, and those that fail by themselves: these notice nothing. */
const passing = new Set(['tsconfig.json'])
const broken = new Set<string>()

async function tryAll(mutants: Mutant[]): Promise<void> {
  const tree = copyTree()
  try {
    for (let mutant = mutants.shift(); mutant !== undefined; mutant = mutants.shift()) {
      const one = mutant
      const noticed = await tree.changed(one, () => noticedBy(tree, one))
      notices.set(one, noticed)
      const verdict = noticed === null ? 'SURVIVES' : `${noticed.file}: ${short(noticed.test)}`
      console.log(`${String(notices.size).padStart(4)}. ${shown(one)}\n      ${verdict}`)
    }
    const suspects = new Set([...notices.values()].flatMap((noticed) => noticed?.file ?? []))
    for (const file of suspects.difference(passing))
      if ((await tree.failingTest([file], limit_s(1), passing)) !== null) broken.add(file)
  } finally {
    tree.remove()
  }
}

let left = [...sample]
while (left.length > 0) {
  await Promise.all(Array.from({ length: Number(values.workers) }, () => tryAll(left)))
  left = sample.filter((one) => broken.has(notices.get(one)?.file ?? ''))
}
for (const file of broken) console.log(`${file} fails by itself and was left out.`)

const survivors = sample.filter((one) => notices.get(one) === null)
const share = ((sample.length - survivors.length) / sample.length) * 100
console.log(`\n${share.toFixed(1)} % of ${sample.length} noticed. Surviving:`)
for (const one of survivors) console.log(`  ${shown(one)}`)
