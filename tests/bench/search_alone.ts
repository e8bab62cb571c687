// One process with nothing but the search engine in it: what it needs in memory, and how soon it answers.
// node search_alone.ts FILE < queries.json
import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { openSearch } from '../../storage/search/search.ts'
import { everything } from './queries.ts'

const file = process.argv[2]!
const asked = JSON.parse(readFileSync(0, 'utf8')) as string[]
const resident_mb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024
const timed = (work: () => void): number => {
  const started = performance.now()
  work()
  return performance.now() - started
}

const empty_mb = resident_mb()
let search: ReturnType<typeof openSearch>['search']
const open_ms = timed(() => {
  const reader = new Database(file)
  reader.pragma('query_only = ON')
  search = openSearch(reader).search
})
const first_ms = timed(() => search({ ...everything, q: asked[0]! }))
const first_typo_ms = timed(() => search({ ...everything, q: 'kubernets monitring' }))
for (const q of asked) search!({ ...everything, q })
for (const sort of ['newest', 'votes', 'trending', 'most_viewed', 'most_followed'] as const)
  for (let offset = 0; offset < 100_000; offset += 9_100)
    for (const q of ['', 'open source']) search!({ ...everything, q, sort, offset, limit: 100 })
console.log(JSON.stringify({ empty_mb, resident_mb: resident_mb(), open_ms, first_ms, first_typo_ms }))
