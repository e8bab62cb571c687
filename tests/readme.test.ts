// README is true: its map, commands, settings, links and examples.
import { createHmac } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import settings from '../package.json' with { type: 'json' }
import { settings as ourSettings } from '../settings.ts'
import { startService, type Service } from './support/service.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The text under a heading, up to the next heading of the same depth. */
function section(title: string): string {
  const start = readme.indexOf(`\n## ${title}\n`)
  expect(start, `README has no section "${title}"`).toBeGreaterThan(0)
  const end = readme.indexOf('\n## ', start + 1)
  return readme.slice(start, end < 0 ? undefined : end)
}

/** The cells of a table, without padding. */
function rows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s:|-]+\|$/.test(line))
    .slice(1)
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    )
}
const unquoted = (cell: string) => cell.replace(/^`(.*)`$/, '$1')

describe('the map', () => {
  const named = () => rows(section('The map')).map(([where]) => unquoted(where!))
  /** Generated, private to a machine, or read by one program only. */
  const leftOut = ['node_modules', 'data', '.git', '.gitignore', '.npmrc', '.conf', 'coverage', '.vitest']

  it('names every file and folder of the top level', () => {
    const there = readdirSync(root, { withFileTypes: true })
      .filter(({ name }) => !leftOut.includes(name) && !/\.log$|^LICENSE$/.test(name))
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    expect(
      named()
        .filter((name) => !name.slice(0, -1).includes('/'))
        .sort(),
    ).toEqual(there.sort())
  })

  it('explains each in a few words', () => {
    for (const [where, what] of rows(section('The map'))) expect(what!.length, where).toBeGreaterThan(10)
  })
})

it('names only files that exist', () => {
  const paths = [...readme.matchAll(/`((?:[\w.-]+\/)+[\w.-]*|[\w-]+\.(?:ts|json|yaml))`/g)].map(
    (match) => match[1]!,
  )
  expect(paths.length).toBeGreaterThan(10)
  const written = ['./data', 'data/']
  expect(paths.filter((path) => !written.includes(path) && !existsSync(join(root, path)))).toEqual([])
})

it('has links that lead somewhere', () => {
  const anchors = [...readme.matchAll(/^#+ (.*)$/gm)].map(
    (match) =>
      `#${match[1]!
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replace(/\s/g, '-')}`,
  )
  const targets = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!)
  const dead = targets.filter((target) => {
    if (/^https?:/.test(target)) return false
    if (target.startsWith('#')) return !anchors.includes(target)
    return !existsSync(join(root, target.replace(/#.*/, '')))
  })
  expect(dead).toEqual([])
})

describe('commands', () => {
  const scripts = Object.keys(settings.scripts)

  it('are all named', () => {
    const named = rows(section('Commands')).map(([command]) => unquoted(command!).replace(/^npm (run )?/, ''))
    expect(named.sort()).toEqual([...scripts].sort())
  })

  it('exist where they are mentioned', () => {
    const mentioned = [...readme.matchAll(/npm run (?:-s )?([\w:]+)/g)].map((match) => match[1]!)
    expect(mentioned.filter((script) => !scripts.includes(script))).toEqual([])
  })

  it('begin with the two that a newcomer needs', () => {
    expect(section('Run it')).toMatch(/```sh\nnpm ci\nnpm start\n```/)
    expect(section('Run it')).toMatch(/```sh\nnpm ci\nnpm test\n```/)
  })
})

it('tells every setting with its default, as settings.ts describes it', () => {
  const expected = Object.entries(ourSettings.shape).map(([name, schema]) => {
    const value = defaultOf(schema)
    return [
      `\`${name}\``,
      value === undefined || value === '' ? '' : `\`${String(value)}\``,
      schema.description,
    ]
  })
  expect(rows(section('Settings'))).toEqual(expected)
})

function defaultOf(schema: z.core.$ZodType): unknown {
  const def = schema._zod.def as {
    type: string
    defaultValue?: unknown
    in?: z.core.$ZodType
    innerType?: z.core.$ZodType
  }
  if (def.type === 'default') return def.defaultValue
  const inner = def.in ?? def.innerType
  return inner === undefined ? undefined : defaultOf(inner)
}

describe('examples', () => {
  let service: Service
  beforeAll(async () => void (service = await startService()))
  afterAll(() => service.close())

  it('of curl are answered', async () => {
    const urls = [...readme.matchAll(/curl (?:-s )?'?http:\/\/localhost:3000([^\s'`]+)/g)].map(
      (match) => match[1]!,
    )
    expect(urls.length).toBeGreaterThan(0)
    for (const path of urls) expect((await service.fetch(path)).status, path).toBe(200)
  })

  it('of addresses exist', async () => {
    for (const [, path] of readme.matchAll(/<?http:\/\/localhost:3000(\/(?:docs|api)[\w/.]*)/g))
      expect((await service.fetch(path!)).status, path).toBe(200)
  })

  it('of the MCP host name the address of the server', () => {
    expect(section('Connect a client')).toMatch(/claude mcp add --transport http launch-directory \S+\/mcp$/m)
  })
})

it('the check of a webhook takes ours, and none that is old, cut elsewhere or forged', async () => {
  const [code] = /import \{[^]+?\n\}/.exec(section('Webhooks'))!
  const { isOurs } = (await import(
    `data:text/javascript,${encodeURIComponent(`${code}; export { isOurs }`)}`
  )) as {
    isOurs: (secret: string, headers: Record<string, string>, body: string) => boolean
  }
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  const body = '{"type":"order.paid","timestamp":"2026-11-24T02:49:16.561Z","data":{}}'
  const sent = (at_s: number, key = Buffer.alloc(24, 1)) => {
    const signature = createHmac('sha256', key).update(`msg_1.${at_s}.${body}`).digest('base64')
    const given = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(at_s) }
    return { ...given, 'webhook-signature': `v1,AAAA v1,${signature}` }
  }
  const now = Math.floor(Date.now() / 1000)
  expect(isOurs(secret, sent(now), body)).toBe(true)
  expect(isOurs(secret, sent(now), `${body} `)).toBe(false)
  expect(isOurs(secret, sent(now, Buffer.alloc(24, 2)), body)).toBe(false)
  for (const off of [-400, 400]) expect(isOurs(secret, sent(now + off), body)).toBe(false)
  // The signed text is the same when another dot ends the time.
  const [before, ...after] = body.split('.561Z')
  expect(after).toHaveLength(1)
  const shifted = { ...sent(now - 400), 'webhook-timestamp': `${now - 400}.${before}` }
  expect(isOurs(secret, shifted, `561Z${after[0]}`)).toBe(false)
})
