// npm run mutate -- [--sample=300] [--seed=1] [--from=1] [--only=tools/orders/vat.ts:30] [--turns=5] [--workers=1]
// Makes one small mistake at a time in the rules and asks whether a test notices. The same seed takes the same sample of
// the same rules, --from goes on where a run ended, and --turns=1 asks the nearest five tests only.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seeded } from '../bench/random.ts'
import { mutantsOf, type Mutant } from './mutants.ts'
import { quick, testsFor } from './nearest.ts'
import { askWhatRan } from './ran.ts'
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
    from: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    turns: { type: 'string', default: '5' },
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
const all = files.flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')))
const wanted = all.filter(({ file, line }) => `${file}:${line}`.startsWith(values.only))
const numbered = seeded(Number(values.seed)).shuffle(wanted).slice(0, Number(values.sample))
const sample = numbered.slice(Number(values.from) - 1)
console.log(`${sample.length} of ${wanted.length} mutants in ${files.length} files, seed ${values.seed}.`)

const shown = ({ file, line, from, to }: Mutant) => `${file}:${line}  ${short(from)}  ->  ${short(to)}`
function short(text: string): string {
  const one = text.replace(/\s+/g, ' ').trim()
  return one === '' ? '(nothing)' : one.length > 110 ? `${one.slice(0, 110)}…` : one
}

const types = ['typescript/bin/tsc', '--noEmit', '--noUnusedLocals', 'false', '--noUnusedParameters', 'false']
const remembering = ['--incremental', '--tsBuildInfoFile', '.tsbuildinfo']
type Notice = Failure & { by: 'nearest' | 'types' | 'others' }

/** What fails with the mutant in place, the nearest tests first and then the compiler; `null` when nothing does. */
async function noticedBy(tree: Tree, mutant: Mutant): Promise<Notice | null> {
  const turns = testsFor(mutant, known.ranWith(mutant)).slice(0, Number(values.turns))
  for (const [turn, files] of turns.entries()) {
    if (turn === 1 && (await tree.failure(types, remembering, limit_s(1))) !== null)
      return { file: 'tsconfig.json', test: 'types', by: 'types' }
    const sound = files.filter((path) => !broken.has(path))
    const failure = sound.length === 0 ? null : await tree.failingTest(sound, limit_s(sound.length), passing)
    if (failure !== null) return { ...failure, by: turn === 0 ? 'nearest' : 'others' }
  }
  return null
}

const known = await askWhatRan(all, Number(values.turns) > 1 ? quick : [], values.workers)
const notices = new Map<Mutant, Notice | null>()
/** Test files that have passed at least once, and those that fail by themselves: these notice nothing. */
const passing = new Set(['tsconfig.json', ...known.passing])
const broken = new Set(known.broken)

async function tryAll(mutants: Mutant[]): Promise<void> {
  const tree = copyTree()
  try {
    for (let mutant = mutants.shift(); mutant !== undefined; mutant = mutants.shift()) {
      const one = mutant
      const noticed = await tree.changed(one, () => noticedBy(tree, one))
      notices.set(one, noticed)
      const verdict = noticed === null ? 'SURVIVES' : `${noticed.by}, ${noticed.file}: ${short(noticed.test)}`
      console.log(`${String(numbered.indexOf(one) + 1).padStart(4)}. ${shown(one)}\n      ${verdict}`)
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
const near = sample.filter((one) => notices.get(one)?.by === 'nearest')
const share = (count: number) => `${((count / sample.length) * 100).toFixed(1)} %`
console.log(
  `\n${share(sample.length - survivors.length)} of ${sample.length} noticed, ${share(near.length)} by the nearest tests. Surviving:`,
)
for (const one of survivors) console.log(`  ${shown(one)}`)
