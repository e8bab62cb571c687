// Who may come in: people of the team with their own session, through forms made for them. For all others nothing is there.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { teamPages } from '../../../http/site/routes.ts'
import { catalog } from '../../../tools/catalog.ts'
import { openDesk, type Desk } from '../../support/desk.ts'
import { openClient } from '../../support/oauth_client.ts'
import { bearer, keyFor, openBrowser, type Browser } from '../../support/people.ts'
import { connectMcp } from '../../support/service.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.service.close())

const filled = (path: string) => path.replace(/:\w+/g, '1')
const reads = teamPages.map(({ path }) => filled(path))
const writes = teamPages.flatMap(({ posts }) => Object.keys(posts)).map(filled)

describe('the pages of the team', () => {
  it('are all below /team, and there are many', () => {
    expect([...reads, ...writes].filter((path) => !/^\/team(\/|$)/.test(path))).toEqual([])
    expect(reads.length).toBeGreaterThan(5)
    expect(writes.length).toBeGreaterThan(5)
  })

  it('are not there for strangers, members and tokens, whatever is sent to them', async () => {
    const { service, ana } = desk
    const { key } = await keyFor(service, 'tove@team.example')
    const others: [string, Browser, Record<string, string>][] = [
      ['a stranger', openBrowser(service), {}],
      ['an owner', ana, {}],
      ['a key of somebody on the team', openBrowser(service), bearer(key)],
    ]
    for (const [who, browser, headers] of others) {
      for (const path of reads)
        expect([who, path, (await browser.get(path, headers)).status]).toEqual([who, path, 404])
      for (const path of writes) {
        const { status } = await browser.post(path, { id: '1', reason: 'Because I can' }, headers)
        expect([who, path, status]).toEqual([who, path, 404])
      }
    }
    expect((await service.storage.team.done({ limit: 1, offset: 0 })).total).toBe(0)
  })

  it('take no form of the team without its seal, with the seal of another form, or from another site', async () => {
    const { service, tove } = desk
    const other = new URLSearchParams((await tove.get('/account')).text)
    expect(other.size).toBeGreaterThan(0)
    for (const path of writes) {
      const forged = [
        await tove.post(path, { id: '1', reason: 'Because I can' }),
        await tove.post(path, { id: '1', seal: 'x'.repeat(43) }),
        await tove.post(path, { id: '1' }, { origin: 'https://evil.example' }),
        await tove.post(path, { id: '1' }, { origin: null }),
      ]
      expect([path, ...forged.map(({ status }) => status)]).toEqual([path, 403, 403, 403, 403])
    }
    expect((await service.storage.team.done({ limit: 1, offset: 0 })).total).toBe(0)
  })

  it('are read by the team, never kept, and never framed', async () => {
    for (const path of reads.filter((one) => !one.endsWith('/1'))) {
      const seen = await desk.tove.get(path)
      expect([path, seen.status, seen.headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
      expect(seen.headers.get('x-frame-options')).toBe('DENY')
      expect([path, seen.text.match(/<h1[\s>]/g)?.length]).toEqual([path, 1])
      expect(seen.text).not.toMatch(/ style=|<script>|onclick=/)
    }
  })

  it('are named in the header for the team alone', async () => {
    expect((await desk.tove.get('/')).text).toContain('href="/team"')
    for (const browser of [desk.ana, openBrowser(desk.service)])
      expect((await browser.get('/')).text).not.toContain('href="/team"')
  })

  it('close the moment the role is taken away', async () => {
    const { service, tove } = desk
    await service.storage.write(({ users }) => users.setRole('tove@team.example', 'member'))
    expect((await tove.get('/team')).status).toBe(404)
    await service.storage.write(({ users }) => users.setRole('tove@team.example', 'team'))
    expect((await tove.get('/team')).status).toBe(200)
  })
})

describe('an action', () => {
  it('is no operation: neither the catalogue, nor REST, nor MCP knows its name', async () => {
    const root = fileURLToPath(new URL('../../../', import.meta.url))
    const files = readdirSync(join(root, 'tools'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => relative(root, join(root, 'tools', path)))
    const texts = files.map((path) => readFileSync(join(root, path), 'utf8'))
    const actions = texts.flatMap((text) =>
      [...text.matchAll(/define(?:Team)?Action\(\{\s*(?:\.\.\.\{ )?name: '(\w+)'/g)].map(
        (match) => match[1]!,
      ),
    )
    expect(actions.length).toBeGreaterThan(5)
    expect(new Set(actions).size).toBe(actions.length)
    expect(catalog.filter(({ name }) => actions.includes(name))).toEqual([])
    // No operation reaches for them either.
    const operations = texts.filter((text) => text.includes('export default defineTool('))
    expect(operations.filter((text) => /from '.*\/(team\/|action\.ts')/.test(text))).toEqual([])
    const { key } = await keyFor(desk.service, 'tove@team.example')
    const client = await connectMcp(desk.service, bearer(key))
    for (const name of actions) {
      const called = await client.callTool({ name, arguments: { listing_id: desk.tide } }).then(
        ({ isError }) => isError === true,
        () => true,
      )
      expect([name, called]).toEqual([name, true])
      const posted = await desk.service.fetch(`/api/v1/team/${name}`, {
        method: 'POST',
        headers: bearer(key),
      })
      expect([name, posted.status]).toEqual([name, 404])
    }
    await client.close()
  })
})

describe('ending the access of somebody', () => {
  it('ends their sessions, API keys and applications at once, and is recorded', async () => {
    const { service, tove } = desk
    const { user_id, key } = await keyFor(service, 'rogue@tide.example')
    const client = await openClient(service, { email: 'rogue@tide.example' })
    const { access_token, refresh_token } = await client.tokens()
    const answers = async () => [
      (await service.fetch('/api/v1/me', { headers: bearer(key) })).status,
      (await service.fetch('/api/v1/me', { headers: bearer(access_token) })).status,
      (await client.browser.get('/account/keys')).status,
    ]
    expect(await answers()).toEqual([200, 200, 200])

    const page = await tove.get(`/team/people/${user_id}`)
    expect((await tove.submit(page, `/team/people/${user_id}/access`)).status).toBe(303)
    expect(await answers()).toEqual([401, 401, 303])
    expect((await client.refresh(refresh_token)).status).toBe(400)
    const [done] = (await service.storage.team.done({ limit: 1, offset: 0 })).items
    expect(done!.action).toMatchObject({
      ...{ action: 'end_access', about_id: String(user_id), user_id: desk.tove_id },
    })
  })
})
