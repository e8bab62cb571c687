// A seeded corpus of any size made from the real catalogue: names coined, compounded and reused, sentences recombined,
// and new and misspelt words at the rate at which real vocabularies grow (Heaps' law). Built into a database of the
// service's own schema, once; later runs find it again.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { migrate } from '../../storage/migrate.ts'
import type { IndexedListing } from '../../storage/search/document.ts'
import { openIndex } from '../../storage/search/index.ts'
import { nameKey, wordsOf } from '../../storage/search/words.ts'
import { loadCategories } from './catalogue.ts'
import { seeded, type Random } from './random.ts'

/** Distinct words among so many listings: 104,792 at 100,000 and 347,000 at 1,000,000. */
const heaps = (listings: number): number => 104_792 * (listings / 100_000) ** 0.52

export const countries = [
  'us',
  'us',
  'us',
  'gb',
  'de',
  'de',
  'fr',
  'in',
  'ca',
  'nl',
  'se',
  'ch',
  'es',
  'br',
  'au',
  'il',
  'sg',
  'jp',
  'pl',
  'it',
  'ee',
  'fi',
]
export const stages = ['idea', 'mvp', 'launched', 'launched', 'growing']
export const pricing = ['Free', 'Free', 'Freemium', 'Subscription', 'Subscription', 'One-time', 'Contact us']
const letters = 'abcdefghijklmnopqrstuvwxyz'
const accents: Record<string, string> = { a: 'á', e: 'é', i: 'ï', o: 'ö', u: 'ü', c: 'ç', n: 'ñ' }

/** Coins words that look like those it was shown: which letter follows which three. */
function markov(words: string[]) {
  const follow = new Map<string, string[]>()
  for (const word of words) {
    const shown = `^^^${word}$`
    for (let i = 3; i < shown.length; i += 1) {
      const before = shown.slice(i - 3, i)
      follow.set(before, [...(follow.get(before) ?? []), shown[i]!])
    }
  }
  return function coin(random: Random): string {
    for (;;) {
      let word = ''
      for (let before = '^^^'; word.length < 14; before = (before + word.at(-1)!).slice(-3)) {
        const next = random.pick(follow.get(before)!)
        if (next === '$') break
        word += next
      }
      if (word.length >= 4 && word.length <= 13) return word
    }
  }
}

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1)
const power = (random: Random, most: number, slope: number): number =>
  Math.min(most, Math.floor(random.next() ** -slope) - 1)

export function* synthesize(
  real: IndexedListing[],
  size: number,
  seed = 20261120,
): Generator<IndexedListing> {
  const random = seeded(seed)
  const sentences = real
    .flatMap((doc) => doc.description.match(/[^.!?]+[.!?]*/g) ?? [])
    .filter((s) => s.length > 15)
  const taglines = real.flatMap(({ tagline }) => (tagline === '' ? [] : [tagline]))
  const keywords = real.flatMap((doc) => doc.keywords)
  const filed = real.flatMap(({ category_ids }) => (category_ids.length > 0 ? [category_ids] : []))
  const known = new Set(
    real.flatMap((doc) => wordsOf(`${doc.name} ${doc.tagline} ${doc.keywords.join(' ')} ${doc.description}`)),
  )
  const plain = [...known].filter((word) => /^[a-z]{4,9}$/.test(word))
  const nameWords = [...new Set(real.flatMap(({ name }) => wordsOf(name)))].filter((word) =>
    /^[a-z]{3,12}$/.test(word),
  )
  const coin = markov(nameWords)
  const single = [...nameWords]

  function name(isShort: boolean): string {
    const kind = random.next()
    if (kind < 0.12 && isShort) {
      const word = coin(random)
      known.add(word)
      single.push(word)
      return capital(word)
    }
    if (kind < 0.2 && isShort) {
      const [first, second] = [random.pick(plain), random.pick(plain)]
      if (first.length + second.length <= 13) {
        known.add(first + second)
        single.push(first + second)
        return capital(first) + (random.next() < 0.5 ? second : capital(second))
      }
    }
    return kind < 0.85
      ? `${capital(random.pick(single))} ${capital(random.pick(plain))}`
      : capital(random.pick(single))
  }

  function newWord(): string {
    const word = random.next() < 0.5 ? coin(random) : random.pick(plain)
    const at = 1 + random.below(word.length - 1)
    return word.slice(0, at) + letters[random.below(26)]! + word.slice(at + random.below(2))
  }

  function description(i: number): string {
    const parts = Array.from({ length: 2 + random.below(4) }, () => random.pick(sentences).trim())
    const words = parts.join(' ').split(' ')
    for (let tries = 0; tries < 8 && known.size < heaps(i + 1); tries += 1) {
      const word = newWord()
      known.add(word)
      words[random.below(words.length)] = word
    }
    return words.join(' ')
  }

  const isReal = new Set<number>()
  while (isReal.size < Math.min(real.length, size)) isReal.add(random.below(size))
  let nextReal = 0
  for (let i = 0; i < size; i += 1) {
    const votes = power(random, 20_000, 0.8)
    const age_days = random.below(1500) + random.next()
    const born = real[nextReal]!
    let named = isReal.has(i) ? '' : name(known.size < heaps(i + 1))
    if (random.next() < 0.08) named = named.replace(/[aeioucn]/, (letter) => accents[letter]!)
    const own = isReal.has(i)
      ? born
      : {
          name: named,
          tagline: random.pick(taglines),
          description: description(i),
          keywords: Array.from({ length: random.below(4) }, () => random.pick(keywords)),
          founders: [],
          category_ids: random.pick(filed),
          domain: random.next() < 0.05 ? 'github.com' : `${nameKey(named)}${i}.example`,
        }
    if (isReal.has(i)) nextReal += 1
    yield {
      ...own,
      id: i + 1,
      site_id: 1,
      needs: [],
      status: random.next() < 0.005 && !isReal.has(i) ? 'upcoming' : 'live',
      stage: random.next() < 0.4 ? random.pick(stages) : null,
      country: random.next() < 0.5 ? random.pick(countries) : null,
      pricing_model: random.next() < 0.4 ? random.pick(pricing) : null,
      agent_ready: false,
      verified: false,
      votes,
      views: votes * 30 + power(random, 1_000_000, 1.2),
      followers: power(random, 5000, 0.7),
      trend: Math.log2(votes + 1) - age_days / 2,
      live_at: new Date(Date.UTC(2026, 10, 20) - Math.floor(age_days * 86_400_000)).toISOString(),
    }
  }
}

