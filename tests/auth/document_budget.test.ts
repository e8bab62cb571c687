// Strangers choose which client documents are fetched. None of them may use up what is there for everybody.
import { describe, expect, it } from 'vitest'
import { openClientDocuments } from '../../auth/client_document.ts'
import type { Outbound } from '../../outbound.ts'
import { openHttpsSite } from '../support/https_site.ts'
import { authorizePath, callback, pkce } from '../support/oauth_client.ts'
import { openBrowser } from '../support/people.ts'
import { startService, thursday } from '../support/service.ts'

/** An internet on which every address is a right document; it counts how often each was fetched. */
function openDocuments() {
  const fetched: string[] = []
  const waiting: (() => void)[] = []
  const known = new Set<string>()
  let isSlow = false
  const outbound: Pick<Outbound, 'fetch'> = {
    async fetch({ url }) {
      fetched.push(url)
      if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
      const document = { client_id: url, client_name: 'Claude', redirect_uris: [callback] }
      const body = new TextEncoder().encode(JSON.stringify(document))
      const headers = { 'content-type': 'application/json', 'cache-control': 'max-age=86400' }
      return { url, status: 200, headers, body, was_cut: false }
    },
  }
  const documentsFor = openClientDocuments(outbound as Outbound, async (client_id) => known.has(client_id))
  const at = (minute: number) => new Date(thursday.getTime() + minute * 60_000)
  return {
    fetched,
    known,
    slow: (slow: boolean) => {
      isSlow = slow
      for (const resolve of waiting.splice(0)) resolve()
    },
    /** Whether the caller is given the document in this minute. */
    ask: (caller: string, url: string, minute = 0) =>
      documentsFor(caller)
        .client(url, at(minute))
        .then(
          () => true,
          () => false,
        ),
  }
}
const addresses = (count: number, name: string) =>
  Array.from({ length: count }, (_, number) => `https://${name}-${number}.test/client.json`)

describe('the budget of document fetches', () => {
  it('is left to others when one caller has used up a part, and is bounded for all together', async () => {
    const { ask, fetched } = openDocuments()
    for (const url of addresses(40, 'mallory')) await ask('203.0.113.1', url)
    expect(fetched).toHaveLength(20)
    expect(await ask('203.0.113.2', 'https://claude.test/client.json')).toBe(true)
    for (let caller = 3; caller < 13; caller += 1)
      for (const url of addresses(20, `caller-${caller}`)) await ask(`203.0.113.${caller}`, url)
    expect(fetched).toHaveLength(120)
    expect(await ask('203.0.113.1', 'https://next.test/client.json', 1)).toBe(true)
  })

  it('has a reserve for clients that people use, which none of it all can spend', async () => {
    const { ask, fetched, known, slow } = openDocuments()
    const used = 'https://victim.test/client.json'
    known.add(used)
    slow(true)
    const held: Promise<boolean>[] = []
    for (let caller = 0; caller < 3; caller += 1)
      held.push(...addresses(20, `slow-${caller}`).map((url) => ask(`198.51.100.${caller}`, url)))
    const first = ask('203.0.113.2', used)
    await Promise.resolve()
    slow(false)
    expect(await first).toBe(true)
    expect((await Promise.all(held)).filter(Boolean)).toHaveLength(24)
    for (let caller = 3; caller < 20; caller += 1)
      for (const url of addresses(20, `caller-${caller}`)) await ask(`203.0.113.${caller}`, url, 1)
    for (let caller = 0; caller < 3; caller += 1)
      for (let number = 0; number < 10; number += 1)
        await ask(`198.51.100.${caller}`, `https://victim.test/client-${caller}-${number}.json`, 1)
    expect(fetched).toHaveLength(24 + 1 + 120)
    expect(await ask('203.0.113.3', 'https://victim.test/other.json', 1)).toBe(false)
    known.add('https://victim.test/other.json')
    expect(await ask('203.0.113.3', 'https://victim.test/other.json', 1)).toBe(true)
  })

  it('of one host is half gone when one caller has had enough of it', async () => {
    const { ask, fetched } = openDocuments()
    for (let number = 0; number < 20; number += 1)
      await ask('203.0.113.1', `https://victim.test/client-${number}.json`)
    expect(fetched).toHaveLength(10)
    expect(await ask('203.0.113.2', 'https://victim.test/client.json')).toBe(true)
  })

  it('is twenty from one host, whoever asks', async () => {
    const { ask, fetched } = openDocuments()
    for (let number = 0; number < 30; number += 1)
      await ask(`203.0.113.${number}`, `https://victim.test/client-${number}.json`)
    expect(fetched).toHaveLength(20)
  })

  it("is not held up by one caller's slow documents", async () => {
    const { ask, slow } = openDocuments()
    slow(true)
    const held = addresses(40, 'slow').map((url) => ask('203.0.113.1', url))
    const other = ask('203.0.113.2', 'https://claude.test/client.json')
    slow(false)
    expect(await other).toBe(true)
    expect((await Promise.all(held)).filter(Boolean)).toHaveLength(20)
  })

  it('is not spent on what people use: the document used longest ago is forgotten first', async () => {
    const { ask, fetched } = openDocuments()
    const used = 'https://claude.test/client.json'
    for (let minute = 0; minute < 30; minute += 1) {
      expect(await ask('203.0.113.2', used, minute)).toBe(true)
      for (const url of addresses(20, `flood-${minute}`)) await ask('203.0.113.1', url, minute)
    }
    expect(fetched.filter((url) => url === used)).toHaveLength(1)
    // The oldest of the flood did not stay.
    await ask('203.0.113.3', 'https://flood-0-0.test/client.json', 31)
    expect(fetched.filter((url) => url.includes('flood-0-0.'))).toHaveLength(2)
  })

  it('is not spent on keeping strangers: what people use is forgotten last', async () => {
    const { ask, fetched, known } = openDocuments()
    const used = 'https://claude.test/client.json'
    known.add(used)
    await ask('203.0.113.2', used)
    for (let minute = 0; minute < 30; minute += 1)
      for (const url of addresses(20, `flood-${minute}`)) await ask('203.0.113.1', url, minute)
    expect(await ask('203.0.113.2', used, 31)).toBe(true)
    expect(fetched.filter((url) => url === used)).toHaveLength(1)
  })

  it('is counted for the address that a page or an endpoint was asked from', async () => {
    const site = await openHttpsSite()
    const service = await startService({ outside: site.outside })
    const browser = openBrowser(service)
    const ask = async (number: number) => {
      const path = `/client-${number}.json`
      const origin = site.origin.replace('//', `//host-${number % 3}.`)
      site.serveJson(path, { client_id: origin + path, client_name: 'x', redirect_uris: [callback] })
      return (await browser.get(authorizePath(origin + path, pkce().challenge))).text.includes('Too many')
    }
    const refused: boolean[] = []
    for (let number = 0; number < 24; number += 1) refused.push(await ask(number))
    expect(refused).toEqual([...Array(20).fill(false), ...Array(4).fill(true)])
    await service.close()
    await site.close()
  })
})
