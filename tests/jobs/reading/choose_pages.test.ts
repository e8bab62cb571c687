import { describe, expect, it } from 'vitest'
import { pageKey, pageKind } from '../../../jobs/page_kinds.ts'
import { choosePages, judgeListed, judgePage } from '../../../jobs/reading/choose_pages.ts'
import { home, read } from '../drafting/mini_site.ts'

const links = (...paths: string[]): string =>
  paths.map((path) => `<a href="${path}">${path.replace(/\W+/g, ' ')}</a>`).join(' ')
const chosen = (paths: string[], sitemap: string[] = []): string[] =>
  choosePages([judgePage(read('/', links(...paths)), home)], judgeListed(sitemap, home)).map(
    (url) => new URL(url).pathname,
  )

describe('which pages are read', () => {
  it('puts pages about the company before all others', () => {
    expect(chosen(['/blog/x', '/gallery', '/pricing', '/login', '/about', '/faq']).slice(0, 4)).toEqual([
      '/pricing',
      '/about',
      '/faq',
      '/gallery',
    ])
  })

  it.each([
    '/preise',
    '/impressum',
    '/über-uns',
    '/mentions-legales',
    '/preguntas-frecuentes',
    '/o-nas',
    '/kontakt',
    '/chi-siamo',
  ])('knows %s', (path) => {
    expect(chosen(['/gallery', path])[0]).toBe(encodeURI(path))
  })

  it.each(['料金', '会社概要', '요금 안내', '关于我们', 'Вопросы и ответы'])(
    'knows a link called %s',
    (text) => {
      const start = read('/', `<a href="/gallery">Gallery</a><a href="/p1">${text}</a>`)
      expect(choosePages([judgePage(start, home)], [])[0]).toBe(`${home}p1`)
    },
  )

  it('stays on the site, on pages, and reads none twice', () => {
    expect(
      chosen([
        'https://other.example/pricing',
        '/file.pdf',
        '/a.zip',
        'mailto:a@b.c',
        '/index.html',
        '/#top',
        '/pricing',
        '/pricing.html',
        '/pricing/',
      ]),
    ).toEqual(['/pricing'])
    expect(pageKey('https://www.tide.app/pricing/index.html')).toBe(pageKey('https://tide.app/pricing'))
  })

  it('takes pages of the sitemap and prefers the language of the start page', () => {
    expect(chosen(['/de/preise'], [`${home}team`, `${home}fr/tarifs`])[0]).toBe('/team')
  })

  it('spreads over kinds instead of reading ten pages of one', () => {
    const first = chosen([
      ...Array.from({ length: 10 }, (_, at) => `/pricing/p${at}`),
      '/about',
      '/faq',
      '/contact',
    ]).slice(0, 5)
    expect(first).toEqual(expect.arrayContaining(['/about', '/faq', '/contact']))
  })

  it('names the kind of a page by its address', () => {
    const kinds = ['/', '/pricing.html', '/impressum', '/blog/about-us', '/docs/faqs/', '/privacy'].map(
      (path) => pageKind(new URL(path, home).href, '', home),
    )
    expect(kinds).toEqual(['start', 'pricing', 'imprint', 'blog', 'faq', 'terms'])
  })
})
