// Takes every guard away, one at a time, in a copy of the tree, and shows which test notices. A guard whose removal
// nobody notices is a defect: of the tests, or a guard too many. Run: node tests/auth/remove_guards.ts [words of a name]
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { guards, placesOf, testFiles } from './every_guard.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const wanted = process.argv.slice(2).join(' ')
const copy = mkdtempSync(join(tmpdir(), 'launch-guards-'))
cpSync(root, copy, {
  recursive: true,
  filter: (path) => !/\/(?:node_modules|\.git|data|\.conf)$/.test(path),
})
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

/** The names of the tests of the file that fail in the copy, at most the first few. */
function failures(file: string): string[] {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const command = [
    'node_modules/vitest/vitest.mjs',
    'run',
    file,
    '--bail=1',
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  spawnSync(process.execPath, command, { cwd: copy, timeout: 120_000 })
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { message: string; assertionResults: { status: string; fullName: string }[] }[]
    }
    const failed = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
    if (failed.length > 0) return failed.map(({ fullName }) => fullName)
    return testResults.map(({ message }) => message).filter((message) => message !== '')
  } catch {
    return ['the suite did not even start']
  }
}

let unnoticed = 0
try {
  for (const file of new Set(Object.values(testFiles))) {
    if (!existsSync(join(root, file))) throw new Error(`There is no ${file}: nothing would be noticed by it.`)
    const broken = wanted === '' ? failures(file) : []
    if (broken.length > 0) throw new Error(`${file} fails with every guard in place: ${broken.join('; ')}`)
  }
  const chosen = guards.filter(({ name }) => name.includes(wanted))
  for (const [index, guard] of chosen.entries()) {
    const { name, file, from, to, tests } = guard
    const path = join(copy, file)
    const whole = readFileSync(path, 'utf8')
    const count = placesOf(guard, copy)
    const notes = count === 1 ? [] : [`NOT REMOVED: its source stands ${count} times in ${file}`]
    if (count === 1) {
      writeFileSync(
        path,
        whole.replace(from, () => to),
      )
      notes.push(...failures(testFiles[tests]))
      writeFileSync(path, whole)
    }
    if (count !== 1 || notes.length === 0) unnoticed += 1
    console.log(`${String(index + 1).padStart(3)}. ${name}\n     ${notes[0] ?? 'NOBODY NOTICED'}`)
  }
  console.log(`\n${chosen.length} guards removed, ${unnoticed} unnoticed.`)
} finally {
  rmSync(copy, { recursive: true, force: true })
}
process.exitCode = unnoticed === 0 ? 0 : 1
