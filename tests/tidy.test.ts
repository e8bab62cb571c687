// The shape of the source: who may import whom, how long files may be, how things are called, what has one home only.
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import settings from '../package.json' with { type: 'json' }
import bench from './bench/package.json' with { type: 'json' }
import { inputSchema, outputSchema, type JsonSchema } from '../http/schemas.ts'
import { catalog } from '../tools/catalog.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const skipped = ['node_modules', '.git', 'data', '.conf', 'client']
const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((path) => !path.split('/').some((part) => skipped.includes(part)))
  .sort()
const textOf = new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
const product = files.filter((path) => !path.startsWith('tests/') && path !== 'vitest.config.ts')

type Import = { from: string; to: string; typeOnly: boolean }
const imports: Import[] = files.flatMap((from) =>
  [
    ...textOf
      .get(from)!
      .matchAll(/^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)/gm),
  ].map((match) => ({ from, to: match[2] ?? match[3]!, typeOnly: match[1] !== undefined })),
)
const inside = (path: string) => imports.filter(({ from }) => from === path || from.startsWith(path))

/** Each offence as a line, so that a failing test reads as a list of what to mend. */
function offences(
  paths: readonly string[],
  find: (text: string, path: string) => Iterable<string>,
): string[] {
  return paths.flatMap((path) => [...find(textOf.get(path)!, path)].map((what) => `${path}: ${what}`))
}

/** The lines that match, without what stands in comments; strings keep their text. */
function lines(pattern: RegExp) {
  return (text: string) =>
    text.split('\n').flatMap((line, index) => {
      const code = line.replace(/^\s*(?:\/\/|\*|\/\*).*$/, '').replace(/\s\/\/ .*$/, '')
      return pattern.test(code) ? [`line ${index + 1}: ${line.trim()}`] : []
    })
}

describe('imports', () => {
  /** mistake.ts, settings.ts and config.ts stand leftmost: what both programs say to the operator, and settings, read once. */
  const rooms = [
    'mistake.ts',
    'policies.ts',
    'nearest.ts',
    'countries.ts',
    'settings.ts',
    'addresses.ts',
    'config.ts',
    'days.ts',
    'facts.ts',
    'outbound_refusal.ts',
    'outbound.ts',
    'storage',
    'auth',
    'tools',
    'jobs',
    'http',
    'processes',
    'serve.ts',
    'admin',
    'admin.ts',
    'server.ts',
  ]
  const roomOf = (path: string) => rooms.indexOf(path.split('/')[0]!)
  const targetOf = ({ from, to }: Import) => relative(root, join(root, dirname(from), to))

  it('point one way: outbound, storage, auth, tools, jobs, http, server', () => {
    const wrong = imports.filter(
      (one) =>
        one.to.startsWith('.') && product.includes(one.from) && roomOf(targetOf(one)) > roomOf(one.from),
    )
    expect(wrong).toEqual([])
  })

  it('never lead back to where they began, types included', () => {
    const next = new Map(
      files.map((path) => [path, imports.filter(({ from }) => from === path).map(targetOf)]),
    )
    const circles: string[] = []
    const done = new Set<string>()
    function follow(path: string, trail: string[]): void {
      if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      else if (!done.has(path)) for (const target of next.get(path) ?? []) follow(target, [...trail, path])
      done.add(path)
    }
    for (const path of files) follow(path, [])
    expect(circles).toEqual([])
  })

  it('are none in the table of facts, which every room may read', () => {
    expect(inside('facts.ts')).toEqual([])
  })

  it('lead from reading to drafting and never back', () => {
    expect(
      inside('jobs/drafting/').filter((one) => /^jobs\/(?!drafting\/|page_kinds)/.test(targetOf(one))),
    ).toEqual([])
  })

  it('name files that belong to a room', () => {
    expect(product.filter((path) => roomOf(path) < 0)).toEqual([])
  })

  it('name relative files with their ending, and packages that package.json names', () => {
    const known = new Set([...Object.keys(settings.dependencies), ...Object.keys(settings.devDependencies)])
    const packageOf = (to: string) =>
      to
        .split('/')
        .slice(0, to.startsWith('@') ? 2 : 1)
        .join('/')
    const wrong = imports.filter(({ from, to }) => {
      if (to.startsWith('.')) return !/\.(ts|json|css)$/.test(to)
      if (to.startsWith('node:')) return false
      if (product.includes(from)) return !(packageOf(to) in settings.dependencies)
      // The bench is a package of its own, so that its peers weigh on nobody else.
      return (
        !known.has(packageOf(to)) && !(from.startsWith('tests/bench/') && packageOf(to) in bench.dependencies)
      )
    })
    expect(wrong).toEqual([])
  })

  it('keep every outside library in the room it belongs to', () => {
    const homes: Record<string, RegExp> = {
      h3: /^http\//,
      srvx: /^(http\/|serve\.ts)/,
      '@modelcontextprotocol/server': /^http\/mcp/,
      'better-sqlite3': /^storage\/|^admin\.ts/,
      'drizzle-orm': /^storage\//,
      pg: /^storage\/postgres\//,
      undici: /^outbound\.ts/,
      'markdown-it': /^http\/site\/markdown\.ts/,
      nodemailer: /^(jobs\/|outbound\.ts)/,
      ai: /^jobs\//,
      'prom-client': /^http\//,
    }
    const wrong = imports.filter(({ from, to }) => {
      const home = Object.entries(homes).find(([name]) => to === name || to.startsWith(`${name}/`))?.[1]
      return home !== undefined && product.includes(from) && !home.test(from)
    })
    expect(wrong).toEqual([])
  })

  it('take drizzle at run time through its one door', () => {
    const wrong = inside('storage/').filter(({ to, typeOnly }) => to.startsWith('drizzle-orm') && !typeOnly)
    expect(wrong).toEqual([])
  })

  it('take every name that a file exports', () => {
    const words = new Map(files.map((path) => [path, new Set(textOf.get(path)!.match(/\w+/g))]))
    const users = Map.groupBy(imports, targetOf)
    const exported = /^export (?:async )?(?:function\*?|const|let|class|type|interface) (\w+)/gm
    const unused = product.flatMap((path) => {
      return [...textOf.get(path)!.matchAll(exported)]
        .map((match) => match[1]!)
        .filter((name) => !users.get(path)?.some(({ from }) => words.get(from)!.has(name)))
        .map((name) => `${path}: ${name}`)
    })
    expect(unused).toEqual([])
  })

  it('lead to no barrel: a file exports what it defines', () => {
    expect(offences(files, lines(/^export\s+(\*|(type\s+)?\{[^}]*\}\s+from\b)/))).toEqual([])
  })
})

