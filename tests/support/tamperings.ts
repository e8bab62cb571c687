// What somebody who keeps the ledger might change in a copy of it, for a stranger's program to notice.
import { createHash } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

/** A name of each way to tamper, and a line that asks about it. */
export function tamperings(
  folder: { file(name: string): string },
  { out, email, first, last }: { out: string; email: string; first: string; last: string },
): [name: string, line: string][] {
  const asked: [name: string, line: string][] = []
  const tampered = (name: string, file: string, change: (text: string) => string, address = email) => {
    const copy = folder.file(`t-${asked.length}`)
    cpSync(out, copy, { recursive: true })
    const before = readFileSync(join(copy, file), 'utf8')
    const after = change(before)
    if (address === email) expect(`${name} ${after === before}`).toBe(`${name} false`)
    writeFileSync(join(copy, file), after)
    asked.push([name, `${copy}\t${address}`])
  }
  const dump = (name: string, change: (lines: string[]) => string[], week = last) =>
    tampered(name, `${week}.ndjson`, (text) => change(text.split('\n')).join('\n'))
  const lineAt = (name: string, n: number, change: (line: string) => string) =>
    dump(name, (lines) => lines.with(n, change(lines[n]!)))
  const find = (lines: string[], t: string, n = 0) =>
    lines.flatMap((line, i) => (line.startsWith(`{"t":"${t}"`) ? [i] : []))[n]!
  const lineOf = (name: string, t: string, change: (line: string) => string, n = 0) =>
    dump(name, (lines) => lines.with(find(lines, t, n), change(lines[find(lines, t, n)]!)))
  const zero = (lines: string[], from: string, to: string) => lines.map((line) => line.replace(from, to))
  dump('vote removed', (lines) => lines.toSpliced(4, 1))
  dump('vote added', (lines) => lines.toSpliced(4, 0, lines[4]!.replace('"voter":"', '"voter":"x')))
  dump('vote doubled', (lines) => lines.toSpliced(4, 0, lines[4]!))
  lineAt('vote moved', 4, (line) => line.replace(/"listing":\d+/, '"listing":1'))
  lineAt('voter renamed', 4, (line) => line.replace(/"voter":"./, '"voter":"!'))
  dump('counted made void', (lines) =>
    lines.with(
      lines.findIndex((line) => line.includes('"weight":1')),
      lines.find((line) => line.includes('"weight":1'))!.replace('"weight":1', '"weight":0,"why":"team"'),
    ),
  )
  dump('void made counted', (lines) => zero(lines, '"weight":0,"why":"team"', '"weight":1'))
  dump('reason changed', (lines) => zero(lines, '"why":"team"', '"why":"ring"'))
  lineAt('weight of two', 4, (line) => line.replace(/"weight":\d/, '"weight":2'))
  dump('two places swapped', (lines) => {
    const [a, b] = [find(lines, 'place', 0), find(lines, 'place', 1)]
    return lines.with(a, lines[b]!).with(b, lines[a]!)
  })
  lineOf('places renumbered', 'place', (line) => line.replace('"place":1', '"place":2'))
  lineOf('votes of a place', 'place', (line) => line.replace(/"votes":\d+/, '"votes":999'))
  lineOf('hour of a launch', 'place', (line) => line.replace('T0', 'T1'), 2)
  lineOf('name of the winner', 'place', (line) => line.replace('"slug":"w', '"slug":"v'))
  dump('a place left out', (lines) => lines.toSpliced(find(lines, 'place', 5), 1))
  lineAt('number of votes', 0, (line) => line.replace(/"votes":\d+/, '"votes":1'))
  lineAt('number of launches', 0, (line) => line.replace(/"launches":\d+/, '"launches":1'))
  lineAt('rules renamed', 0, (line) => line.replace(/"rules":"/, '"rules":"x'))
  lineAt('lifted', 0, (line) => line.replace('"lifted":0', '"lifted":1'))
  lineAt('site renamed', 0, (line) => line.replace('"site":"main"', '"site":"other"'))
  lineAt('week renamed', 0, (line) => line.replace(last, first))
  dump('votes in another order', (lines) => lines.with(3, lines[4]!).with(4, lines[3]!))
  lineAt('a blank', 4, (line) => `${line} `)
  lineOf('an award given to another', 'award', (line) => line.replace(/"listing":\d+/, '"listing":1'))
  dump('an award left out', (lines) => lines.toSpliced(find(lines, 'award'), 1))
  dump('a key put in', (lines) => lines.toSpliced(lines.length - 1, 0, '{"t":"key","vkey":"x"}'))
  dump('an older week', (lines) => lines.toSpliced(4, 1), first)
  dump('the end cut off', (lines) => lines.toSpliced(-2, 1))
  const note = (name: string, change: (text: string) => string) =>
    tampered(name, `${last}.checkpoint`, change)
  note('root', (text) => text.replace(text.split('\n')[2]!, createHash('sha256').digest('base64')))
  note('size', (text) => text.replace(/\n(\d+)\n/, (_, size) => `\n${Number(size) + 1}\n`))
  note('origin', (text) => text.replace('localhost', 'evil.example'))
  note('signature', (text) => text.replace(/.{8}\n/gu, 'AAAAAAA=\n'))
  note('unsigned', (text) => `${text.split('\n\n')[0]}\n\n`)
  note('signed by a stranger', (text) =>
    text.replace(/(— \S+ ).*/gu, `$1${Buffer.alloc(68).toString('base64')}`),
  )
  note('of another week', () => readFileSync(join(out, `${first}.checkpoint`), 'utf8'))
  note('one more line', (text) => text.replace('\n\n', '\nmore\n\n'))
  const proof = (name: string, change: (text: string) => string, address?: string) =>
    tampered(name, 'receipt.tlog-proof', change, address)
  const leaf = (name: string, change: (said: { leaf: string; nonce: string }) => object) =>
    proof(name, (text) =>
      text.replace(/extra (.*)/, (_, extra: string) => {
        const said = JSON.parse(Buffer.from(extra, 'base64').toString())
        return `extra ${Buffer.from(JSON.stringify(change(said))).toString('base64')}`
      }),
    )
  proof('receipt of somebody else', (text) => text, 'else@crowd.example')
  leaf('receipt: weight', (said) => ({ ...said, leaf: said.leaf.replace('"weight":1', '"weight":2') }))
  leaf('receipt: listing', (said) => ({ ...said, leaf: said.leaf.replace(/"listing":\d+/, '"listing":1') }))
  leaf('receipt: nonce', (said) => ({ ...said, nonce: Buffer.alloc(16).toString('base64url') }))
  proof('receipt: index', (text) => text.replace(/index (\d+)/, (_, n) => `index ${Number(n) ^ 1}`))
  proof('receipt: a hash less', (text) => text.split('\n').toSpliced(3, 1).join('\n'))
  proof('receipt: another hash', (text) =>
    text.split('\n').with(3, createHash('sha256').digest('base64')).join('\n'),
  )
  proof(
    'receipt: checkpoint of before',
    (text) => `${text.split('\n\n')[0]}\n\n${readFileSync(join(out, `${first}.checkpoint`), 'utf8')}`,
  )
  return asked
}
