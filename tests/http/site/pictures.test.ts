// Pictures that owners send and that drafts find: what is taken, what is refused, what is left of them, and who sees them.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { most_unused_bytes } from '../../../tools/pictures/keep.ts'
import { enter } from '../../support/callers.ts'
import { chromiumNote, launchChromium, withoutChromium } from '../../support/chromium.ts'
import { addCategories, openDrafting } from '../../support/drafting.ts'
import { pages, type Host, type Outside } from '../../support/outside.ts'
import { listingOf, stored } from '../../support/owned.ts'
import { openBrowser, signIn, type Browser } from '../../support/people.ts'
import { gif, jpeg, png, pngChunk, webp, withExif } from '../../support/pictures.ts'
import { callRest, type Service } from '../../support/service.ts'
import { tide } from '../../support/tide.ts'

const site = pages({
  '/': `<html><head><title>Tide: Invoices that chase themselves</title>
    <script type="application/ld+json">{"@type":"Organization","name":"Tide","url":"https://tide.test/","logo":"https://tide.test/logo.png"}</script></head>
    <body><header><a href="/"><img class="logo" src="/logo.png" alt="Tide logo"></a></header>
    <h1>Invoices that chase themselves</h1><p>Tide sends your invoices.</p></body></html>`,
  '/logo.png': { headers: { 'content-type': 'text/html' }, body: png({ shade: 0x33 }) },
  '/vector.png': {
    headers: { 'content-type': 'image/png' },
    body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  },
  '/bomb.png': { body: png({ width: 60_000, height: 60_000 }) },
})

let service: Service
let outside: Outside
let close: () => Promise<void>
let ana: Browser
let eve: Browser
let id: number
let at: string

beforeAll(async () => {
  ;({ service, outside, close } = await openDrafting(
    { 'tide.test': site as Host, 'ebb.test': tide },
    { fill: addCategories, repeating: ['sweep_pictures', 'find_unused_pictures'] },
  ))
  ana = (await signIn(service, 'ana@example.com')).browser
  eve = (await signIn(service, 'eve@example.com')).browser
  const { id: user_id } = (await service.storage.users.byEmail('ana@example.com'))!
  const about = { url: 'https://tern.test/', plan: 'free', launch_week: '2026-11-16' } as const
  id = await listingOf(service, user_id, {
    slug: 'tern',
    status: 'live',
    live_at: '2026-11-16T00:00:00.000Z',
    ...about,
  })
  at = `/account/listings/${id}`
})
afterAll(() => close())

const send = async (file: Uint8Array, more = {}, to = 'logo') =>
  ana.upload(await ana.get(`${at}/pictures`), `${at}/${to}`, file, more)
const logo = async () => (await stored(service, id)).logo
const media = async () => (await stored(service, id)).media

