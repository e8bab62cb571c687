import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../tools/errors.ts'
import { siteUrl } from '../../../tools/drafts/site_url.ts'

describe('the address of a product', () => {
  it.each([
    ['https://tide.test', 'https://tide.test/', 'tide.test', false],
    ['tide.test', 'https://tide.test/', 'tide.test', true],
    ['  tide.test/  ', 'https://tide.test/', 'tide.test', true],
    ['//tide.test', 'https://tide.test/', 'tide.test', true],
    ['http://tide.test', 'http://tide.test/', 'tide.test', false],
    ['HTTPS://WWW.Tide.Test/', 'https://www.tide.test/', 'tide.test', false],
    ['https://tide.test/index.html', 'https://tide.test/index.html', 'tide.test', false],
    ['https://tide.test/app/', 'https://tide.test/app/', 'tide.test/app', false],
    ['https://tide.test/app', 'https://tide.test/app', 'tide.test/app', false],
    ['https://tide.test/app/index.php', 'https://tide.test/app/index.php', 'tide.test/app', false],
    ['https://tide.test/#pricing', 'https://tide.test/', 'tide.test', false],
    ['https://tide.test/?utm_source=mail&gclid=1', 'https://tide.test/', 'tide.test', false],
    ['https://store.test/app?id=7', 'https://store.test/app?id=7', 'store.test/app?id=7', false],
    ['https://tide.test:443/', 'https://tide.test/', 'tide.test', false],
    ['https://tide.test./', 'https://tide.test/', 'tide.test', false],
    ['bücher.test', 'https://xn--bcher-kva.test/', 'xn--bcher-kva.test', true],
    ['https://例え.テスト/', 'https://xn--r8jz45g.xn--zckzah/', 'xn--r8jz45g.xn--zckzah', false],
    ['TIDE。test', 'https://tide.test/', 'tide.test', true],
  ])('%s', (given, url, url_key, bare) => {
    expect(siteUrl(given)).toEqual({ url, url_key, bare })
  })

  it.each([
    'nonsense',
    'localhost',
    'http://localhost:3000',
    'https://tide.test:8443/',
    'ftp://tide.test/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,hello',
    'mailto:ana@tide.test',
    'https://user:secret@tide.test/',
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'https://1.1.1.1/',
    'https://',
    'https://.test/',
    'two words',
    'https://tide',
  ])('refuses %s', (given) => {
    expect(() => siteUrl(given)).toThrow(Refusal)
    try {
      siteUrl(given)
    } catch (error) {
      expect((error as Refusal).errors[0]).toMatchObject({ pointer: '/url', code: 'not_a_website' })
    }
  })
})
