/**
 * npm run bench:drafts: the extractive drafter over real sites and difficult ones, scored against a person's reading,
 * and the evidence check over what a lying model might claim of them. Other data of the same shapes:
 * `-- --sites DIR --truth FILE`, `-- --claims FILE --site DIR`, and `-- --claims FILE --sites DIR,DIR` for claims that
 * name their host. `--held` names what is missed in the half that
 * the rules were not tuned on, `--only HOST` drafts one site and prints it, `--memory` drafts 500.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkEvidence } from '../../jobs/drafting/proof/evidence.ts'
import { extractProfile } from '../../jobs/drafting/extract.ts'
import type { ExtractedProfile } from '../../jobs/drafting/profile.ts'
import { benchCategories, printCategories, readCategories } from './score_categories.ts'
import { type Claim, claimsOf, outcomeOf } from './score_claims.ts'
import { readLines, readTruth, type Score, scoreProfile, type Truth } from './score_drafts.ts'
import { emptyTexts, scoreTexts, type TextScore } from './score_texts.ts'
import {
  crawlSnapshot,
  dataFolder,
  dataIsHere,
  type Half,
  halvesOf,
  sitesIn,
  type Snapshot,
} from './snapshot_site.ts'

/** Issue 15: what must be reached over all sites that may be read. */
const wantedRecall: { [field: string]: number } = {
  name: 0.97,
  tagline: 0.85,
  contact_email: 0.9,
  socials: 0.9,
  pricing_model: 0.75,
  founded_year: 0.75,
  country: 0.75,
  city: 0.75,
  founders: 0.7,
  faqs: 0.8,
}
const neverFalse = 'name founded_year country city contact_email pricing_model founders socials'.split(' ')

type Drafted = { truth: Truth; half: Half; snapshot: Snapshot; profile: ExtractedProfile; ms: number }

export function draftAll(folder: string, truths: Truth[], halves: Map<string, Half> | null): Drafted[] {
  const categories = readCategories()
  return truths.map((truth) => {
    const began = process.cpuUsage()
    const snapshot = crawlSnapshot(truth, join(folder, truth.host))
    const site = { start_url: snapshot.start_url, categories }
    const profile = checkEvidence(extractProfile(snapshot.pages, site), snapshot.pages, site)
    const used = process.cpuUsage(began)
    const half = halves === null ? 'old' : (halves.get(truth.host) ?? 'old')
    return { truth, half, snapshot, profile, ms: (used.user + used.system) / 1000 }
  })
}

export type BenchResult = { score: Score; traps: string[]; texts: TextScore; failures: string[] }

export function scoreAll(drafted: Drafted[]): BenchResult {
  const score: Score = new Map()
  const texts = emptyTexts()
  const traps: string[] = []
  for (const { truth, profile, snapshot } of drafted) {
    traps.push(...scoreProfile(score, truth, profile))
    scoreTexts(texts, truth.host, profile, snapshot.pages)
  }
  return { score, traps, texts, failures: failuresOf(score, traps, texts) }
}

function failuresOf(score: Score, traps: string[], texts: TextScore): string[] {
  const failures = traps.map((trap) => `trap: ${trap}`)
  for (const field of neverFalse)
    for (const value of score.get(field)?.false_values ?? []) failures.push(`false ${field}: ${value}`)
  for (const [field, least] of Object.entries(wantedRecall)) {
    const entry = score.get(field)
    if (entry && entry.hit / Math.max(1, entry.wanted) < least && entry.wanted > 0)
      failures.push(`recall of ${field}: ${entry.hit}/${entry.wanted}, below ${least}`)
  }
  if (texts.junk.length > texts.items * 0.05)
    failures.push(`junk: ${texts.junk.length} of ${texts.items} items`)
  return failures
}

/** The sites and claims given, or those of the shared data; each with the half it belongs to. */
function readAll(sites: string | undefined, truth: string | undefined): Drafted[] {
  if (sites !== undefined && truth !== undefined) return draftAll(sites, readTruth(truth), null)
  const later = readTruth(join(dataFolder, 'truth2.jsonl'))
  const halves = halvesOf(
    later,
    ({ host }) => host,
    ({ origin }) => origin ?? '',
  )
  return [
    ...draftAll(join(dataFolder, 'sites'), readTruth(), null),
    ...draftAll(join(dataFolder, 'sites2'), later, halves),
  ]
}

type Heard = { lies: number; survived: string[]; truths: number; lost: string[]; instead: string[] }

