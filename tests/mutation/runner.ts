// Runs test files as usual, and notes for each how long it took and which mutants stand where it ran (ran.ts).
import { appendFileSync, readFileSync } from 'node:fs'
import { Session, type Profiler } from 'node:inspector'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { TestRunner, type RunnerTestFile } from 'vitest'
import type { Mutant } from './mutants.ts'

const [asked, answers] = [process.env.MUTANTS!, process.env.RAN!]
const mutantsIn = Map.groupBy(
  (JSON.parse(readFileSync(asked, 'utf8')) as Mutant[]).map((mutant, index) => ({ ...mutant, index })),
  ({ file }) => pathToFileURL(join(process.cwd(), file)).href,
)
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
let since_ms = performance.now()

export default class extends TestRunner {
  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files)
    // What ran since it was last asked.
    session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error
      for (const { filepath, result: outcome } of files) {
        const answer = {
          test: relative(process.cwd(), filepath),
          passed: outcome?.state === 'pass',
          ms: Math.round(performance.now() - since_ms),
          mutants: result.flatMap(whereItRan),
        }
        appendFileSync(answers, `${JSON.stringify(answer)}\n`)
      }
    })
    since_ms = performance.now()
  }
}

/** V8 answers with nested ranges of what was called: the innermost around a place says whether it ran. */
function whereItRan({ url, functions }: Profiler.ScriptCoverage): number[] {
  const ranges = functions.flatMap((one) => one.ranges)
  const ran = (place: number) => {
    const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= place && place < endOffset)
    return (around.sort((one, other) => lengthOf(one) - lengthOf(other))[0]?.count ?? 0) > 0
  }
  // What stands outside of functions ran once, when the first test loaded it: to call one of the file is to use it.
  const isUsed = functions.some(({ ranges: [whole] }) => whole!.startOffset > 0 && whole!.count > 0)
  return (mutantsIn.get(url) ?? [])
    .filter(({ start, where }) => (where === null ? isUsed : ran(start)))
    .map(({ index }) => index)
}

const lengthOf = ({ startOffset, endOffset }: Profiler.CoverageRange) => endOffset - startOffset
