/**
 * node tests/bench/facts.ts: what becomes of the facts of the 88 sites when they are read again, as the product reads them: the
 * start page and the quoted ones, five at most. Unchanged, in a new frame, with another year, name, city or country or without, and
 * parked.
 */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { checkEvidence } from '../../jobs/drafting/proof/evidence.ts'
import { readAgain } from '../../jobs/drafting/proof/third_reading.ts'
import { extractProfile } from '../../jobs/drafting/extract.ts'
import type { ExtractedProfile, Proven } from '../../jobs/drafting/profile.ts'
import type { Judged, KeptFact } from '../../tools/my_listings/rereading.ts'
import { readCategories } from './score_categories.ts'
import { readTruth } from './score_drafts.ts'
import { crawlSnapshot, dataFolder, type Site, type Snapshot } from './snapshot_site.ts'

const most = 5
/** People have pages of their own, and words it is found by are our choice of the site's. */
const notAsked = ['tags', 'keywords', 'categories', 'founders', 'founder_socials']
const categories = readCategories()

function factsOf(profile: ExtractedProfile): KeptFact[] {
  const facts: KeptFact[] = []
  const add = (field: string, { value, evidence }: Proven<unknown>) =>
    facts.push({
      field,
      value: typeof value === 'object' ? JSON.stringify(value) : String(value),
      quotes: evidence,
    })
  for (const [field, held] of Object.entries(profile)) {
    if (notAsked.includes(field) || held === null) continue
    if (field === 'company_socials')
      for (const one of Object.values(profile.company_socials)) add('socials', one)
    else for (const one of [held].flat() as Proven<unknown>[]) add(field, one)
  }
  return facts.filter(({ quotes }) => quotes.length > 0)
}

/** The start page and those that are quoted most. */
function readOf(
  { start_url, pages }: Snapshot,
  facts: readonly KeptFact[],
): { pages: Snapshot['pages']; unread: string[] } {
  const often = Map.groupBy(
    facts.flatMap(({ quotes }) => quotes.map(({ url }) => url)),
    (url) => url,
  )
  const wanted = [...often.keys()].sort((a, b) => often.get(b)!.length - often.get(a)!.length)
  const asked = [...new Set([start_url, ...wanted])]
  const read = new Set(asked.slice(0, most))
  return { pages: pages.filter(({ url }) => read.has(url)), unread: asked.slice(most) }
}

type Change = (html: string) => string
const framed: Change = (html) =>
  html
    .replace(
      /<body[^>]*>/i,
      (body) => `${body}<div><p>We use cookies.</p><nav><a href="/new">What is new</a></nav></div><section>`,
    )
    .replace(/<\/body>/i, '</section><footer><p>Read our letter.</p></footer></body>')
const parked: Change = () =>
  '<html><head><title>For sale</title></head><body><h1>For sale</h1><p>This domain is for sale. Make an offer.</p></body></html>'
/** Markup within a line: logotypes change their colour amid a name. */
const markup = '(?:</?(?:a|b|em|i|s|small|span|strong|sup|sub|u|wbr)\\b[^<>]*>)*'
const written: Record<string, string> = { '&': '&(?:amp;)?', ' ': `(?:\\s|&nbsp;?|${markup.slice(0, -1)})+` }
/** Wherever it is written, however its letters are, over markup within a line too; addresses stay as they are. */
const instead = (before: string, after: string): Change => {
  const [earlier, later] = ['(?<![\\p{Script=Latin}\\p{N}@/.])', '(?![\\p{Script=Latin}\\p{N}@/]|\\.\\p{L})']
  const signs = [...before].map((sign) => written[sign] ?? RegExp.escape(sign))
  const word = new RegExp(`${earlier}${signs.join(markup)}${later}`, 'giu')
  return (html) => html.replaceAll(word, after)
}

const bytes = (some: Snapshot['pages']): number =>
  some.reduce((sum, { text }) => sum + gzipSync(text).length, 0)
