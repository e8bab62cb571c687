// What one process has promised, another keeps: two services on one file are two processes to each other.
import { digest } from '../../auth/secrets.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClient, postForm } from '../support/oauth_client.ts'
import { bearer } from '../support/people.ts'
import { startService, type Service } from '../support/service.ts'

let one: Service
let other: Service
let client: Awaited<ReturnType<typeof openClient>>
beforeAll(async () => {
  one = await startService()
  // Before there is another one that might carry the mailed link away.
  client = await openClient(one)
  other = await startService({ beside: one })
})
afterAll(async () => {
  await other.close()
  await one.close()
})

const refresh = (service: Service, refresh_token: string) =>
  postForm(service, '/token', {
    grant_type: 'refresh_token',
    refresh_token,
    client_id: client.client_id,
  })
const me = async (service: Service, token: string) =>
  (await service.fetch('/api/v1/me', { headers: bearer(token) })).status

describe('a refresh token shown to two processes', () => {
  it('at the same moment has one successor, twenty times over, and no family ends', async () => {
    let { refresh_token } = await client.tokens()
    for (let round = 0; round < 20; round += 1) {
      const given = refresh_token
      const answers = await Promise.all([one, other, one, other].map((service) => refresh(service, given)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      refresh_token = answers[0]!.body.refresh_token
      expect(await me(other, answers[0]!.body.access_token)).toBe(200)
    }
  })

  it('has the same successor at one that was started only then', async () => {
    const { refresh_token } = await client.tokens()
    const first = await refresh(one, refresh_token)
    const later = await startService({ beside: one })
    expect((await refresh(later, refresh_token)).body).toEqual(first.body)
    await later.close()
  })

  it('ends its family when the successor was used at either', async () => {
    const { refresh_token } = await client.tokens()
    const second = await refresh(one, refresh_token)
    const third = await refresh(other, second.body.refresh_token)
    expect((await refresh(one, refresh_token)).body.error).toBe('invalid_grant')
    expect(await me(other, third.body.access_token)).toBe(401)
  })

  it('is forgotten together with its answer when the minute is over', async () => {
    const { refresh_token } = await client.tokens()
    await refresh(one, refresh_token)
    const after = new Date(one.clock.now.getTime() + 61_000)
    const kept = () => one.storage.oauth.findRepeat(digest(refresh_token))
    expect((await kept())?.answer).not.toContain('lr_')
    await one.storage.write(({ oauth }) =>
      oauth.sweep(after.toISOString(), '2000-01-01T00:00:00.000Z', '2000-01-01T00:00:00.000Z'),
    )
    expect(await kept()).toBeUndefined()
  })
})