describe('a logo', () => {
  it('is kept under the name of its content, served as nothing but a picture, and shown to everybody', async () => {
    expect(await send(png())).toMatchObject({ status: 303, location: `${at}/pictures?saved#logo` })
    const file = (await logo())!
    expect(file).toMatch(/^[0-9a-f]{32}\.png$/)
    const served = await service.fetch(`/media/${file}`)
    expect(Buffer.from(await served.arrayBuffer()).equals(png())).toBe(true)
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    const page = await openBrowser(service).get('/listings/tern')
    expect(page.text).toContain(`src="/media/${file}"`)
    expect(page.headers.get('content-security-policy')).toContain("img-src 'self' data:;")
    const list = await openBrowser(service).get('/search?q=tern')
    expect(list.text).toContain(`src="/media/${file}"`)
    const { body } = await callRest(service, 'get_listing', { slug: 'tern' })
    expect(body.logo_url).toBe(`${service.url}/media/${file}`)
    expect((await ana.get(at)).text).toContain('<ins>a picture</ins>')
  })

  it('lies where nobody else on the machine can read it', async () => {
    const folder = join(service.folder, 'media')
    expect(statSync(folder).mode & 0o077).toBe(0)
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o077).toBe(0)
  })

  it.each([
    [
      'SVG, whatever it is called',
      Buffer.from('<?xml version="1.0"?><svg onload="alert(1)"/>'),
      'SVG is not taken',
    ],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'Must be a PNG, JPEG, WebP or GIF'],
    [
      'a page that begins like a GIF',
      Buffer.from('GIF89a=1;/*<script>alert(1)</script>*/'.padEnd(900)),
      'damaged or incomplete',
    ],
    ['a picture that claims to be huge', png({ width: 60_000, height: 60_000 }), 'at most 2048 pixels'],
    ['a picture of one dot', png({ width: 1, height: 1 }), 'at least 16 pixels'],
    ['half a picture', png().subarray(0, 60), 'damaged or incomplete'],
    ['a picture whose sums are wrong', png().with(30, 0), 'damaged or incomplete'],
    ['a WebP that hides its size', bigWebp(), 'damaged or incomplete'],
    [
      'a film',
      Buffer.concat([Buffer.from('\0\0\0\x20ftypheic'), Buffer.alloc(64)]),
      'HEIC and AVIF are not taken',
    ],
    ['no file', Buffer.alloc(0), 'Choose a picture first'],
    ['more than a megabyte', Buffer.concat([png(), Buffer.alloc(1_100_000)]), 'Must be at most 1 MB'],
  ])('is not %s', async (_what, file, sentence) => {
    const before = await logo()
    const seen = await send(file)
    expect(seen.status).toBe(400)
    expect(seen.text).toContain(sentence)
    expect(await logo()).toBe(before)
  })

  it('keeps nothing but what draws it: no text, no place, nothing behind its end', async () => {
    const texts = [
      pngChunk('tEXt', Buffer.from('Author\0Ana')),
      pngChunk('eXIf', Buffer.from('MM\0*GPS 60.1')),
    ]
    await send(png({}, texts, Buffer.from('PK\x03\x04<script>alert(1)</script>')))
    expect((await bytesOf((await logo())!)).equals(png())).toBe(true)
    for (const file of [withExif(jpeg), gif, webp]) {
      expect((await send(file, { name: 'x.svg', type: 'image/svg+xml' })).status).toBe(303)
      const text = (await bytesOf((await logo())!)).toString('latin1')
      expect(text).not.toMatch(/GPS|Ana Keto|kept secret|ICCP|ICC_PROFILE/)
      expect(text.length).toBeLessThan(file.length)
    }
  })

  it('is taken from its owner only, by a form of ours only', async () => {
    const page = await ana.get(`${at}/pictures`)
    const before = await logo()
    expect((await eve.get(`${at}/pictures`)).status).toBe(404)
    expect((await eve.upload(page, `${at}/logo`, png({ shade: 1 }))).status).toBe(403)
    const elsewhere = { headers: { origin: 'https://evil.example' } }
    expect((await ana.upload(page, `${at}/logo`, png({ shade: 1 }), elsewhere)).status).toBe(403)
    const unsealed = {
      ...page,
      text: page.text.replace(/name="seal" value="[^"]*"/g, 'name="seal" value="x"'),
    }
    expect((await ana.upload(unsealed, `${at}/logo`, png({ shade: 1 }))).status).toBe(403)
    const stranger = await openBrowser(service).upload(page, `${at}/logo`, png({ shade: 1 }))
    expect([stranger.status, stranger.location]).toEqual([303, '/sign-in?return_to=%2Faccount'])
    const mine = await ana.get(`${at}/pictures`)
    const theirs = await eve.upload(mine, `${at}/logo`, png({ shade: 1 }))
    expect([theirs.status, await logo()]).toEqual([403, before])
  })

  it('is never larger than a form may be, nor in a hundred parts', async () => {
    expect((await send(Buffer.alloc(4_400_000))).status).toBe(413)
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`x${n}`, 'y']))
    expect((await send(png(), { fields: many })).status).toBe(400)
    const headers = { origin: service.url, 'content-type': 'multipart/form-data; boundary=x' }
    const cookie = [...ana.cookies].map((pair) => pair.join('=')).join('; ')
    const raw = (type: string, body: string) =>
      service.fetch(`${at}/logo`, {
        method: 'POST',
        headers: { ...headers, cookie, 'content-type': type },
        body,
      })
    expect((await raw(headers['content-type'], '--x\r\nno')).status).toBe(400)
    const parts = `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\ny\r\n'.repeat(100)}--x--\r\n`
    for (const named of [
      'foo=";boundary=y"; boundary=x',
      'boundary=x; boundary=y',
      'boundary="\\x"',
      'boundary=x',
    ])
      expect((await raw(`multipart/form-data; ${named}`, parts)).status, named).toBe(400)
  })

  it('has no way out of its folder', async () => {
    expect((await send(png({ shade: 7 }), { name: '../../../launch.db' })).status).toBe(303)
    for (const path of [
      '..%2Flaunch.db',
      '%2e%2e/launch.db',
      'launch.db',
      '',
      `${'0'.repeat(32)}.svg`,
      `x/${await logo()}`,
    ])
      expect((await service.fetch(`/media/${path}`)).status, path).toBe(404)
  })

  it('makes room for the flag again, and its file goes within an hour', async () => {
    const file = (await logo())!
    expect((await ana.submit(await ana.get(`${at}/pictures`), `${at}/logo/remove`)).status).toBe(303)
    expect(await logo()).toBeNull()
    expect((await openBrowser(service).get('/listings/tern')).text).not.toContain('/media/')
    const minutes = async (count: number) => {
      service.clock.now = new Date(service.clock.now.getTime() + count * 60_000)
      await service.worker.idle()
    }
    const isThere = () => readdirSync(join(service.folder, 'media')).includes(file)
    await minutes(39)
    expect(isThere()).toBe(true)
    await minutes(20)
    expect(isThere()).toBe(false)
    expect(await service.storage.pictures.find(file)).toBeUndefined()
  })

  it('of another listing, or of somebody else, stays when one no longer shows it', async () => {
    const picture = png({ shade: 0x71 })
    await send(picture)
    const file = (await logo())!
    const { id: user_id } = (await service.storage.users.byEmail('ana@example.com'))!
    const other = await listingOf(service, user_id, { slug: 'gull', url: 'https://gull.test/' })
    const path = `/account/listings/${other}`
    await ana.upload(await ana.get(`${path}/pictures`), `${path}/logo`, picture)
    await ana.submit(await ana.get(`${at}/pictures`), `${at}/logo/remove`)
    service.clock.now = new Date(service.clock.now.getTime() + 59 * 60_000)
    await service.worker.idle()
    expect((await stored(service, other)).logo).toBe(file)
    expect((await service.fetch(`/media/${file}`)).status).toBe(200)
    expect((await service.storage.pictures.find(file))!.unused_since).toBeNull()
  })

  it('that nothing shows is counted against who sent it, up to a bound, and nobody else', async () => {
    const { id: user_id } = (await service.storage.users.byEmail('ana@example.com'))!
    const { id: other } = (await service.storage.users.byEmail('eve@example.com'))!
    const { pictures } = service.storage
    const before = await pictures.unusedBytesOf(user_id)
    await send(png({ shade: 0x72 }))
    expect(await pictures.unusedBytesOf(user_id)).toBe(before)
    await send(png({ shade: 0x73 }))
    expect(await pictures.unusedBytesOf(user_id)).toBeGreaterThan(before)
    // Sent again by somebody else it stays Ana's while it is shown.
    const shown = (await pictures.find((await logo())!))!
    const again = { ...shown, added_by: other }
    await service.storage.write((inside) => inside.pictures.add(again, service.clock.now.toISOString()))
    expect(await pictures.find(shown.file)).toEqual(shown)
    const room = most_unused_bytes - (await pictures.unusedBytesOf(user_id))
    const rest = { file: `${'f'.repeat(32)}.png`, width: 16, height: 16, bytes: room, added_by: user_id }
    await service.storage.write((inside) => inside.pictures.add(rest, service.clock.now.toISOString()))
    const files = () => readdirSync(join(service.folder, 'media')).length
    const kept = files()
    const refused = await send(png({ shade: 0x74 }))
    expect([refused.status, files()]).toEqual([400, kept])
    expect(refused.text).toContain('They go within the hour')
    service.clock.now = new Date(service.clock.now.getTime() + 59 * 60_000)
    await service.worker.idle()
    expect((await send(png({ shade: 0x74 }))).status).toBe(303)
    await ana.submit(await ana.get(`${at}/pictures`), `${at}/logo/remove`)
  })
})