const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** One other value for each fact that another contradicts, and how it is written on a page. */
function othersOf(
  facts: readonly KeptFact[],
): { fact: KeptFact; before: string; after: string; value: string }[] {
  return facts.flatMap((fact) => {
    const { field, value, quotes } = fact
    const other = (before: string, after: string, then = after) =>
      quotes.some(({ quote }) => quote.includes(before)) ? [{ fact, before, after, value: then }] : []
    if (field === 'founded_year') return other(value, String(Number(value) - 3))
    if (field === 'name') return other(value, 'Quillmark')
    if (field === 'city') return other(value, value === 'Porto' ? 'Lyon' : 'Porto')
    if (field === 'country') {
      const code = value.toUpperCase()
      return /^[A-Z]{2}$/.test(code)
        ? other(names.of(code)!, code === 'PT' ? 'France' : 'Portugal', code === 'PT' ? 'fr' : 'pt')
        : []
    }
    return []
  })
}

type Outcomes = Map<string, number>
const count = (all: Outcomes, what: string) => void all.set(what, (all.get(what) ?? 0) + 1)
const told = (all: Outcomes) => [...all].map(([what, times]) => `${times} ${what}`).join(', ')

let [sites, facts_count, pages_count, packed] = [0, 0, 0, 0]
const seen = { unchanged: new Map(), framed: new Map(), parked: new Map() } as Record<string, Outcomes>
const changed = new Map<string, Outcomes>()

function outcomeOf(judged: Judged, right: string | null): string {
  if (judged.outcome !== 'contradicted') return judged.outcome
  const { value } = judged.found
  return value.toLowerCase() === right?.toLowerCase()
    ? 'contradicted by the right value'
    : 'contradicted by a wrong value'
}

function judge(site: Site, folder: string, facts: readonly KeptFact[], change: Change): Judged[] {
  const snapshot = crawlSnapshot(site, folder, undefined, change)
  const { pages, unread } = readOf(snapshot, facts)
  return readAgain(facts, pages, { start_url: snapshot.start_url, categories }, unread)
}

const known = [
  ...readTruth().map((truth) => ({ truth, folder: join(dataFolder, 'sites', truth.host) })),
  ...readTruth(join(dataFolder, 'truth2.jsonl')).map((truth) => ({
    truth,
    folder: join(dataFolder, 'sites2', truth.host),
  })),
]
for (const { truth, folder } of known) {
  const snapshot = crawlSnapshot(truth, folder)
  const site = { start_url: snapshot.start_url, categories }
  const facts = factsOf(checkEvidence(extractProfile(snapshot.pages, site), snapshot.pages, site))
  if (facts.length === 0) continue
  sites += 1
  facts_count += facts.length
  const { pages } = readOf(snapshot, facts)
  pages_count += pages.length
  packed += bytes(pages)
  for (const [what, change] of Object.entries({ unchanged: (html: string) => html, framed, parked }))
    for (const [at, { outcome }] of judge(truth, folder, facts, change).entries()) {
      count(seen[what]!, outcome)
      if (what !== 'parked' && outcome !== 'stands')
        console.log(`${truth.host}, ${what}: ${facts[at]!.field} ${facts[at]!.value} ${outcome}`)
    }
  for (const { fact, before, after, value } of othersOf(facts)) {
    const at = facts.indexOf(fact)
    for (const [what, written, right] of [
      ['another', after, value],
      ['no', '', null],
    ] as const) {
      const all = judge(truth, folder, facts, instead(before, written))
      const outcome = outcomeOf(all[at]!, right)
      count(
        changed.getOrInsertComputed(`${what} ${fact.field}`, () => new Map()),
        outcome,
      )
      if (outcome !== (right === null ? 'gone' : 'contradicted by the right value'))
        console.log(`${truth.host}, ${what} ${fact.field} than ${fact.value}: ${outcome}`)
      for (const [n, other] of all.entries())
        if (n !== at && other.outcome === 'contradicted') {
          count(
            changed.getOrInsertComputed('beside it', () => new Map()),
            'contradicted',
          )
          console.log(`${truth.host}, ${what} ${fact.field}: ${facts[n]!.field} became ${other.found.value}`)
        }
    }
  }
}
console.log(`${sites} sites, ${facts_count} facts`)
for (const [what, all] of Object.entries(seen)) console.log(`${what}: ${told(all)}`)
for (const [what, all] of changed) console.log(`${what}: ${told(all)}`)
console.log(
  `${(pages_count / sites).toFixed(1)} pages and ${(packed / sites / 1024).toFixed(0)} KB of text packed for a listing and month`,
)
