import { expect, it } from 'vitest'
import { cameFrom } from '../../../http/site/visit.ts'

const public_url = 'https://launch.test'

it.each([
  ['https://launch.test/listings/tide?tab=2', '/listings/tide?tab=2'],
  ['https://launch.test//evil.test/x', '/'],
  ['https://launch.test/\\evil.test/x', '/'],
  ['https://evil.test/listings/tide', '/otherwise'],
  ['', '/otherwise'],
])('from %j it leads back to %s', (referer, back) => {
  const request = new Request(public_url, { headers: { referer } })
  expect(cameFrom({ request, public_url }, '/otherwise')).toBe(back)
})