describe('the gallery', () => {
  it('is saved at once and public once it is unlocked; what lies elsewhere is only linked', async () => {
    const caption = { fields: { caption: 'Reminders <b>at dusk</b>' } }
    expect((await send(withExif(jpeg), caption, 'pictures')).location).toBe(`${at}/pictures?saved#gallery`)
    const film = { url: 'https://tern.test/film', caption: 'The film' }
    expect((await ana.submit(await ana.get(`${at}/pictures`), `${at}/videos`, film)).status).toBe(303)
    const [picture] = await media()
    const hidden = await openBrowser(service).get('/listings/tern')
    expect(hidden.text).not.toContain(picture!.url)
    const of = { slug: 'tern' }
    expect((await callRest(service, 'get_listing', of)).body.media).toBeUndefined()
    await service.storage.write(({ listings }) => listings.change(id, { unlocked_sections: ['media'] }))
    const { body } = await callRest(service, 'get_listing', of)
    expect(body.media[0]).toMatchObject({ kind: 'image', url: `${service.url}${picture!.url}` })
    const { text } = await openBrowser(service).get('/listings/tern')
    expect(text).toContain('&#60;b&#62;at dusk')
    expect([...text.matchAll(/<img[^>]*src="([^"]*)"/g)].map((one) => one[1])).toEqual([
      `${service.url}${picture!.url}`,
    ])
    const size = /width="20"\s+height="32"/
    expect(text.match(/<img[^>]*>/)![0]).toMatch(size)
    const own = (await ana.get(`${at}/pictures`)).text.match(
      /<img[^>]*pictures?[^>]*>|<img src="\/media[^>]*>/,
    )![0]
    expect(own).toMatch(size)
    expect(own).toContain('loading="lazy"')
  })

  it('can be put in order, refuses what is there already and what is no address, and ends at twelve', async () => {
    const [first, film] = await media()
    const change = async (medium: string, what: string) =>
      ana.post(`${at}/pictures/change`, [
        ...(await sealOf(`${at}/pictures/change`)),
        ['medium', medium],
        ['do', what],
      ])
    expect((await change(film!.url, 'forward')).status).toBe(303)
    expect((await media()).map(({ url }) => url)).toEqual([film!.url, first!.url])
    const twice = await send(withExif(jpeg), {}, 'pictures')
    expect([twice.status, twice.text.includes('there already')]).toEqual([400, true])
    const wrong = { url: 'javascript:alert(1)', caption: 'x' }
    const refused = await ana.submit(await ana.get(`${at}/pictures`), `${at}/videos`, wrong)
    expect([refused.status, refused.text.includes('value="javascript:alert(1)"')]).toEqual([400, true])
    for (let shade = 1; shade <= 10; shade += 1)
      expect((await send(png({ shade }), {}, 'pictures')).status).toBe(303)
    expect((await ana.get(`${at}/pictures`)).text).toContain('The gallery is full.')
    await change(first!.url, 'remove')
    expect(await media()).toHaveLength(11)
  })
})

