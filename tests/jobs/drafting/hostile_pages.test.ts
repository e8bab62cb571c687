// Pages made to take long: what a pattern runs over is bounded, so that a page of megabytes is read in a moment.
import { expect, it } from 'vitest'
import { openDrafter } from '../../../jobs/drafter.ts'
import { readPage } from '../../../jobs/drafting/page/read_page.ts'
import { pack } from '../../../storage/packing.ts'
import { cpu_ms } from '../../support/cpu.ts'
import { sharedThread } from '../../support/shared_thread.ts'

const drafter = openDrafter(null, undefined, sharedThread)
const most_ms = 20_000
const url = 'https://tide.test/'
const fetched_at = '2026-11-19T12:00:00.000Z'

async function timeOf(body: string): Promise<number> {
  const html = `<html><head><title>Tide</title></head><body>${body}</body></html>`
  const begun_ms = cpu_ms()
  await drafter.draft([{ url, html: pack(html), fetched_at }], { start_url: url, categories: [] })
  return cpu_ms() - begun_ms
}

const kin = 'Her brother Ben '
it.each([
  '#',
  ',',
  '.',
  '!',
  ';',
  ':',
  '-',
  '+',
  ')',
  '0',
  '® ',
  "'s",
  '. A',
  'a@',
  'A-v am-',
  kin,
  '市',
  'The first ',
  ', near A',
  'Ana, ',
])('a heading or a line of 100 KB of %j', async (unit) => {
  const run = unit.repeat(100_000 / unit.length)
  for (const text of [run, `${run}x y`])
    for (const body of [`<h1>${text}</h1>`, `<h1>FAQ</h1><h3>${text}?</h3><p>${text}</p>`])
      expect(await timeOf(body)).toBeLessThan(most_ms)
})

it('elements that never end, half a megabyte of them', () => {
  const body = `<p>${'word '.repeat(20)}</p><script>1</script><i title="${'<noscript</b'.repeat(40_000)}"></i>`
  const begun_ms = cpu_ms()
  readPage({ url, html: `<html><body>${body}</body></html>`, fetched_at })
  expect(cpu_ms() - begun_ms).toBeLessThan(most_ms)
})

it('twenty thousand short paragraphs below each other', async () => {
  const body = `<h1>Tide</h1>${'<p>Works with no signal</p>'.repeat(20_000)}`
  expect(await timeOf(body)).toBeLessThan(most_ms)
})
