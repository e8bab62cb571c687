import { expect, it } from 'vitest'
import { accountAddress } from '../../tools/accounts.ts'

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
] as const)('an account at %s given as %j is %j', (platform, text, address) => {
  expect(accountAddress(platform, text)).toBe(address)
})
