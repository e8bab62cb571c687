// What people see of the ledger: the page that explains it, the week's page, and what became of their own votes.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sealWeek } from '../../../tools/ledger/seal.ts'
import { openBrowser, signIn } from '../../support/people.ts'
import { startService, type Service } from '../../support/service.ts'
import { fillTown } from '../../support/town.ts'
import { cast, votedBy, withdraw } from '../../support/votes.ts'
import { about, close, launches, over } from '../../support/weeks.ts'

const week = '2026-11-30'
let service: Service
beforeAll(async () => {
  service = await startService({ fill: fillTown })
  const [first, second] = await launches(service, 3, week)
  await votedBy(service, first!, 4, `${week}T08:00:00.000Z`)
  await votedBy(service, second!, 2, `${week}T08:00:00.000Z`)
})
afterAll(() => service.close())

it('tells a voter what counts so far, then what was counted, and gives a receipt to nobody else', async () => {
  service.clock.now = new Date(`${week}T06:00:00.000Z`)
  await signIn(service, 'vera@voter.example')
  const user_id = (await service.storage.users.byEmail('vera@voter.example'))!.id
  service.clock.now = new Date(`${week}T10:00:00.000Z`)
  for (const n of [0, 1]) expect(await cast(service, user_id, `w-${week}-${n}`)).toBe('done')
  expect(await withdraw(service, user_id, `w-${week}-1`)).toBe('done')
  let { browser } = await signIn(service, 'vera@voter.example')
  const open = (await browser.get('/account/votes')).text
  expect(open).toContain('Counts so far, weight 1')
  expect(open).toContain('Does not count so far: you took it back')
  expect(open).not.toContain('tlog-proof')
  // The same stands under the row that was voted for, and under no other.
  const told = async () =>
    [...(await browser.get(`/weeks/${week}`)).text.matchAll(/<p class="receipt[^>]*>.*?<b>(.*?)<\/b>/gs)].map(
      ([, said]) => said,
    )
  expect(await told()).toEqual(['Counts so far, weight 1.'])
  const { id } = (await service.storage.listings.standing(1, `w-${week}-0`))!
  const mine = (await service.storage.votes.of(id, user_id))!
  await service.storage.write(({ votes }) => votes.weigh([mine.id], 'newcomers'))
  expect((await told())[0]).toContain('Does not count so far: it was a first vote')
  await service.storage.write(({ votes }) => votes.weigh([mine.id], null))
  expect((await browser.get('/ledger')).text).toContain('begins when the first week closes')
  // The week closes, and a moment later it is signed.
  await close(service, week)
  expect((await browser.get('/account/votes')).text).toContain('Its line is being signed')
  await sealWeek(service.storage, over(week), about(week, service))
  service.clock.now = about(week, service).now
  ;({ browser } = await signIn(service, 'vera@voter.example'))
  const { text } = await browser.get('/account/votes')
  expect(text).toContain('Counted, weight 1.')
  const links = [...text.matchAll(/href="(\/account\/votes\/\d+\.tlog-proof)"/g)].map((match) => match[1]!)
  expect(links).toHaveLength(2)
  const receipt = await browser.get(links[0]!)
  expect([receipt.status, receipt.text.split('\n', 1)[0]]).toEqual([200, 'c2sp.org/tlog-proof@v1'])
  const stranger = (await signIn(service, 'eve@voter.example')).browser
  expect((await stranger.get(links[0]!)).status).toBe(404)
  expect((await openBrowser(service).get(links[0]!)).status).toBe(303)
  expect((await stranger.get('/account/votes')).text).toContain('You have not voted yet')
})

it('tells a new account which of its votes wait, and until when', async () => {
  const { browser } = await signIn(service, 'nora@voter.example')
  const user_id = (await service.storage.users.byEmail('nora@voter.example'))!.id
  expect(await cast(service, user_id, `w-${week}-2`)).toBe('done')
  const { text } = await browser.get('/account/votes')
  expect(text).toContain('Waits until 01:00 UTC, when your account is an hour old.')
  // The heading of the list that is sorted by time is none of theirs.
  expect(text.indexOf('Not counted yet</h2>')).toBeGreaterThan(0)
  expect(text).not.toContain('Newest first</h2>')
  expect(text).not.toContain('You have not voted yet')
})

it('the week names its root, and the page of the ledger its files, which are there', async () => {
  const { root } = (await service.storage.ledger.checkpoint(over(week)))!
  const browser = openBrowser(service)
  const pages = await Promise.all([browser.get(`/weeks/${week}`), browser.get('/ledger')])
  for (const { text } of pages) {
    expect(text).toContain(root.slice(0, 20))
    expect(text).toMatch(/<main.*href="\/account\/votes".*<\/main>/s)
    const files = [...text.matchAll(/href="(\/ledger\/[^"]+)"/g)].map((match) => match[1]!)
    expect(files.length).toBeGreaterThanOrEqual(2)
    for (const file of files) expect([file, (await service.fetch(file)).status]).toEqual([file, 200])
  }
  for (const missing of ['2026-11-09.ndjson', '999999.tlog-proof', 'secret', '../keys'])
    expect((await service.fetch(`/ledger/main/${missing}`)).status, missing).toBe(404)
  expect((await service.fetch('/ledger/other/checkpoint')).status).toBe(404)
  expect(await (await service.fetch('/feeds/awards.json')).text()).toContain(`Root of the ledger: ${root}`)
  expect(pages[1]!.text).toContain('could still invent voters')
})

it('the page of an award leads to its line, and to the proof that it is in the ledger', async () => {
  const { id } = (await service.storage.listings.standing(1, `w-${week}-0`))!
  const [award] = await service.storage.awards.ofListing(1, id)
  const browser = openBrowser(service)
  const { text } = await browser.get(`/awards/${award!.id}`)
  const [, path, line] = /href="(\/ledger\/main\/(\d+)\.tlog-proof)"/.exec(text)!
  const [, extra] = /^extra (.*)$/m.exec(await (await service.fetch(path!)).text())!
  const { leaf } = JSON.parse(Buffer.from(extra!, 'base64').toString()) as { leaf: string }
  expect(JSON.parse(leaf)).toMatchObject({ t: 'award', award: award!.id, period: week, place: 1 })
  expect((await browser.get(`/awards/${award!.id}.md`)).text).toContain(`Ledger: [line ${line}](`)
  // What has no line yet claims none.
  await service.storage.write(({ weeks }) =>
    weeks.award({ site_id: 1, week, period: week, place: 4, listing_id: id, votes: 1 }),
  )
  const unsaid = (await service.storage.awards.ofListing(1, id)).find(({ place }) => place === 4)!
  const without = (await browser.get(`/awards/${unsaid.id}`)).text
  expect(without).toMatch(/It is in our\s+records\./)
  expect(without).not.toContain('tlog-proof')
})

it('the page tells a command that adds up the last week', async () => {
  const browser = openBrowser(service)
  const asked = `/ledger/main/${week}.ndjson | jq &#39;select(.weight == 1).listing&#39;`
  expect((await browser.get('/ledger')).text).toContain(asked)
  expect((await browser.get('/ledger.md')).text).toContain(asked.replaceAll('&#39;', "'"))
})

it('is found from any page and by machines, and says what every line means and what may be done with it', async () => {
  const browser = openBrowser(service)
  expect((await browser.get('/about')).text).toContain('href="/ledger"')
  expect((await browser.get('/llms.txt')).text).toContain('/ledger.md)')
  const page = (await browser.get('/ledger')).text
  const markdown = (await browser.get('/ledger.md')).text
  const lines = (await browser.get(`/ledger/main/${week}.ndjson`)).text.trimEnd().split('\n')
  const kinds = new Set(lines.map((line) => (JSON.parse(line) as { t: string }).t))
  expect([...kinds].sort()).toEqual(['award', 'key', 'place', 'vote', 'week'])
  for (const kind of kinds) {
    expect(page).toContain(`<dt><code>${kind}</code></dt>`)
    expect(markdown).toContain(`- ${kind}: `)
  }
  for (const text of [page, markdown])
    for (const said of [
      'withdrawn, newcomers, ring or team',
      'revoke',
      'stolen',
      'CC0 1.0',
      'c2sp.org/signed-note',
    ])
      expect(text).toContain(said)
})
