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
    ['https://tide.test/?x=1', 'https://tide.test/', 'tide.test', false],
    ['https://tide.test/index.html?x=1', 'https://tide.test/index.html', 'tide.test', false],
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
    ['nonsense', 'by its domain'],
    ['localhost', 'by its domain'],
    ['http://localhost:3000', 'by its domain'],
    ['localhost:3000', 'by its domain'],
    ['https://tide.test:8443/', 'port'],
    ['tide.test:8443', 'port'],
    ['ftp://tide.test/', 'begin with https://'],
    ['file:///etc/passwd', 'begin with https://'],
    ['javascript:alert(1)', 'begin with https://'],
    ['data:text/html,hello', 'begin with https://'],
    ['mailto:ana@tide.test', 'begin with https://'],
    ['ana@tide.test', 'give the address of the website alone'],
    ['https://user:secret@tide.test/', 'give the address of the website alone'],
    ['http://127.0.0.1/', 'by its domain'],
    ['http://[::1]/', 'by its domain'],
    ['http://2130706433/', 'by its domain'],
    ['http://0x7f.1/', 'by its domain'],
    ['https://1.1.1.1/', 'by its domain'],
    ['https://', 'the address of a website'],
    ['https://.test/', 'by its domain'],
    ['two words', 'the address of a website'],
    ['https://tide', 'by its domain'],
  ])('refuses %s and says what is wrong with it', (given, words) => {
    expect(() => siteUrl(given)).toThrow(Refusal)
    try {
      siteUrl(given)
    } catch (error) {
      expect((error as Refusal).errors[0]).toMatchObject({ pointer: '/url', code: 'not_a_website' })
      expect((error as Refusal).message).toContain(words)
    }
  })
})
