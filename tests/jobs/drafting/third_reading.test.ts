// Facts of a site that has two offices, two years and many words that could be its name: what is said when one of them goes.
import { expect, it } from 'vitest'
import { extractProfile } from '../../../jobs/drafting/extract.ts'
import { readPage } from '../../../jobs/drafting/page/read_page.ts'
import { readAgain } from '../../../jobs/drafting/proof/third_reading.ts'
import type { KeptFact } from '../../../tools/my_listings/rereading.ts'

const menu = '<nav><a href="/">Pebblewire</a><a href="/guide">Guide</a><a href="/company">Company</a></nav>'
const foot = '<footer>© Pebblewire OÜ</footer>'
const start = `<html><head><title>Pebblewire</title>
<meta property="og:site_name" content="Pebblewire"></head><body>${menu}<h1>Telemetry for small satellites</h1>
<p>Pebblewire reads the beacons of small satellites and tells you what they said.</p>
<p>Universities fly with Pebblewire.</p>${foot}</body></html>`
const company = `<html><head><title>Company — Pebblewire</title></head><body>${menu}<h1>Company</h1>
<p>Maia Tamm opened the workshop in 2016 with a borrowed antenna.</p><p>We have been on the web since 2021.</p>
<h2>Headquarters</h2><p>Pebblewire OÜ, Telliskivi 60a, 10412 Tallinn, Estonia</p>
<h2>Lab</h2><p>Pebblewire Inc., 11 Vine Street, Cincinnati, OH 45202, USA</p>${foot}</body></html>`

const guide = `<html><head><title>Guide | Pebblewire</title></head><body>${menu}<h1>Guide</h1><p>This guide is for the ground. Guide: point the antenna up.</p>${foot}</body></html>`

const start_url = 'https://pebblewire.test/'
const read = (change: (html: string) => string) =>
  [
    [start_url, start],
    [`${start_url}company`, company],
    [`${start_url}guide`, guide],
  ].map(([url, html]) => readPage({ url: url!, html: change(html!), fetched_at: '2026-11-21T00:00:00Z' }))

const first = extractProfile(
  read((html) => html),
  { start_url },
)
const facts = (['name', 'founded_year', 'country', 'city'] as const).map((field): KeptFact => {
  const { value, evidence } = first[field]!
  return { field, value: String(value), quotes: evidence }
})

function outcomeOf(field: string, before: string, after: string): string {
  const judged = readAgain(
    facts,
    read((html) => html.replaceAll(before, after)),
    { start_url },
    [],
  )
  const one = judged[facts.findIndex((fact) => fact.field === field)]!
  return one.outcome === 'contradicted' ? one.found.value : one.outcome
}

it.each([
  ['city', 'Tallinn', 'Tartu'],
  // Where no country is told, its town still tells it.
  ['country', 'Estonia', 'Latvia', 'LV', 'stands'],
  ['founded_year', '2016', '2014'],
  ['name', 'Pebblewire', 'Quillmark'],
])(
  'says another %s only where it stands in the place of the old one',
  (field, before, after, value = after, without = 'gone') => {
    expect(facts.map(({ value }) => value)).toEqual(['Pebblewire', '2016', 'EE', 'Tallinn'])
    expect(outcomeOf(field, before, before)).toBe('stands')
    expect(outcomeOf(field, before, after)).toBe(value)
    expect(outcomeOf(field, before, '')).toBe(without)
  },
)
