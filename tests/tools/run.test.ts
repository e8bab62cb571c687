// What every operation asks of its caller before it reads a word of the input. The doors ask too, to say it in the words of
// their protocol; a door to come, or one that forgets, must find it asked here.
import { expect, it } from 'vitest'
import { scopes, type Scope } from '../../auth/scopes.ts'
import { catalog } from '../../tools/catalog.ts'
import { run } from '../../tools/run.ts'

const guarded = catalog.flatMap((tool) =>
  tool.scope === 'public' ? [] : [{ tool, name: tool.name, scope: tool.scope }],
)
const unread = new Proxy(
  {},
  {
    get: () => expect.unreachable('The input or the storage was looked at.'),
    ownKeys: () => expect.unreachable('The input was looked at.'),
  },
)
const asking = (held: readonly Scope[] | null) =>
  ({ storage: unread, caller: held && { user_id: 1, scopes: held } }) as never

it.each(guarded)('$name is refused to nobody, and to whoever lacks $scope', async ({ tool, scope }) => {
  const others = scopes.filter((one) => one !== scope)
  await expect(run(tool, unread, asking(null))).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(run(tool, unread, asking([]))).rejects.toMatchObject({ code: 'insufficient_scope' })
  await expect(run(tool, unread, asking(others))).rejects.toMatchObject({ code: 'insufficient_scope' })
})
