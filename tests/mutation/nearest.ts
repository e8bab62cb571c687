// Which tests would notice a change of a file? Those that mirror it, or the files that use it, are asked first.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Mutant } from './mutants.ts'
import type { Ran } from './ran.ts'
import { root } from './tree.ts'

const rooms = ['storage', 'auth', 'tools', 'jobs', 'http', 'processes']
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes('node_modules'))
    .sort()
const textOf = new Map([...rooms, 'tests'].flatMap(filesIn).map((path) => [path, read(path)]))
const product = [...textOf.keys()].filter((path) => !path.startsWith('tests/'))
const tests = [...textOf.keys()].filter((path) => path.endsWith('.test.ts'))
/** They start programs or a browser, or ask the shape of the source alone, which every change breaks somehow. */
const slow =
  /chromium|^tests\/(?:processes|jobs\/(?:drafting|reading)|bench|client|conformance|fuzz|storage\/postgres)\/|kill|admin|server/
const shape = /^tests\/(?:tidy|auth\/guards|mutation\/.*)\.test\.ts$/
export const quick = tests.filter((path) => !slow.test(path) && !shape.test(path))

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

const imports = new Map(
  [...textOf].map(([path, text]) => [
    path,
    new Set(
      [...text.matchAll(/^(?:import|export)\s[^'"]*?from\s+'(\.[^']+)'/gm)].map((match) =>
        join(dirname(path), match[1]!),
      ),
    ),
  ]),
)

/** So many tests are asked before all others that are near. */
const nearest = 5

/**
 * All tests in five turns. Near are those of the file itself, of what calls the changed function, of what imports the
 * file, and those with its name or noun in theirs: the nearest five come first, then the rest of them, the others that
 * may run the code, the slow ones, and those that never ran it. In each, the test of the file's own name comes first, then
 * those that name the file or the function, and that are soon done.
 */
export function testsFor(
  { file, where }: Pick<Mutant, 'file' | 'where'>,
  ran: Ran = () => undefined,
): string[][] {
  const importers = product.filter((path) => imports.get(path)!.has(file))
  const calls = new RegExp(`\\b${where}\\(`)
  const callers = !where ? [] : product.filter((path) => path !== file && calls.test(textOf.get(path)!))
  const names = new RegExp(`\\b(?:${[basename(file, '.ts'), where].filter(Boolean).join('|')})\\b`)
  const [noun, stem] = [basename(dirname(file)), basename(file, '.ts')].map(singular)
  const near = [
    mirrorsOf([file]),
    // A name that is everywhere says nothing.
    mirrorsOf(callers.length > 8 ? [] : callers),
    mirrorsOf(importers.length > 8 ? [] : importers),
    quick.filter((path) => wordsOf(path).some((word) => word === noun || word === stem)),
  ]
  const mayNotice = (path: string) => ran(path)?.ranIt !== false
  const costOf = (path: string) => {
    if (path === `tests/${file.replace(/\.ts$/, '.test.ts')}`) return 0
    const circle = near.findIndex((one) => one.includes(path))
    const distance = 2 ** (circle === -1 ? near.length : circle) * (names.test(textOf.get(path)!) ? 1 : 8)
    return distance * (ran(path)?.ms ?? statSync(join(root, path)).size)
  }
  const seen = new Set<string>(tests.filter((path) => shape.test(path)))
  const [first, ...turns] = [
    near.flat().filter(mayNotice),
    quick.filter(mayNotice),
    tests.filter((path) => slow.test(path)),
    tests,
  ].map((turn) => {
    const fresh = [...new Set(turn)].filter((path) => !seen.has(path))
    for (const path of fresh) seen.add(path)
    return fresh.sort((one, other) => costOf(one) - costOf(other))
  })
  return [first!.slice(0, nearest), first!.slice(nearest), ...turns]
}

const singular = (word: string) => word.replace(/s$/, '')
const wordsOf = (path: string) => basename(path).split(/[_.]/).map(singular)

/** The tests that import one of the files, or stand in the folder of its noun. */
function mirrorsOf(files: readonly string[]): string[] {
  const folders = new Set(files.map((path) => `tests/${dirname(path)}`))
  // Of every noun.
  for (const room of ['http', 'storage']) folders.delete(`tests/${room}`)
  return tests.filter(
    (path) =>
      !slow.test(path) && (folders.has(dirname(path)) || files.some((file) => imports.get(path)!.has(file))),
  )
}
