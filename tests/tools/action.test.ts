// Who may perform an action: every way to come in beside every kind of action. Only a session on the site gets anywhere.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'
import { defineAction, perform, type Performer } from '../../tools/action.ts'
import { defineTeamAction } from '../../tools/team/action.ts'
import { actionContext } from '../support/actions.ts'
import { startService, type Service } from '../support/service.ts'

let service: Service
let user_id: number
const at = '2026-11-01T00:00:00.000Z'
beforeAll(async () => {
  service = await startService()
  user_id = (await service.storage.write(({ users }) => users.ensure('ann@tide.example', at))).id
})
afterAll(() => service.close())

const answering = <P extends Performer>(by: P) =>
  defineAction({
    ...{ name: 'answer', by, input: z.strictObject({ number: z.int() }) },
    handler: async ({ number }, { caller }) => ({ number, caller: caller as Caller | null }),
  })

describe('an action', () => {
  const callers: [string, Partial<Caller> | null][] = [
    ['nobody', null],
    ...(['session', 'api_key', 'oauth'] as const).flatMap((via) =>
      (['member', 'team'] as const).map((role): [string, Partial<Caller>] => [
        `${role} by ${via}`,
        { via, role },
      ]),
    ),
  ]
  const allowed = {
    anyone: ['nobody', 'member by session', 'team by session'],
    person: ['member by session', 'team by session'],
    team: ['team by session'],
  }
  const table = (Object.keys(allowed) as Performer[]).flatMap((by) =>
    callers.map(([who, caller]) => ({ by, who, caller, may: allowed[by].includes(who) })),
  )

  it.each(table)('of $by is done for $who: $may', async ({ by, caller, may }) => {
    await service.storage.write(({ users }) => users.giveRole(user_id, caller?.role ?? 'member'))
    const context = actionContext(service, caller && { ...caller, user_id })
    const answer = perform(answering(by), { number: 7 }, context)
    if (may) await expect(answer).resolves.toMatchObject({ number: 7, caller: caller && { user_id } })
    else
      await expect(answer).rejects.toMatchObject({
        code: by === 'person' && caller === null ? 'unauthenticated' : 'not_found',
      })
    // A stranger is not even told what the action takes.
    if (!may)
      await expect(perform(answering(by), { number: 'x' }, context)).rejects.not.toMatchObject({
        code: 'invalid_input',
      })
  })

  it('of the team is refused to a role that was taken away while it waited', async () => {
    await service.storage.write(({ users }) => users.giveRole(user_id, 'member'))
    const context = actionContext(service, { user_id, via: 'session', role: 'team' })
    await expect(perform(answering('team'), { number: 7 }, context)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('is refused to an account that was closed while it waited', async () => {
    const context = actionContext(service, { user_id, via: 'session', role: 'member' })
    await service.storage.write(({ users }) => users.close(user_id, at))
    await expect(perform(answering('person'), { number: 7 }, context)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    await service.storage.write(({ users }) => users.close(user_id, null))
  })

  it('of the team is recorded with everything it was done to', async () => {
    await service.storage.write(({ users }) => users.giveRole(user_id, 'team'))
    const wave = defineTeamAction({
      ...{ name: 'wave', input: z.strictObject({}) },
      async handler(_input, { caller }) {
        return [1, 2].map((about_id) => ({
          about: 'person' as const,
          about_id,
          name: `Eve ${caller.user_id}`,
        }))
      },
    })
    const context = actionContext(service, { user_id, via: 'session', role: 'team' })
    await perform(wave, {}, context)
    const { items, total } = await service.storage.team.done({ limit: 10, offset: 0 })
    expect(total).toBe(2)
    expect(items.map(({ action }) => action)).toMatchObject(
      ['2', '1'].map((about_id) => ({ action: 'wave', about: 'person', about_id, user_id, reason: null })),
    )
  })

  it('tells what is wrong with its input, and does nothing', async () => {
    const context = actionContext(service, null)
    await expect(perform(answering('anyone'), { number: '7' }, context)).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ pointer: '/number', message: 'Must be a whole number.' }],
    })
  })

  it('is undone as a whole where its handler fails', async () => {
    const failing = defineAction({
      ...{ name: 'fail', by: 'person', input: z.strictObject({}) },
      async handler(_input, { storage, caller }) {
        await storage.users.giveRole(caller.user_id, 'team')
        throw new Error('later')
      },
    })
    await service.storage.write(({ users }) => users.giveRole(user_id, 'member'))
    const context = actionContext(service, { user_id, via: 'session', role: 'member' })
    await expect(perform(failing, {}, context)).rejects.toThrow('later')
    expect((await service.storage.users.byId(user_id))?.role).toBe('member')
  })

  it('gathers outside of the transaction, before it, and only for whoever may', async () => {
    const steps: string[] = []
    const reaching = defineAction({
      ...{ name: 'reach', by: 'person', input: z.strictObject({}) },
      async gather() {
        steps.push('outside')
        return 'fetched'
      },
      async handler(_input, _context, gathered) {
        steps.push(gathered)
      },
    })
    await expect(perform(reaching, {}, actionContext(service, null))).rejects.toThrow()
    expect(steps).toEqual([])
    await perform(reaching, {}, actionContext(service, { user_id, via: 'session' }))
    expect(steps).toEqual(['outside', 'fetched'])
  })

  it('is refused to an account that was deleted while it waited', async () => {
    const { id } = await service.storage.write(({ users }) => users.ensure('gone@tide.example', at))
    await service.storage.write(({ users }) => users.forget(id, at))
    const context = actionContext(service, { user_id: id, via: 'session' })
    await expect(perform(answering('person'), { number: 7 }, context)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    expect(await perform(answering('anyone'), { number: 7 }, context)).toEqual({ number: 7, caller: null })
  })
})