/** Where functions begin and how many lines are their own. The formatter closes each at the depth it was opened at. */
function functionsOf(text: string): { line: number; own: number }[] {
  const all = text.split('\n')
  const found = all.flatMap((line, from) => {
    const isOpened = /(?:\bfunction\b.*|=>|\)(?:: .+)?) \{$/.test(line)
    if (!isOpened || /^\s*(?:\} )?(?:if|for|while|switch|else|catch|try)\b/.test(line)) return []
    const depth = /^\s*/.exec(line)![0]
    return [{ from, to: all.findIndex((other, at) => at > from && other.startsWith(`${depth}}`)) }]
  })
  return found.map(({ from, to }) => {
    const inner = found.filter((other) => other.from > from && other.to <= to)
    const isOwn = (at: number) => !inner.some((other) => at >= other.from && at <= other.to)
    const own = all.slice(from, to + 1).filter((_line, at) => isOwn(from + at)).length
    return { line: from + 1, own }
  })
}

describe('sizes', () => {
  const limits: [RegExp, number][] = [
    [/^tests\//, 500],
    // A table, which grows with the facts.
    [/^facts\.ts$/, 400],
    [/./, 300],
  ]

  it('of files stay below the limit of each kind', () => {
    const tooLong = offences(files, (text, path) => {
      const limit = limits.find(([pattern]) => pattern.test(path))![1]
      const length = text.trimEnd().split('\n').length
      return length >= limit ? [`${length} lines, not below ${limit}`] : []
    })
    expect(tooLong).toEqual([])
  })

  it('of functions stay below 90 lines, without those of the functions inside them', () => {
    const tooLong = offences(product, (text) =>
      functionsOf(text)
        .filter(({ own }) => own >= 90)
        .map(({ line, own }) => `line ${line}: ${own} lines`),
    )
    expect(tooLong).toEqual([])
  })

  it('keep folders at most three deep', () => {
    expect(files.filter((path) => path.split('/').length > 4)).toEqual([])
  })
})

describe('names', () => {
  const refused =
    /(^|_)(service|manager|helpers?|utils?|utilities|common|repository|dto|mapper|handler|provider|constants|types|base|info)$/

  it('of files are snake_case and say what is inside', () => {
    const wrong = product.filter((path) => {
      const name = basename(path, '.ts')
      const isTool = catalog.some((tool) => tool.name === name)
      return !/^[a-z][a-z0-9_]*$/.test(name) || (!isTool && refused.test(name))
    })
    expect(wrong).toEqual([])
  })

  it('of exports do not end in a word that says nothing', () => {
    const bad = /^export (?:default )?(?:async )?(?:function|const|class|type|interface) (\w+)/gm
    const found = offences(product, (text) =>
      [...text.matchAll(bad)]
        .map((match) => match[1]!)
        .filter((name) => refused.test(name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()))
        .filter((name) => name !== 'serverInfo'),
    )
    expect(found).toEqual([])
  })

  it('of operations are the names of their files, which export nothing else', () => {
    const operations = product.filter((path) => /^export default defineTool\(/m.test(textOf.get(path)!))
    const wrong = offences(operations, (text, path) => {
      const named = /^ {2}name: '(\w+)'/m.exec(text)?.[1]
      return [
        ...(named === basename(path, '.ts') ? [] : [`is called ${named}`]),
        ...(/^export (?!default)/m.test(text) ? ['exports more than its operation'] : []),
      ]
    })
    expect(wrong).toEqual([])
    expect(operations.map((path) => basename(path, '.ts')).sort()).toEqual(
      catalog.map(({ name }) => name).sort(),
    )
  })

  it('of default exports are kept for operations', () => {
    expect(offences(product, lines(/^export default (?!defineTool\()/))).toEqual([])
  })

  it('of data are snake_case from disk to wire', () => {
    const keys = (schema: JsonSchema): string[] => [
      ...Object.keys((schema.properties ?? {}) as object),
      ...Object.values(schema).flatMap((part) =>
        typeof part === 'object' && part !== null
          ? Object.values(part as object)
              .filter((one): one is JsonSchema => typeof one === 'object' && one !== null)
              .concat(part as JsonSchema)
              .flatMap(keys)
          : [],
      ),
    ]
    const wrong = catalog.flatMap((tool) =>
      [...keys(inputSchema(tool)), ...keys(outputSchema(tool))]
        .filter((key) => !/^[a-z][a-z0-9_]*$/.test(key))
        .map((key) => `${tool.name}: ${key}`),
    )
    expect([...new Set(wrong)]).toEqual([])
  })
})

describe('what has one home only', () => {
  const homes: [string, RegExp, RegExp][] = [
    ['the environment', /process\.env/, /^config\.ts$/],
    ['the way out', /(?<![.\w'])fetch\((?!\w+\??: )/, /^outbound\.ts$/],
    ['the clock', /new Date\(\)|Date\.now\(/, /^(?:(?:serve|admin)\.ts|admin\/.*)$/],
    ['the console', /\bconsole\./, /^(?:(?:server|admin)\.ts|admin\/.*)$/],
    ['the end of the process', /process\.exit\(/, /^(server|admin)\.ts$/],
    ['other programs', /node:child_process/, /^(?:processes\/lead|tools\/pictures\/smaller)\.ts$/],
    // The connection that pages read with refuses every write, so these are the only ways to one.
    [
      'transactions and jobs, of which http/ opens none',
      /storage\??\.write\b|\bwrite\b.*\} = .*storage|\bjobs\.enqueue\b/,
      /^(?!http\/)/,
    ],
    ['the performing of actions', /\bperform\b.*\/action\.ts'/, /^http\/(site\/visit|stripe_webhook)\.ts$/],
  ]

  it.each(homes)('%s', (_name, pattern, home) => {
    expect(
      offences(
        product.filter((path) => !home.test(path)),
        lines(pattern),
      ),
    ).toEqual([])
  })
})

describe('refused everywhere', () => {
  const others = files.filter((path) => path !== 'tests/tidy.test.ts')
  const everywhere: [string, RegExp][] = [
    ['a way around the types', /\bas any\b/],
    ['syntax that does not strip', /^\s*(export\s+)?(const\s+)?(enum|namespace)\s+\w/],
    ['a test that runs alone', /\b(it|describe|test)\.only\(/],
    ['evaluated text', /\beval\(|new Function\(/],
    ['chance that can be guessed', /Math\.random\(/],
    // Without its optimizer, which V8 drops after many patterns, it finds less: (?i:made|run)\s is not in "Made by".
    ['case that changes within a pattern', /^(?!\s*\*).*\(\?-?[ims]+(?:-[ims]+)?:/],
  ]

  it.each(everywhere)('%s', (_name, pattern) => {
    expect(offences(others, lines(pattern))).toEqual([])
  })

  it('any, in the product', () => {
    expect(offences(product, lines(/(?::|<|\|)\s*any\b(?!\s*\()|\bany\[\]/))).toEqual([])
  })

  it('comments that silence, postpone, decorate or repeat', () => {
    const patterns = [
      /@ts-(ignore|expect-error|nocheck)/,
      new RegExp('\\b(TO' + 'DO|FIX' + 'ME|X' + 'XX|HA' + 'CK)\\b'),
      /^\s*(?:\/\/|\*)\s*@(param|returns?)\b/,
      /^\s*\/\/\s*[-=*#]{3,}/,
      /^\s*\/\/ (?:const|let|import|return|await|if \(.*\) \{|\w+\(.*\);?)\s*[^.]*$/,
      /eslint-|oxfmt-ignore|prettier-ignore|biome-ignore/,
    ]
    const found = offences(others, (text) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          patterns.some((pattern) => pattern.test(line)) ? [`line ${index + 1}: ${line.trim()}`] : [],
        ),
    )
    expect(found).toEqual([])
  })
})

it('no two migrations have one number', () => {
  const names = readdirSync(join(root, 'storage/migrations')).filter((name) => name.endsWith('.sql'))
  const numbers = names.map((name) => /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
  expect(numbers).not.toContain(undefined)
  expect(new Set(numbers).size).toBe(names.length)
})

it('is formatted as .oxfmtrc.json says', () => {
  const formatter = fileURLToPath(import.meta.resolve('oxfmt/package.json')).replace(
    'package.json',
    'bin/oxfmt',
  )
  const checked = spawnSync(process.execPath, [formatter, '--list-different', '**/*.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect([checked.status, checked.stdout, checked.stderr]).toEqual([0, '', ''])
})