export function scoreClaims(claims: { claim: Claim; snapshot: Snapshot }[]): Heard {
  const categories = readCategories()
  const heard: Heard = { lies: 0, survived: [], truths: 0, lost: [], instead: [] }
  for (const { claim, snapshot } of claims) {
    const { kept, instead } = outcomeOf(claim, snapshot, categories)
    const said = `${claim.host ?? ''} ${claim.field}: ${JSON.stringify(claim.value)} (${claim.why})`
    if (claim.keep) heard.truths++
    else heard.lies++
    if (instead !== '') heard.instead.push(`${claim.keep ? '' : 'lie '}${said} → ${instead}`)
    if (claim.keep && !kept && instead === '') heard.lost.push(said)
    if (!claim.keep && kept) heard.survived.push(said)
  }
  return heard
}

function printTable(columns: [string, BenchResult][]): void {
  const fields = new Set(columns.flatMap(([, { score }]) => [...score.keys()]))
  console.log(`${'recall, false values'.padEnd(26)}${columns.map(([name]) => name.padStart(20)).join('')}`)
  for (const field of fields) {
    const cells = columns.map(([, { score }]) => {
      const entry = score.get(field)
      if (!entry) return '–'
      const recall = (entry.hit / Math.max(1, entry.wanted)).toFixed(2)
      return `${entry.hit}/${entry.wanted} ${recall} −${entry.false_values.length}`
    })
    console.log(`${field.padEnd(26)}${cells.map((cell) => cell.padStart(20)).join('')}`)
  }
  const rows: [string, (result: BenchResult) => string][] = [
    ['traps', ({ traps }) => String(traps.length)],
    ['items, junk', ({ texts }) => `${texts.items} ${texts.junk.length}`],
    ['lists, of odd length', ({ texts }) => `${texts.lists} ${texts.odd.length}`],
  ]
  for (const [name, cell] of rows)
    console.log(`${name.padEnd(26)}${columns.map(([, result]) => cell(result).padStart(20)).join('')}`)
}

function printDetails(name: string, { score, traps, texts }: BenchResult): void {
  console.log(`\n${name}`)
  for (const [field, entry] of score) {
    for (const value of entry.false_values) console.log(`  ${field} false: ${value}`)
    for (const value of entry.misses) console.log(`  ${field} missed: ${value}`)
  }
  for (const trap of traps) console.log(`  trap: ${trap}`)
  for (const junk of [...texts.junk, ...texts.odd]) console.log(`  text: ${junk}`)
}

function printHeard(name: string, heard: Heard, detailed: boolean): void {
  const { lies, truths, survived, lost, instead } = heard
  console.log(
    `${name}: ${survived.length} of ${lies} lies survive, ${truths - lost.length} of ${truths} truths are told, ` +
      `${instead.length} claims in the site's words`,
  )
  if (!detailed) return
  for (const lie of survived) console.log(`  survived: ${lie}`)
  for (const truth of lost) console.log(`  lost: ${truth}`)
  for (const one of instead) console.log(`  told instead: ${one}`)
}

/** 500 drafts in a row: what the heap holds after the first hundred and at the end, in MiB. */
function printMemory(): void {
  const truths = readTruth()
  const held = (): number => {
    globalThis.gc?.()
    return Math.round(process.memoryUsage().heapUsed / 2 ** 20)
  }
  for (let round = 0; round < 3; round++) draftAll(join(dataFolder, 'sites'), truths, null)
  const early = held()
  for (let round = 3; round < 14; round++) draftAll(join(dataFolder, 'sites'), truths, null)
  console.log(`heap after 108 drafts: ${early} MiB, after 504: ${held()} MiB`)
}

function printSite({ profile, snapshot, ms }: Drafted): void {
  console.log(`${snapshot.pages.map(({ url }) => url).join('\n')}\n${ms.toFixed(0)} ms`)
  for (const [field, found] of Object.entries(profile)) console.log(field, JSON.stringify(found, null, 1))
}