describe('the logo of a site that was drafted', () => {
  const draftOf = async () =>
    (await ana.get('/account/drafts')).text.match(/\/account\/drafts\/[0-9a-f-]{36}/)![0]

  it('is fetched once and kept here, so that no page asks that site for it', async () => {
    await ana.submit(await ana.get('/submit'), '/submit', { url: 'tide.test' })
    await service.worker.idle()
    const draft = await draftOf()
    const category = { field: 'categories', value: 'Invoicing', do: 'edit' }
    await ana.post(`${draft}/field`, [
      ...(await sealOf(`${draft}/field`, draft)),
      ...Object.entries(category),
    ])
    const made = await ana.submit(await ana.get(draft), `${draft}/submit`)
    await service.worker.idle()
    at = made.location!
    id = Number(at.split('/').at(-1))
    const listing = await stored(service, id)
    expect(listing).toMatchObject({
      logo_url: 'https://tide.test/logo.png',
      logo_from: 'https://tide.test/logo.png',
    })
    expect((await bytesOf(listing.logo!)).equals(png({ shade: 0x33 }))).toBe(true)
    expect(outside.asked.filter((url) => url.endsWith('/logo.png'))).toHaveLength(1)
  })

  it('stays when the draft names one that cannot be kept, and the page says why', async () => {
    const draft = await draftOf()
    const before = await logo()
    expect(before).not.toBeNull()
    for (const [path, sentence] of [
      ['vector.png', 'SVG is not taken'],
      ['bomb.png', 'at most 2048 pixels'],
      ['gone.png', 'status 404'],
    ]) {
      const fields = { field: 'logo_url', value: `https://tide.test/${path}`, do: 'edit' }
      await ana.post(`${draft}/field`, [
        ...(await sealOf(`${draft}/field`, draft)),
        ...Object.entries(fields),
      ])
      expect(await logo()).toBe(before)
      await service.worker.idle()
      expect((await ana.get(`${at}/pictures`)).text).toContain(sentence)
      const told = await (
        await enter(service, 'rest', 'ana@example.com')
      ).get('get_my_listing', {
        listing_id: id,
      })
      expect(told.notices).toEqual([expect.stringContaining(sentence!)])
      expect(await logo()).toBe(before)
    }
  })

  it('gives way to the one that its owner sends, whatever the draft says later', async () => {
    await send(png({ shade: 0x55 }))
    const own = await logo()
    const draft = await draftOf()
    const fields = { field: 'logo_url', value: 'https://tide.test/logo.png', do: 'edit' }
    await ana.post(`${draft}/field`, [...(await sealOf(`${draft}/field`, draft)), ...Object.entries(fields)])
    await service.worker.idle()
    expect(await logo()).toBe(own)
    await ana.submit(await ana.get(`${at}/pictures`), `${at}/logo/fetch`)
    await service.worker.idle()
    expect(await stored(service, id)).toMatchObject({ logo_from: 'https://tide.test/logo.png' })
  })
})

