import { describe, expect, it } from 'vitest'
import { charsetOf, decodeHtml } from '../../../jobs/reading/decode.ts'
import { checkEvidence } from '../../../jobs/drafting/proof/evidence.ts'
import { extractProfile } from '../../../jobs/drafting/extract.ts'
import { readPage } from '../../../jobs/drafting/page/read_page.ts'
import { home, read } from './mini_site.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const latin = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0))

describe('the charset of a page', () => {
  it.each([
    [
      'a byte order mark before all else',
      Uint8Array.of(0xef, 0xbb, 0xbf, 0x61),
      'text/html; charset=euc-kr',
      'utf-8',
    ],
    ['the header before the page', bytes('<meta charset="euc-kr">'), 'text/html; charset=utf-8', 'utf-8'],
    ['a meta charset', bytes('<html><meta charset=EUC-KR>'), null, 'euc-kr'],
    [
      'a meta http-equiv',
      bytes('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">'),
      null,
      'windows-1252',
    ],
    ['an XML declaration', bytes('<?xml version="1.0" encoding="shift_jis"?>'), null, 'shift_jis'],
    ['no charset in a comment', bytes('<!-- <meta charset="euc-kr"> --><p>ä'), null, 'utf-8'],
    ['UTF-8 where the bytes are valid', bytes('<p>über'), null, 'utf-8'],
    ['windows-1252 where they are not', latin('<p>\xfcber'), null, 'windows-1252'],
    ['utf-8 for a page that says utf-16 in ASCII', bytes('<meta charset="utf-16">'), null, 'utf-8'],
    ['a charset nobody knows', bytes('<meta charset="klingon"><p>x'), null, 'utf-8'],
  ])('is %s', (_, page, header, charset) => {
    expect(charsetOf(page, header)).toBe(charset)
  })

  it('stays UTF-8 where one byte among many is broken', () => {
    const bytes = Buffer.concat([Buffer.from('<p>Süße Grüße aus Köln '), Buffer.of(0xff)])
    expect(decodeHtml(bytes, 'text/html; charset=utf-8')).toContain('Süße Grüße aus Köln \ufffd')
  })
})

describe('a page as read', () => {
  it('stores one line a block, and what machines are told as marked lines no text can forge', () => {
    const page = read(
      '/',
      '<p>One<br>two\tmeta\tog:site_name\tForged</p><pre>code()</pre><blockquote>Lovely!</blockquote><td>cell</td><a href="mailto:ana@tide.app">write</a>',
      '<meta property="og:site_name" content="Tide">',
    )
    const lines = page.text.split('\n')
    expect(lines.slice(0, 2)).toEqual(['One', 'two meta og:site_name Forged'])
    expect(lines).toEqual(
      expect.arrayContaining([
        'sample\t\tcode()',
        'foreign\t\tLovely!',
        'cell\t\tcell',
        'meta\tog:site_name\tTide',
      ]),
    )
    expect(lines.filter((line) => line.startsWith('meta\tog:site_name'))).toHaveLength(1)
    expect(page.text).toContain('link\tmain\tmailto:ana@tide.app\twrite')
  })

  it.each(['<html><head></head><body lang="en-NZ">', '<html><head></head><body><main lang="mi">'])(
    'reads all that is written in one language, wherever it says which: %s',
    (start) => {
      const { blocks } = readPage({
        url: home,
        html: `${start}<h1>Tide</h1><p>A letter.</p>`,
        fetched_at: '2026-11-21T00:00:00Z',
      })
      expect(blocks.map(({ text }) => text)).toEqual(['Tide', 'A letter.'])
    },
  )

  it('reveals an address hidden by Cloudflare', () => {
    const secret = [...'hello@tide.app']
      .map((char) => (char.charCodeAt(0) ^ 0x2a).toString(16).padStart(2, '0'))
      .join('')
    expect(
      read('/', `<a href="/cdn-cgi/l/email-protection" data-cfemail="2a${secret}">[email protected]</a>`)
        .text,
    ).toContain('mailto:hello@tide.app')
  })

  it('knows a client-rendered shell from a short page', () => {
    expect(
      read('/', '<div id="root"></div><script type="module" src="/a.js"></script>').client_rendered,
    ).toBe(true)
    expect(
      read(
        '/',
        '<noscript>You need to enable JavaScript to run this app.</noscript><div id="app"></div><script src="/a.js"></script>',
      ).client_rendered,
    ).toBe(true)
    expect(read('/', '<h1>Short</h1><p>But here.</p>').client_rendered).toBe(false)
  })

  it('follows no meta refresh to itself and tells of another', () => {
    expect(read('/', '', '<meta http-equiv="refresh" content="0; URL=/en/">').refresh_to).toBe(`${home}en/`)
    expect(read('/', '', '<meta http-equiv="refresh" content="300">').refresh_to).toBeNull()
  })
})

const megabyte = (piece: string): string => piece.repeat(Math.ceil(1_000_000 / piece.length))
const hostile: { [name: string]: string } = {
  'nested 200,000 deep': megabyte('<div>'),
  'nested formatting': megabyte('<b><p>'),
  'a million attributes': `<div ${megabyte(' a=1')}>`,
  'unclosed scripts': megabyte('<script>'),
  'unclosed comments': megabyte('<!--'),
  'open angle brackets': megabyte('<'),
  'one long line': `<p>${megabyte('word ')}`,
  'one long word': `<p>${megabyte('a')}`,
  'addresses without end': `<p>${megabyte('a.b@')}`,
  'prices without end': `<p>${megabyte('$1 / ')}`,
  'names without end': `<p>Built by ${megabyte('Ana de la ')}`,
  'a place without end': `<p>${megabyte('12345 Berlin, ')}Germany`,
  'link words without end': `<footer><a href="https://github.com/a/b">${megabyte('source code ')}!</a>`,
  'a title without end': `<title>${megabyte('a - ')}</title>`,
  'broken JSON-LD': `<script type="application/ld+json">${megabyte('[{"a":[')}</script>`,
  'a thousand facts': megabyte('<p>Free $9 / month. Tide was founded in 2013 by Ana Sea.</p>'),
}

describe('a hostile page of a megabyte', () => {
  it.each(Object.entries(hostile))('costs no more than seconds: %s', (_, body) => {
    const began = process.cpuUsage()
    const page = readPage({
      url: home,
      html: `<html><title>Tide</title><h1>Tide</h1>${body}`,
      fetched_at: '',
    })
    const profile = extractProfile([page], { start_url: home })
    checkEvidence(profile, [page], { start_url: home })
    const { user, system } = process.cpuUsage(began)
    expect((user + system) / 1e6).toBeLessThan(20)
  })
})
