// npm run bench [-- --full] [-- --only=rest,mcp,…] [-- --dry] [-- --minutes=20]
// Ratios against bare node and peers, measured in turn in one run. --full adds search and answers among 1,000,000 listings;
// --dry leaves the results in results/ as they are. The databases that are made once are made before the minutes begin.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fillFolder, isReal, size } from './catalogue_file.ts'
import { isMet, type Line } from './measure.ts'
import { benchAnswers, manyFile } from './answers.ts'
import { benchBoards } from './boards.ts'
import { benchFlood } from './flood.ts'
import { benchMcp } from './mcp.ts'
import { benchNodes } from './nodes.ts'
import { benchNeighbour } from './neighbour.ts'
import { benchPages } from './pages.ts'
import { benchProcess } from './process.ts'
import { root, startLoadMaker, type LoadMaker } from './processes.ts'
import { pageOf } from './results_page.ts'
import { benchRest } from './rest.ts'
import { openBench, type Bench } from './setting.ts'
import { benchSeveral } from './several.ts'
import { benchSmall } from './small.ts'

const sections: Record<string, (bench: Bench, load: LoadMaker) => Promise<Line[]>> = {
  rest: benchRest,
  mcp: benchMcp,
  pages: benchPages,
  neighbour: benchNeighbour,
  process: benchProcess,
  answers: (bench, load) => benchAnswers(bench, load, sizes),
  flood: benchFlood,
  boards: benchBoards,
  small: benchSmall,
  several: benchSeveral,
  nodes: benchNodes,
}
/** Only when they are asked for: a million listings take long to move. */
const asked_for: typeof sections = {
  'answers-postgres': (bench, load) => benchAnswers(bench, load, sizes, 'PostgreSQL'),
}
const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    only: { type: 'string', default: [...Object.keys(sections), 'search'].join(',') },
    dry: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '20' },
  },
})
const wanted = options.only.split(',')
const sizes = options.full ? [5541, 100_000, 1_000_000] : [5541, 100_000]
const here = new URL('.', import.meta.url).pathname

if (!existsSync(join(here, 'node_modules/fastify'))) {
  console.log('Installing what is compared with, into tests/bench …')
  execFileSync('npm', ['ci'], { cwd: here, stdio: 'inherit' })
}

if (wanted.some((name) => name.startsWith('answers'))) sizes.forEach(manyFile)
const folder = mkdtempSync(join(tmpdir(), 'launch-bench-'))
const load = startLoadMaker()
const load_at_start = loadavg()[0]!
const lines: Line[] = []
const started_ms = performance.now()
let search: string | null = null
let now_at = 'the filling of the folder'
setTimeout(
  () => {
    console.error(`${options.minutes} minutes are over, and ${now_at} has not ended.`)
    process.exit(1)
  },
  Number(options.minutes) * 60_000,
).unref()
try {
  fillFolder(join(folder, 'filled'))
  const bench = openBench(folder)
  for (const [name, section] of Object.entries({ ...sections, ...asked_for })) {
    if (!wanted.includes(name)) continue
    now_at = name
    const found = await section(bench, load)
    for (const line of found) console.log(told(line))
    lines.push(...found)
  }
  if (wanted.includes('search')) search = runSearch()
} finally {
  load.stop()
  rmSync(folder, { recursive: true, force: true })
}

const machine = {
  node: process.version,
  cpus: `${cpus().length} × ${cpus()[0]!.model.trim()}`,
  load_at_start: Number(load_at_start.toFixed(1)),
  listings: isReal ? `${size}, the real catalogue` : `${size}, invented`,
  seconds: Math.round((performance.now() - started_ms) / 1000),
}
if (!options.dry) {
  const results = join(here, 'results')
  writeFileSync(join(results, 'bench.json'), `${JSON.stringify({ machine, lines }, null, 2)}\n`)
  writeFileSync(join(results, 'bench.md'), pageOf(machine, lines, search))
}
const missed = lines.filter((line) => !isMet(line))
console.log(`\n${lines.length} figures in ${machine.seconds} s, ${missed.length} beyond their bound.`)

function told(line: Line): string {
  const bound = line.bound === null ? '' : isMet(line) ? '  ok' : '  NOT MET'
  return `${line.section.padEnd(18)} ${line.value.toFixed(2).padStart(9)} ${line.unit.padEnd(2)}  ${line.what}${bound}`
}

/** Search has a program of its own, which prints its tables as Markdown. */
function runSearch(): string | null {
  const program = join(here, 'search.ts')
  const args = options.full
    ? ['--sizes=5541,100000,1000000', '--questions=150']
    : ['--sizes=5541', '--questions=60']
  const printed = execFileSync(process.execPath, [program, ...args], { cwd: root, encoding: 'utf8' })
  console.log(printed)
  const kept = join(tmpdir(), 'launch-bench', 'search.json')
  if (!options.dry && existsSync(kept))
    writeFileSync(join(here, 'results', 'search.json'), readFileSync(kept, 'utf8'))
  return printed
}
