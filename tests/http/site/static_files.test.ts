import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readStaticFiles } from '../../../http/site/static_files.ts'
import { startService, type Service } from '../../support/service.ts'

let service: Service
const folder = mkdtempSync(join(tmpdir(), 'launch-static-'))
beforeAll(async () => void (service = await startService()))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.close()
})

function read(font: string) {
  mkdirSync(join(folder, 'fonts'), { recursive: true })
  writeFileSync(join(folder, 'fonts/ink.woff2'), font)
  writeFileSync(join(folder, 'fonts/LICENSE.txt'), 'free')
  writeFileSync(join(folder, 'site.css'), 'a{src:url("fonts/ink.woff2")} b{background:url(data:,)}')
  writeFileSync(join(folder, 'more.js'), 'void 0')
  writeFileSync(join(folder, 'site.js'), "'./more.js'")
  const files = readStaticFiles(folder)
  return Object.fromEntries(files.map((file) => [file.name, file]))
}

describe('the files of the site', () => {
  it('have addresses that change with what is in them, and with what their stylesheets name', () => {
    const before = read('one')
    expect(Object.keys(before).sort()).toEqual(['fonts/ink.woff2', 'more.js', 'site.css', 'site.js'])
    expect(before['site.js']!.content.toString()).toBe(`'${before['more.js']!.address}'`)
    const font = before['fonts/ink.woff2']!
    expect(font.address).toMatch(/^\/static\/fonts\/ink-[0-9a-f]{12}\.woff2$/)
    expect(font.type).toBe('font/woff2')
    expect(before['site.css']!.content.toString()).toBe(
      `a{src:url(${font.address})}b{background:url(data:,)}`,
    )
    const after = read('two')
    expect(after['fonts/ink.woff2']!.address).not.toBe(font.address)
    expect(after['site.css']!.address).not.toBe(before['site.css']!.address)
    expect(after['site.js']!.address).toBe(before['site.js']!.address)
  })

  it('have the two pictures of /about among them, small and with their size', async () => {
    const page = await (await service.fetch('/about')).text()
    const pictures = page.match(/<img[^>]*looks-[^>]*>/g)!
    expect(pictures).toHaveLength(2)
    for (const picture of pictures) {
      expect(picture).toMatch(/width="640"\s+height="427"\s+loading="lazy"/)
      const file = await service.fetch(/src="([^"]+)"/.exec(picture)![1]!)
      expect(file.headers.get('content-type')).toBe('image/jpeg')
      expect((await file.arrayBuffer()).byteLength).toBeLessThan(60_000)
    }
  })

  it('are packed for whoever takes that, and for nobody who refuses it', async () => {
    const page = await (await service.fetch('/docs')).text()
    const address = /<link rel="stylesheet" href="([^"]+)"/.exec(page)![1]!
    const packing = async (accepted: string) =>
      (await service.fetch(address, { headers: { 'accept-encoding': accepted } })).headers.get(
        'content-encoding',
      )
    for (const accepted of ['gzip', 'br, GZIP;q=0.5', 'gzip, identity;q=0'])
      expect([accepted, await packing(accepted)]).toEqual([accepted, 'gzip'])
    for (const refused of ['identity', 'br, gzip;q=0', 'gzip; q=0.000, br', 'x-gzip'])
      expect([refused, await packing(refused)]).toEqual([refused, null])
  })

  it('are kept for ever by browsers, and every page names the one in use', async () => {
    const page = await (await service.fetch('/docs')).text()
    const address = /<link rel="stylesheet" href="([^"]+)"/.exec(page)![1]!
    const { status, headers } = await service.fetch(address)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await service.fetch(address.replace(/-\w+\.css/, '-000000000000.css'))).status).toBe(404)
  })
})