function bench(): void {
  const { values: given } = parseArgs({
    options: {
      sites: { type: 'string' },
      truth: { type: 'string' },
      claims: { type: 'string' },
      site: { type: 'string' },
      only: { type: 'string' },
      held: { type: 'boolean' },
      memory: { type: 'boolean' },
      'no-claims': { type: 'boolean' },
    },
  })
  if (given.claims !== undefined) return benchGiven(given.claims, given.site, given.sites?.split(',') ?? [])
  const drafted = readAll(given.sites, given.truth)
  if (given.only !== undefined)
    return drafted.filter(({ truth }) => truth.host === given.only).forEach(printSite)
  const columns = Map.groupBy(drafted, ({ half }) => half)
  const results = [...columns].map(([name, some]): [string, BenchResult] => [name, scoreAll(some)])
  const all = scoreAll(drafted)
  printTable([...results, ['all', all]])
  const by = (name: string, group: (one: Drafted) => string): void => {
    const groups = [
      ...Map.groupBy(
        drafted.filter(({ half }) => half !== 'held'),
        group,
      ),
    ].filter(([, some]) => some.length > 2)
    console.log(`\nby ${name}`)
    for (let from = 0; from < groups.length; from += 5)
      printTable(
        groups.slice(from, from + 5).map(([key, some]): [string, BenchResult] => [key, scoreAll(some)]),
      )
  }
  by('kind', ({ truth }) => truth.origin ?? truth.stratum)
  by('language', ({ snapshot }) => snapshot.pages[0]?.lang || 'none')
  for (const [name, result] of results) if (name !== 'held' || given.held === true) printDetails(name, result)
  if (given.sites === undefined && given['no-claims'] !== true) benchClaims(drafted, given.held === true)
  if (given.sites === undefined) benchCategories()
  printCategories(drafted)
  const ms = drafted.map((one) => one.ms).sort((one, other) => one - other)
  console.log(`\ncpu per site: median ${ms[ms.length >> 1]?.toFixed(0)} ms, most ${ms.at(-1)?.toFixed(0)} ms`)
  console.log(all.failures.length === 0 ? 'all figures met' : `${all.failures.length} figures not met`)
  if (given.memory === true) printMemory()
  if (all.failures.length > 0) process.exitCode = 1
}

/** Claims of one site, or of several by their host. */
function benchGiven(file: string, site: string | undefined, folders: string[]): void {
  const open = new Map<string, Snapshot | null>()
  const snapshotOf = (host: string): Snapshot | null => {
    if (site !== undefined) return crawlSnapshot({ host, start_path: '/', stratum: 'claims' }, site)
    const found = folders.flatMap((folder) => sitesIn(folder)).find((one) => one.host === host)
    return found ? crawlSnapshot(found, found.folder) : null
  }
  const claims = readLines<Claim>(file).flatMap((claim) => {
    const host = claim.host ?? 'claimed.test'
    const snapshot = open.has(host) ? open.get(host)! : snapshotOf(host)
    open.set(host, snapshot)
    if (snapshot === null) console.log(`no site: ${host}`)
    return snapshot === null ? [] : [{ claim, snapshot }]
  })
  const began = process.cpuUsage()
  const heard = scoreClaims(claims)
  const { user, system } = process.cpuUsage(began)
  printHeard('claims', heard, true)
  console.log(`${((user + system) / 1000 / claims.length).toFixed(1)} ms of CPU a claim`)
}

function benchClaims(drafted: Drafted[], held: boolean): void {
  const sites = new Map(drafted.map((one) => [one.truth.host, one]))
  const folder = join(dataFolder, 'lies')
  const liesSite = crawlSnapshot(
    { host: 'claimed.test', start_path: '/', stratum: 'claims' },
    join(folder, 'site'),
  )
  const said = [
    ...readLines<Claim>(join(folder, 'claims.jsonl')).map((claim) => ({ claim, snapshot: liesSite })),
    ...[
      ...readLines<Claim>(join(folder, 'claims-sites.jsonl')),
      ...drafted.flatMap(({ truth }) => claimsOf(truth)),
    ].flatMap((claim) => {
      const site = sites.get(claim.host ?? '')
      return site ? [{ claim, snapshot: site.snapshot }] : []
    }),
  ]
  const nameOf = ({ claim }: { claim: Claim }): string => claim.host ?? JSON.stringify(claim.value)
  const halves = halvesOf(said, nameOf, ({ claim }) =>
    claim.host === undefined ? 'lies' : (sites.get(claim.host)?.truth.origin ?? 'old'),
  )
  console.log('')
  for (const half of ['tuned', 'held'] as const) {
    const some = said.filter((one) => halves.get(nameOf(one)) === half)
    printHeard(
      `claims written, ${half}`,
      scoreClaims(some.filter(({ claim }) => claim.why !== 'truth')),
      half === 'tuned' || held,
    )
    printHeard(
      `claims of the truth, ${half}`,
      scoreClaims(some.filter(({ claim }) => claim.why === 'truth')),
      half === 'tuned' || held,
    )
  }
}

if (import.meta.main) {
  if (dataIsHere() || process.argv.includes('--sites') || process.argv.includes('--claims')) bench()
  else console.log('skipped: ../shared/data is not here')
}
