import { describe, expect, it } from 'vitest'
import { isInFile, isInHead, isInTxt, isOfSubject, metaTag, txtNames } from '../../../tools/claims/proof.ts'
import { faultOfAddress, subjectOf, type Site } from '../../../tools/claims/subject.ts'
import { cpu_ms } from '../../support/cpu.ts'

const token = 'a1b2c3'
const tag = metaTag(token)

describe('what has to be proved', () => {
  it.each([
    ['https://tide.example/', 'tide.example', 'tide.example', 'https://tide.example'],
    ['https://www.tide.example/start', 'tide.example', 'tide.example', 'https://www.tide.example'],
    ['http://app.tide.co.uk/', 'tide.co.uk', 'app.tide.co.uk', 'http://app.tide.co.uk'],
    ['https://ana.github.io/tide', 'ana.github.io', 'ana.github.io', 'https://ana.github.io'],
  ])('of %s is %s', (url, domain, host, origin) => {
    expect(subjectOf(url)).toEqual({ kind: 'site', domain, host, origin })
  })

  it.each([
    'https://gitlab.com/ana',
    'https://medium.com/@ana',
    'https://sourceforge.net/projects/tide',
    'http://localhost/',
  ])('is nothing for %s', (url) => expect(subjectOf(url)).toBeNull())

  it('stands at a name of its own, or at the domain', () => {
    expect(txtNames(subjectOf('https://www.tide.example') as Site)).toEqual([
      '_launch-claim.tide.example',
      'tide.example',
    ])
  })
})

it.each([
  [['launch-claim=a1b2c3'], true],
  [['v=spf1 -all', ' "launch-claim=a1b2c3" '], true],
  [['launch-claim=a1b2c34'], false],
  [['launch-claim=A1B2C3'], false],
  [['x launch-claim=a1b2c3'], false],
  [[], false],
])('a TXT record of %j is proof: %s', (records, isProof) => {
  expect(isInTxt(records, token)).toBe(isProof)
})

it.each([
  ['a1b2c3', true],
  ['\ufeff a1b2c3 \r\n', true],
  ['foo\na1b2c3\nbar', false],
  ['a1b2c34', false],
  ['<p>a1b2c3</p>', false],
])('a file of %j is proof: %s', (text, isProof) => {
  expect(isInFile(text, token)).toBe(isProof)
})

describe('a tag in the head of a page', () => {
  it.each([
    `<!doctype html><html><head>${tag}</head>`,
    `\ufeff<!DOCTYPE html>\n<!-- hello --><html lang=en>\n<head>\n<meta charset=utf-8><title>a > b</title>\n${tag}`,
    `<head><script>if (a < b) document.write("</p>")</script><style>a{}</style>${tag}</head>`,
    `<HEAD><META CONTENT='${token}' NAME='Launch-Claim' /></HEAD>`,
    `<head><meta content=${token} name=launch-claim>`,
    `<head><base href="/"><link rel=icon href='a>b'><noscript><p></noscript>${tag}`,
    tag,
    `<!-->${tag}`,
  ])('is proof: %s', (page) => expect(isInHead(page, token)).toBe(true))

  it.each([
    `<head></head><body>${tag}</body>`,
    `<html><body>${tag}`,
    `<head><title>${tag}</title></head>`,
    `<head><script>const comment = '${tag}'</script></head>`,
    `<head><script type="application/json">{"q": "</p>${tag}"}</script></head>`,
    `<head><!-- ${tag} --></head>`,
    `<head><noscript>${tag}</noscript></head>`,
    `<head><template>${tag}</template></head>`,
    `<head><div>${tag}</div></head>`,
    `<head>words ${tag}</head>`,
    `<head><meta name="description" content='${tag}'></head>`,
    `<head><meta name="description" content="launch-claim ${token}"></head>`,
    `<head><meta name="launch-claim" content="${token}4"></head>`,
    `<head><meta name="x" name="launch-claim" content="${token}"></head>`,
    `<head><meta data-name="launch-claim" content="${token}"></head>`,
    `<head><meta name="launch-claim" content="${token}`,
    `<head><script>`,
    `<head><meta a="`,
    '',
  ])('is none where visitors could have put it, or where it says something else: %s', (page) =>
    expect(isInHead(page, token)).toBe(false),
  )

  it('is looked for in one pass, whatever the page is made of', () => {
    const size = 500_000
    const pages = [
      '<',
      '<!--',
      '<meta ',
      '<meta a="',
      '<meta a=\'"',
      '<script>',
      '</head',
      '<meta a=',
      '<meta a ',
      '<link/',
    ]
    const started_ms = cpu_ms()
    for (const part of pages) isInHead(`<head>${part.repeat(size / part.length)}`, token)
    expect(cpu_ms() - started_ms).toBeLessThan(2000)
  })
})

describe('an address as proof', () => {
  const site = subjectOf('https://app.tide.example') as Site
  it.each(['ana@tide.example', 'ANA@Tide.Example', 'ana+claim@app.tide.example'])(
    'takes %s where the site shows it',
    (email) => {
      expect(faultOfAddress(email, site, true)).toBeNull()
      expect(faultOfAddress(email, site, false)).toMatch(/^Must be one that its website shows, o/)
    },
  )
  it.each(['ana@tide.example.com', 'ana@mail.tide.example', 'ana@ide.example', 'tide.example@gmail.com'])(
    'refuses %s',
    (email) => expect(faultOfAddress(email, site, true)).toMatch(/^Must be an address at tide\.example/),
  )
})

it.each([
  ['https://www.tide.example/', true],
  ['http://tide.example/', true],
  ['https://tide.example.evil.test/', false],
  ['https://evil.test/?tide.example', false],
  ['nonsense', false],
])('a redirect to %s stays with the company: %s', (url, stays) => {
  expect(isOfSubject(url, subjectOf('https://tide.example') as Site)).toBe(stays)
})
