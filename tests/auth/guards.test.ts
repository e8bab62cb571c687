// Taking every guard away takes an hour (remove_guards.ts). That each can still be found takes a moment.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { guards, placesOf, testFiles } from './every_guard.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('every guard stands once where its removal is tried', () => {
  const lost = guards.filter((guard) => !existsSync(join(root, guard.file)) || placesOf(guard, root) !== 1)
  expect(lost.map(({ name, file }) => `${file}: ${name}`)).toEqual([])
})

it('every guard has a name of its own, and a test that is there', () => {
  const names = guards.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(Object.values(testFiles).filter((file) => !existsSync(join(root, file)))).toEqual([])
})
