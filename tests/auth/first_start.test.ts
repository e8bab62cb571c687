// The programs as a newcomer and an operator use them: the first link, a key on the command line, a link and a role.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bearer, openBrowser } from '../support/people.ts'
import { admin, newFolder, startServer } from '../support/programs.ts'

const folder = newFolder()
let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => void (server = await startServer(folder.path)))
afterAll(async () => {
  await server.stop()
  folder.remove()
})

async function follow(link: URL) {
  const browser = openBrowser(server)
  const done = await browser.submit(await browser.get(link.pathname + link.search), '/sign-in/link')
  expect([done.status, done.location]).toEqual([303, '/account'])
  return browser
}
const printedLink = () => /http:\/\/\S+\/sign-in\/link\?token=\S+/.exec(server.told())?.[0]

it('prints one link that makes whoever starts an empty service one of the site team', async () => {
  await expect.poll(printedLink).toBeDefined()
  await follow(new URL(printedLink()!))
  const { out } = await admin(folder.path, 'user', 'list')
  expect(out).toMatch(/^\d+\tteam\tteam@localhost\.localdomain\t/m)
})

it('makes a key beside the running service, alone on standard output', async () => {
  const { out, code } = await admin(
    folder.path,
    'api-key',
    'create',
    '--email',
    'ana@tide.example',
    '--scopes',
    'account:read',
  )
  expect([code, out]).toEqual([0, expect.stringMatching(/^lk_[\w-]{43}\n$/)])
  const answer = await fetch(`${server.url}/api/v1/me`, { headers: bearer(out.trim()) })
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.objectContaining({ email: 'ana@tide.example' }),
  ])
})

it('makes a link beside the running service, and refuses with a sentence', async () => {
  const { out } = await admin(folder.path, 'sign-in-link', 'ana@tide.example')
  const browser = await follow(new URL(out.trim()))
  expect((await browser.get('/account')).text).toContain('ana@tide.example')
  const role = await admin(folder.path, 'user', 'role', 'nobody@tide.example', 'team')
  expect([role.code, role.err]).toEqual([
    1,
    'No user has the address nobody@tide.example. "sign-in-link EMAIL" makes an account.\n',
  ])
})

it('prints no link where somebody else has been', async () => {
  await server.stop()
  server = await startServer(folder.path)
  expect(printedLink()).toBeUndefined()
})
