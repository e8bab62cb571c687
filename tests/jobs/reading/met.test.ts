// Each thing that stands at an address instead of a website is told as what it is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSite } from '../../../jobs/reading/read_site.ts'
import { SiteUnreadable } from '../../../jobs/reading/visitor.ts'
import { openOutbound, type Outbound } from '../../../outbound.ts'
import { failureOf } from '../../../tools/drafts/failures.ts'
import { openOutside, pages, type Host, type Outside } from '../../support/outside.ts'
import { sharedThread } from '../../support/shared_thread.ts'

let outside: Outside
let outbound: Outbound
beforeAll(async () => {
  outside = await openOutside()
  outbound = openOutbound(outside.options)
})
afterAll(async () => {
  await outbound.close()
  await outside.close()
})

async function read(url: string, host: Host) {
  outside.hosts.set(new URL(url).hostname, host)
  const { signal } = new AbortController()
  const clock = () => new Date(0)
  const crawl = {
    outbound,
    thread: sharedThread,
    clock,
    signal,
    public_url: 'https://launch.test',
    pace_ms: 0,
  }
  return readSite({ url, bare: false }, crawl)
}
const met = async (url: string, host: Host) =>
  read(url, host).then(
    () => 'read',
    (error: unknown) => (error instanceof SiteUnreadable ? error.reason : String(error)),
  )

describe('what stands there instead of a website', () => {
  it.each<[string, string]>([
    ['<title>Just a moment...</title><h1>tide.test</h1><p>Verifying you are human.</p>', 'bot_wall'],
    ['<title>Sign in</title><form><input type="password"></form>', 'login_wall'],
    ['<title>tide.test</title><h1>This domain is for sale</h1>', 'parked'],
    ['<title>Oops</title><h1>Account Suspended</h1><p>Contact your hosting provider.</p>', 'suspended'],
    ['<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1>', 'server_default'],
    ['<title>Index of /</title><h1>Index of /</h1><pre><a href="a.zip">a.zip</a></pre>', 'directory_listing'],
    ['<title>Page not found</title><h1>404</h1>', 'soft_404'],
    ['<html><body></body></html>', 'empty'],
    ['<meta http-equiv="refresh" content="0; url=/more">', 'refresh_loop'],
  ])('%s is told as %s', async (body, reason) => {
    const host = pages({ '/': body, '/more': '<meta http-equiv="refresh" content="0; url=/most">' })
    expect(await met('https://instead.test/', host)).toBe(reason)
    expect(failureOf(reason).message).not.toBe(failureOf('unheard of').message)
  })

  it('is no challenge where a page is long, whatever it speaks of', async () => {
    const words = `<title>Tide</title><h1>Tide</h1><p>${'Tide keeps parked domains and suspended accounts in view. '.repeat(40)}`
    expect((await read('https://wordy.test/', pages({ '/': words }))).pages).toHaveLength(1)
  })

  it('may be a guard that refuses, or a page that opens soon', async () => {
    const guard = {
      status: 403,
      headers: { 'content-type': 'text/html', 'cf-mitigated': 'challenge' },
      body: 'no',
    }
    expect(await met('https://guarded.test/', pages({ '/': guard }))).toBe('bot_wall')
    const soon = await read('https://soon.test/', pages({ '/': '<title>Tide</title><h1>Coming soon</h1>' }))
    expect(soon.notices).toEqual(['coming_soon'])
  })
})
