// Takes every guard away, one at a time, in a copy of the tree, and shows which test notices. A guard whose removal
// nobody notices is a defect: of the tests, or a guard too many. Run: node tests/auth/remove_guards.ts [words of a name]
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyTree, root } from '../mutation/tree.ts'
import { guards, placesOf, testFiles } from './every_guard.ts'

const limit_s = 120
const wanted = process.argv.slice(2).join(' ')
const tree = copyTree()
let unnoticed = 0
try {
  for (const file of new Set(Object.values(testFiles))) {
    if (!existsSync(join(root, file))) throw new Error(`There is no ${file}: nothing would be noticed by it.`)
    const broken = wanted === '' ? await tree.failingTest([file], limit_s) : null
    if (broken !== null) throw new Error(`${file} fails with every guard in place: ${broken.test}`)
  }
  const chosen = guards.filter(({ name }) => name.includes(wanted))
  for (const [index, guard] of chosen.entries()) {
    const { name, file, from, to, tests } = guard
    const count = placesOf(guard, root)
    const start = readFileSync(join(root, file), 'utf8').indexOf(from)
    const noticed =
      count !== 1
        ? null
        : await tree.changed({ file, start, end: start + from.length, to }, () =>
            tree.failingTest([testFiles[tests]], limit_s),
          )
    if (noticed === null) unnoticed += 1
    const missing =
      count === 1 ? 'NOBODY NOTICED' : `NOT REMOVED: its source stands ${count} times in ${file}`
    console.log(`${String(index + 1).padStart(3)}. ${name}\n     ${noticed?.test ?? missing}`)
  }
  console.log(`\n${chosen.length} guards removed, ${unnoticed} unnoticed.`)
} finally {
  tree.remove()
}
process.exitCode = unnoticed === 0 ? 0 : 1