const batchSize = 20_000

function openFilling(database: Database.Database, categories: ReturnType<typeof loadCategories>) {
  const insertCategory = database.prepare(
    'INSERT INTO categories(id, slug, name, parent_id) VALUES (?, ?, ?, ?)',
  )
  for (const { id, slug, name, parent_id } of categories) insertCategory.run(id, slug, name, parent_id)
  const insertCompany = database.prepare('INSERT INTO companies(id, key, created_at) VALUES (?, ?, ?)')
  const insertListing = database.prepare(
    `INSERT INTO listings(id, site_id, company_id, category_id, slug, name, name_key, url, domain, status, plan, tagline,
       description, stage, country, pricing_model, keywords, live_at, votes, views, followers, trend, created_at, updated_at)
     VALUES (@id, @site_id, @id, @category_id, @slug, @name, @key, @url, @domain, @status, 'free', @tagline,
       @description, @stage, @country, @pricing_model, @keywords, @live_at, @votes, @views, @followers, @trend, @live_at, @live_at)`,
  )
  return function fill(listing: IndexedListing): void {
    const key = nameKey(listing.name)
    const slug = `${key.replace(/[^a-z0-9]/g, '').slice(0, 100)}-${listing.id}`.replace(/^-/, 'x-')
    insertCompany.run(listing.id, `${slug}.example`, listing.live_at)
    insertListing.run({
      ...listing,
      key,
      slug,
      category_id: listing.category_ids[0] ?? 1,
      url: `https://${slug}.example/`,
      status: listing.status === 'live' ? 'live' : 'scheduled',
      keywords: JSON.stringify(listing.keywords),
    })
  }
}

/** The file of the corpus of this size, built where it is missing. Says how long the index took. */
export function corpusFile(
  folder: string,
  real: IndexedListing[],
  size: number,
  say: (line: string) => void,
): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `corpus-${size}.db`)
  if (existsSync(file)) return file
  const unfinished = `${file}.unfinished`
  rmSync(unfinished, { force: true })
  const database = new Database(unfinished)
  database.pragma('journal_mode = OFF')
  database.pragma('synchronous = OFF')
  database.pragma('cache_size = -65536')
  migrate(database)
  const index = openIndex(database)
  const fill = openFilling(database, loadCategories())
  let index_ms = 0
  function put(batch: IndexedListing[]): void {
    for (const listing of batch) fill(listing)
    const started = performance.now()
    index.putAll(batch.map((one) => [null, one]))
    index_ms += performance.now() - started
  }
  database.exec('BEGIN')
  let batch: IndexedListing[] = []
  for (const listing of size === real.length ? real : synthesize(real, size)) {
    batch.push(listing)
    if (batch.length < batchSize) continue
    put(batch)
    batch = []
  }
  put(batch)
  const started = performance.now()
  index.optimize()
  database.exec('UPDATE search_state SET is_empty = 0; COMMIT')
  index_ms += performance.now() - started
  database.pragma('journal_mode = WAL')
  database.close()
  renameSync(unfinished, file)
  say(`built ${file}: its index in ${(index_ms / 1000).toFixed(1)} s`)
  return file
}
