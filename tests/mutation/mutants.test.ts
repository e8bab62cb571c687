// Which mistakes are made in a piece of source, and that nothing but rules is touched.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAst } from 'vitest/node'
import { mutantsOf } from './mutants.ts'
import { testsFor } from './nearest.ts'
import { root } from './tree.ts'

const made = (source: string) =>
  mutantsOf('tools/x.ts', source).map(({ start, end, to }) => source.slice(0, start) + to + source.slice(end))

it.each<[string, ...string[]]>([
  ['if (a) throw b', ';'],
  ['if (a) { f = 1 } else g = h', 'if (!(a)) { f = 1 } else g = h', 'if (a) { f = (1 + 1) } else g = h'],
  ['x = a < b ? c : d', 'x = !(a < b) ? c : d', 'x = a <= b ? c : d'],
  ['x = (a) && (b !== c)', 'x = (a) || (b !== c)', 'x = (a) && (b === c)'],
  ['await store.add(a)', ';'],
  ['x = [a, b]', 'x = [b]'],
  ['x = where(and(lt(a, b), c))', 'x = where(and(c))', 'x = where(and(lte(a, b), c))'],
  ['type A = 1 | B[2]; let a: [x: 3] = b as 4', ...[]],
  ["import a from 'b'", ...[]],
])('of %s', (source, ...mutants) => {
  expect(made(source)).toEqual(mutants)
})

it('makes mistakes that can be run', () => {
  for (const file of [
    'tools/pictures/jpeg.ts',
    'tools/drafts/save_listing.ts',
    'storage/orders.ts',
    'auth/token.ts',
  ]) {
    const text = readFileSync(join(root, file), 'utf8')
    const mutants = mutantsOf(file, text)
    expect(mutants.length).toBeGreaterThan(10)
    for (const { start, end, to } of mutants) {
      const source = text.slice(0, start) + to + text.slice(end)
      expect(source).not.toBe(text)
      expect(() => parseAst(source, { lang: 'ts' })).not.toThrow()
    }
  }
})

it('names the line and the function it is in', () => {
  const source = 'const tool = {\n  handler: async () => {\n    if (late) return\n  },\n}'
  expect(mutantsOf('tools/x.ts', source)).toMatchObject([
    { line: 3, where: 'handler', from: 'if (late) return', to: ';' },
  ])
})

describe('asks the tests', () => {
  const unclosed = { file: 'storage/weeks.ts', where: 'unclosed' }

  it('that mirror a file and what calls it before those that start programs, and each once', () => {
    const turns = testsFor(unclosed)
    expect(turns.slice(0, 2).flat()).toContain('tests/jobs/turn_weeks.test.ts')
    expect(turns[3]).toContain('tests/processes/kill.test.ts')
    expect(new Set(turns.flat()).size).toBe(turns.flat().length)
  })

  it('of its own name first, however long that is', () => {
    const [first] = testsFor({ file: 'tools/votes/vote.ts', where: 'handler' })
    expect(first![0]).toBe('tests/tools/votes/vote.test.ts')
  })

  it('that never ran the code last', () => {
    const first = testsFor(unclosed)[0]!
    const at = (test: string) => first.indexOf(test)
    const turns = testsFor(unclosed, (test) =>
      at(test) < 0 ? undefined : { ranIt: at(test) !== 0, ms: first.length - at(test) },
    )
    expect(turns[4]).toEqual([first[0]])
    expect(turns[0]).toContain(first[1])
  })
})