describe.skipIf(withoutChromium)(`in Chromium${chromiumNote}`, () => {
  it('draws what is left of every kind, the right way up', async () => {
    const browser = await launchChromium()
    const page = await browser.newPage()
    const sizes: number[][] = []
    for (const file of [png({ shade: 9 }), withExif(jpeg), webp, gif]) {
      await send(file)
      await page.goto(`${service.url}/media/${await logo()}`)
      sizes.push(
        await page.evaluate<number[]>('[document.images[0].naturalWidth, document.images[0].naturalHeight]'),
      )
    }
    await browser.close()
    expect(sizes).toEqual([
      [64, 64],
      [20, 32],
      [32, 20],
      [32, 20],
    ])
  })
})

async function sealOf(action: string, page = `${at}/pictures`): Promise<[string, string][]> {
  const { text } = await ana.get(page)
  const form = text.split('<form').find((one) => one.includes(`action="${action}"`))!
  return [['seal', /name="seal"\s+value="([^"]*)"/.exec(form)![1]!]]
}

async function bytesOf(file: string): Promise<Buffer> {
  return readFileSync(join(service.folder, 'media', file))
}

/** The canvas is small, the picture inside says another size. */
function bigWebp(): Buffer {
  const file = Buffer.from(webp)
  file.writeUIntLE(16_000, file.indexOf('VP8X') + 12, 3)
  return file
}
