// Recall and latency of search against MiniSearch and PostgreSQL, in one run, question by question in turn.
//   node tests/bench/search.ts [--sizes=5541,100000,1000000] [--questions=300] [--seed=1] [--folder=DIR] [--no-peers]
// Prints Markdown and writes search.json beside the corpora, which are kept for the next run.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { loadCatalogue } from './catalogue.ts'
import { corpusFile } from './corpus.ts'
import { benchBrowse, benchEdits } from './search_load.ts'
import {
  ceiling,
  docsOf,
  grade,
  nameSets,
  questions,
  sets,
  truth,
  type Question,
  type SetName,
} from './queries.ts'
import { boundsTable, type SearchFigures } from './search_bounds.ts'
import { postgresBinaries } from './search_engines.ts'
import { startEngine, type Threaded } from './search_thread.ts'
import { percent, quantile, table } from './report.ts'

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '5541' },
    questions: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string', default: join(tmpdir(), 'launch-bench') },
    'no-peers': { type: 'boolean', default: false },
    'no-edits': { type: 'boolean', default: false },
  },
})
const rounds = 5
const block = 25
/** MiniSearch needs gigabytes beyond this size, PostgreSQL minutes. */
const largestForPeers = 100_000

const real = loadCatalogue()
if (real === null) {
  console.log('search bench skipped: ../shared/data/catalog.jsonl is not there')
  process.exit(0)
}
const seed = Number(options.seed)
const folder = options.folder
const say = (line: string): void => console.log(line)

type Measured = { engine: string; set: SetName; at1: number; at10: number; times: number[] }

/** Every engine answers the same block of questions before the next block begins; the median of the rounds counts. */
async function ask(
  engines: Threaded[],
  set: SetName,
  asked: Question[],
  right: Set<number>[],
): Promise<Measured[]> {
  const times = engines.map(() => asked.map((): number[] => []))
  const answers: number[][][] = engines.map(() => [])
  for (let round = 0; round < rounds; round += 1)
    for (let from = 0; from < asked.length; from += block)
      for (const [e, engine] of engines.entries())
        for (let i = from; i < Math.min(asked.length, from + block); i += 1) {
          const { ids, ms } = await engine.search(asked[i]!.q)
          answers[e]![i] = ids
          times[e]![i]!.push(ms)
        }
  return engines.map((engine, e) => {
    const grades = asked.map((question, i) => grade(question, right[i]!, answers[e]![i]!))
    return {
      engine: engine.name,
      set,
      at1: grades.reduce((sum, [first]) => sum + first, 0) / asked.length,
      at10: grades.reduce((sum, [, ten]) => sum + ten, 0) / asked.length,
      times: times[e]!.map((some) => quantile(some, 0.5)),
    }
  })
}

const results: (SearchFigures & { seed: number })[] = []
for (const size of options.sizes.split(',').map(Number)) {
  const file = corpusFile(folder, real, size, say)
  const database = new Database(file, { readonly: true })
  const byset = sets.map((set) => questions(real, set, Number(options.questions), seed))
  const right = truth(docsOf(database), byset.flat())
  const names = database
    .prepare<[], string>("SELECT DISTINCT name FROM listings WHERE status = 'live'")
    .pluck()
    .all()

  const engines = [await startEngine('launch-directory', file, folder)]
  const hasPostgres = postgresBinaries() !== undefined
  if (!options['no-peers'] && size <= largestForPeers) {
    engines.push(await startEngine('minisearch', file, folder))
    if (hasPostgres && size > real.length) engines.push(await startEngine('postgresql', file, folder))
  }
  const measured: Measured[] = []
  const ceilings = new Map<SetName, [number, number]>()
  let from = 0
  for (const [i, set] of sets.entries()) {
    const asked = byset[i]!
    measured.push(...(await ask(engines, set, asked, right.slice(from, from + asked.length))))
    from += asked.length
    if ((nameSets as readonly string[]).includes(set)) ceilings.set(set, ceiling(names, asked))
  }
  for (const engine of engines) await engine.close()
  database.close()

  say(`\n## ${size.toLocaleString('en')} listings, ${options.questions} questions a set, seed ${seed}\n`)
  const cell = ({ at1, at10, times }: Measured) =>
    `${percent(at1)}/${percent(at10)} · ${quantile(times, 0.5).toFixed(2)}/${quantile(times, 0.99).toFixed(1)} ms`
  const rows = sets.map((set) => [
    set,
    ceilings.has(set) ? ceilings.get(set)!.map(percent).join('/') : '',
    ...measured.filter((one) => one.set === set).map(cell),
  ])
  const overall = engines.map(({ name }) => {
    const times = measured.filter((one) => one.engine === name).flatMap((one) => one.times)
    return { engine: name, p50_ms: quantile(times, 0.5), p99_ms: quantile(times, 0.99) }
  })
  rows.push([
    'all',
    '',
    ...overall.map(({ p50_ms, p99_ms }) => `${p50_ms.toFixed(2)}/${p99_ms.toFixed(1)} ms`),
  ])
  say(table(['set', 'ceiling @1/@10', ...engines.map(({ name }) => `${name} @1/@10 · p50/p99`)], rows))

  const alone = JSON.parse(
    execFileSync(process.execPath, [new URL('search_alone.ts', import.meta.url).pathname, file], {
      encoding: 'utf8',
      input: JSON.stringify(byset.flat().map(({ q }) => q)),
    }),
  ) as Record<string, number>
  say(
    `\nAlone: ${Object.entries(alone)
      .map(([what, figure]) => `${what} ${figure.toFixed(1)}`)
      .join(', ')}`,
  )
  const browse = benchBrowse(file, seed)
  say(
    `Browse: ${Object.entries(browse)
      .map(([what, figure]) => `${what} ${figure.toFixed(2)}`)
      .join(', ')}`,
  )
  const edits = options['no-edits'] ? {} : benchEdits(file, byset.flat(), seed, Math.min(20_000, size * 2))
  say(
    `Edits: ${Object.entries(edits)
      .map(([what, figure]) => `${what} ${figure.toFixed(2)}`)
      .join(', ')}`,
  )
  const found = {
    size,
    seed,
    overall,
    sets: measured.map(({ times, ...one }) => ({
      ...one,
      ceiling: ceilings.get(one.set),
      p50_ms: quantile(times, 0.5),
      p99_ms: quantile(times, 0.99),
    })),
    alone,
    browse,
    edits,
  }
  say(`\n${boundsTable(found, results.at(-1))}`)
  results.push(found)
}
writeFileSync(join(folder, 'search.json'), `${JSON.stringify(results, null, 2)}\n`)
