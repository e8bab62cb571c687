// Styles, scripts and fonts. Addresses contain a hash of the content, so browsers may cache files for ever.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { H3 } from 'h3'
import { FastResponse } from 'srvx'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}
type File = { name: string; address: string; type: string; content: Buffer }

/** CSS without comments and formatting. */
function tightCss(text: string): string {
  return text
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replaceAll(';}', '}')
    .trim()
}

/** Reads the files of a folder; url(NAME) in stylesheets and './NAME' in scripts become the address of that file. */
export function readStaticFiles(folder: string): File[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => extname(name) in types)
    // Files that a stylesheet or script refers to come first, because its address depends on theirs.
    .sort((a, b) => Number(a.endsWith('.css')) - Number(b.endsWith('.css')) || (a < b ? -1 : 1))
  const files = new Map<string, File>()
  for (const name of names) {
    const ending = extname(name)
    let content = readFileSync(join(folder, name))
    if (ending === '.css')
      content = Buffer.from(
        tightCss(content.toString('utf8')).replace(
          /url\((["']?)([\w./-]+)\1\)/g,
          (whole, _quote, of: string) => (files.has(of) ? `url(${files.get(of)!.address})` : whole),
        ),
      )
    if (ending === '.js')
      content = Buffer.from(
        content
          .toString('utf8')
          .replace(/'\.\/([\w.-]+)'/g, (_, of: string) => `'${files.get(of)!.address}'`),
      )
    const mark = hash('sha256', content, 'hex').slice(0, 12)
    const address = `/static/${name.slice(0, -ending.length)}-${mark}${ending}`
    files.set(name, { name, address, type: types[ending]!, content })
  }
  return [...files.values()]
}

const files = readStaticFiles(fileURLToPath(new URL('./static', import.meta.url)))

/** The address of a file in http/site/static. */
export function addressOfFile(name: string): string {
  const file = files.find((one) => one.name === name)
  if (file === undefined) throw new Error(`There is no file ${name} in http/site/static.`)
  return file.address
}

/** Compressed text is a quarter as long. */
function packed({ type, content }: File): Buffer<ArrayBuffer> | null {
  return /^text\/|svg/.test(type) ? gzipSync(content, { level: 9 }) : null
}

/** Whether gzip is among the codings that are accepted; a weight of 0 refuses one. */
const takesGzip = (accepted: string): boolean =>
  accepted
    .split(',')
    .some((coding) => /^\s*gzip\s*(?:;|$)/i.test(coding) && !/;\s*q=0(?:\.0*)?\s*$/i.test(coding))

/** Files that browsers and crawlers request without being told. */
const byHabit: Record<string, string> = { 'favicon.ico': '/favicon.ico' }

export function staticRoutes(app: H3): void {
  for (const file of files) {
    const { type, content } = file
    const address = byHabit[file.name] ?? file.address
    const small = packed(file)
    app.get(address, ({ req }) => {
      const takesSmall = small !== null && takesGzip(req.headers.get('accept-encoding') ?? '')
      return new FastResponse(takesSmall ? small : content, {
        headers: {
          'content-type': type,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          ...(small !== null && { vary: 'Accept-Encoding' }),
          ...(takesSmall && { 'content-encoding': 'gzip' }),
        },
      })
    })
  }
}
