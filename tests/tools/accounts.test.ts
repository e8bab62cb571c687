import { expect, it } from 'vitest'
import { accountAddress, accountAdvice } from '../../tools/accounts.ts'

it.each([
  ['x', '@tide', 'https://x.com/tide'],
  ['x', 'tide', 'https://x.com/tide'],
  ['youtube', '@tide', 'https://www.youtube.com/@tide'],
  ['instagram', 'tide.app', 'https://www.instagram.com/tide.app'],
  ['github', 'github.com/tide', 'https://github.com/tide'],
  ['website', 'tide.test', 'https://tide.test'],
  ['x', ' https://x.com/tide ', 'https://x.com/tide'],
  ['x', '', ''],
  // Whose account, a company's or a person's, a name alone does not say.
  ['linkedin', '@tide', null],
  ['reddit', 'tide', null],
  ['website', '@tide', null],
  ['custom', 'tide', null],
  ['x', 'not a name', null],
  ['x', 'javascript:alert(1)', null],
  ['x', '@tide/../../evil', null],
  ['github', 'https://user:word@github.com/tide', null],
  // An account stands on its network's host, and a website anywhere.
  ['linkedin', 'https://evil.example/x', null],
  ['linkedin', 'https://linkedin.com.evil.example/x', null],
  ['linkedin', 'https://de.linkedin.com/company/tide', 'https://de.linkedin.com/company/tide'],
  ['x', 'evil.example/tide', null],
  ['x', 'https://twitter.com/tide', 'https://twitter.com/tide'],
  ['pinterest', 'https://www.pinterest.de/tide', 'https://www.pinterest.de/tide'],
  ['medium', 'https://blog.tide.test', 'https://blog.tide.test'],
  ['custom', 'https://evil.example/x', 'https://evil.example/x'],
] as const)('an account at %s given as %j is %j', (platform, text, address) => {
  expect(accountAddress(platform, text)).toBe(address)
})

it.each([
  ['x', 'Give the address of the account on x, beginning with https://, or its name there, such as @acme.'],
  ['linkedin', 'Give the whole address of the account on linkedin, beginning with https://.'],
  ['website', 'Give the whole address of the account, beginning with https://.'],
] as const)('an account at %s that is none is asked for by what would do', (platform, advice) => {
  expect(accountAdvice(platform)).toBe(advice)
})
