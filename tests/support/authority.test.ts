import { createSecureContext } from 'node:tls'
import { expect, it } from 'vitest'
import { openAuthority } from './authority.ts'

it('a certificate can be used whatever its length, also where it ends with a full line', () => {
  const authority = openAuthority()
  const filled = new Set<boolean>()
  for (let length = 1; length <= 60; length += 1) {
    const { certificate, key } = authority.issue('a'.repeat(length))
    const last = certificate.split('\n').at(-3)!
    filled.add(last.length === 64)
    expect(() => createSecureContext({ cert: certificate, key }), `${length}`).not.toThrow()
  }
  expect(filled).toEqual(new Set([true, false]))
})
