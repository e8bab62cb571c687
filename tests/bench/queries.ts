// Seeded questions with their truth, recomputed by brute force for the corpus at hand.
import type { Database } from 'better-sqlite3'
import { editDistance, letterMask, alike } from '../../storage/search/edits.ts'
import type { SearchRequest } from '../../storage/search/request.ts'
import { nameKey, wordsOf, wordsSought } from '../../storage/search/words.ts'
import { seeded, type Random } from './random.ts'

/** A request for words alone. */
export const everything = {
  site_id: 1,
  category_id: null,
  stage: null,
  country: null,
  pricing_model: null,
  agent_ready: false,
  verified: false,
  domain: null,
  status: 'live',
  sort: 'relevance',
  limit: 10,
  offset: 0,
} as const satisfies Omit<SearchRequest, 'q'>

export type Doc = {
  id: number
  votes: number
  name: string
  tagline: string
  description: string
  keywords: string[]
}

/** The live listings of a corpus. */
export function* docsOf(database: Database): Generator<Doc> {
  const rows = database.prepare<[], Omit<Doc, 'keywords'> & { keywords: string }>(
    "SELECT id, name, tagline, description, keywords, votes FROM listings WHERE status = 'live'",
  )
  for (const row of rows.iterate()) yield { ...row, keywords: JSON.parse(row.keywords) as string[] }
}

/** name: any listing of that name is the answer. words: every listing with all these words is one of the answers. */
export type Question = {
  isSpelling?: boolean
  q: string
  name: string | null
  words: string[]
  prefix: string | null
}

export const nameSets = ['exact', 'typo1', 'typo2', 'first', 'splitjoin', 'accent'] as const
export const answerSets = ['prefix', 'multi', 'multityp'] as const
export const sets = [
  'exact',
  'prefix',
  'multi',
  'typo1',
  'typo2',
  'first',
  'splitjoin',
  'accent',
  'multityp',
] as const
export type SetName = (typeof sets)[number]

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** One insertion, deletion, substitution or swap, at the given place or after the first letter. */
function misspell(random: Random, word: string, first = false): string {
  for (;;) {
    const at = first ? 0 : 1 + random.below(word.length - 1)
    const kind = random.below(4)
    const letter = letters[random.below(26)]!
    const wrong =
      kind === 0
        ? word.slice(0, at) + letter + word.slice(at)
        : kind === 1
          ? word.slice(0, at) + word.slice(at + 1)
          : kind === 2
            ? word.slice(0, at) + letter + word.slice(at + 1)
            : word.slice(0, at) + (word[at + 1] ?? '') + word[at]! + word.slice(at + 2)
    if (wrong !== word) return wrong
  }
}

const bare = (name: string): string => name.toLowerCase().trim()
const isPlain = (name: string): boolean => /^[a-z0-9 ]+$/i.test(name)

function misspeltName(random: Random, name: string, min: number, max: number, edits: number, first = false) {
  const words = bare(name).split(' ')
  const fit = words.flatMap((word, i) =>
    word.length >= min && word.length <= max && /^[a-z]+$/.test(word) ? [i] : [],
  )
  if (fit.length === 0) return null
  const at = random.pick(fit)
  const right = words[at]!
  let wrong = right
  for (let i = 0; i < edits; i += 1) wrong = misspell(random, wrong, first)
  words[at] = wrong
  return wrong === right ? null : words.join(' ')
}

function contentWords(doc: Doc): string[] {
  const all = wordsOf(`${doc.name} ${doc.tagline} ${doc.keywords.join(' ')} ${doc.description}`)
  return [...new Set(all)].filter((word) => /^[a-z]{3,}$/.test(word))
}

const accented: Record<string, string> = { a: 'á', e: 'é', i: 'ï', o: 'ö', u: 'ü', c: 'ç', n: 'ñ' }

const makers: Record<SetName, (random: Random, doc: Doc) => Question | null> = {
  exact: (_, { name }) => ({ q: name, name, words: [], prefix: null }),
  prefix(random, { name }) {
    const plain = bare(name)
    if (!isPlain(plain) || plain.length < 4) return null
    const q = plain.slice(0, 3 + random.below(Math.min(6, plain.length - 3))).trimEnd()
    return q.length < 3 ? null : { q, name: null, words: [], prefix: nameKey(q) }
  },
  multi(random, doc) {
    const words = random.shuffle(contentWords(doc)).slice(0, 2 + random.below(3))
    return words.length < 2 ? null : { q: words.join(' '), name: null, words, prefix: null }
  },
  typo1(random, { name }) {
    const q = isPlain(name) ? misspeltName(random, name, 4, 7, 1) : null
    return q === null ? null : { q, name, words: [], prefix: null }
  },
  typo2(random, { name }) {
    const q = isPlain(name) ? misspeltName(random, name, 8, 30, 2) : null
    return q === null ? null : { q, name, words: [], prefix: null }
  },
  first(random, { name }) {
    const q = isPlain(name) ? misspeltName(random, name, 4, 30, 1, true) : null
    return q === null ? null : { q, name, words: [], prefix: null }
  },
  splitjoin(random, { name }) {
    const plain = bare(name)
    if (!isPlain(plain)) return null
    if (random.next() < 0.5)
      return plain.includes(' ')
        ? { q: plain.replaceAll(' ', ''), name, words: [], prefix: null, isSpelling: true }
        : null
    if (plain.includes(' ') || plain.length < 5) return null
    const at = 1 + random.below(plain.length - 1)
    return { q: `${plain.slice(0, at)} ${plain.slice(at)}`, name, words: [], prefix: null, isSpelling: true }
  },
  accent(random, { name }) {
    const without = name.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
    if (without !== name) return { q: without, name, words: [], prefix: null, isSpelling: true }
    const at = [...name.toLowerCase()].findIndex((letter) => letter in accented && random.next() < 0.5)
    if (at < 0) return null
    return {
      q: name.slice(0, at) + accented[name[at]!.toLowerCase()]! + name.slice(at + 1),
      name,
      words: [],
      prefix: null,
      isSpelling: true,
    }
  },
  multityp(random, doc) {
    const words = random.shuffle(contentWords(doc)).slice(0, 2 + random.below(2))
    const fit = words.findIndex((word) => word.length >= 5)
    if (words.length < 2 || fit < 0) return null
    const typed = words.map((word, i) => (i === fit ? misspell(random, word) : word))
    return { q: typed.join(' '), name: null, words, prefix: null }
  },
}

export function questions(docs: Doc[], set: SetName, count: number, seed: number): Question[] {
  const random = seeded(seed + sets.indexOf(set) * 7919)
  const made: Question[] = []
  for (let tries = 0; made.length < count && tries < count * 400; tries += 1) {
    const question = makers[set](random, random.pick(docs))
    if (question !== null && question.q.length <= 200) made.push(question)
  }
  return made
}

/** The right answers of every question: ids of listings. */
export function truth(docs: Iterable<Doc>, asked: Question[]): Set<number>[] {
  const answers = asked.map(() => new Set<number>())
  const byName = new Map<string, number[]>()
  const wanted = asked.map((question, i) => ({ question, i }))
  for (const { question, i } of wanted)
    if (question.name !== null)
      byName.set(nameKey(question.name), [...(byName.get(nameKey(question.name)) ?? []), i])
  const prefixes = wanted.filter(({ question }) => question.prefix !== null)
  const worded = new Map<string, number[]>()
  for (const { question, i } of wanted)
    if (question.words.length > 0)
      worded.set(question.words[0]!, [...(worded.get(question.words[0]!) ?? []), i])
  for (const doc of docs) {
    for (const i of byName.get(nameKey(doc.name)) ?? [])
      // Where only spaces and accents differ, either spelling is that name.
      if (asked[i]!.isSpelling || bare(doc.name) === bare(asked[i]!.name!)) answers[i]!.add(doc.id)
    if (prefixes.length > 0) {
      const key = nameKey(doc.name)
      const words = wordsOf(doc.name)
      for (const { question, i } of prefixes)
        if (key.startsWith(question.prefix!) || words.some((word) => word.startsWith(question.prefix!)))
          answers[i]!.add(doc.id)
    }
    if (worded.size > 0) {
      const words = new Set(
        wordsOf(`${doc.name} ${doc.tagline} ${doc.keywords.join(' ')} ${doc.description}`),
      )
      for (const word of words)
        for (const i of worded.get(word) ?? [])
          if (asked[i]!.words.every((other) => words.has(other))) answers[i]!.add(doc.id)
    }
  }
  return answers
}

/** recall@1 and @10 of one answer. */
export function grade(question: Question, right: Set<number>, ids: number[]): [number, number] {
  const first = right.has(ids[0] ?? -1) ? 1 : 0
  const ten = ids.slice(0, 10)
  if (question.name !== null) return [first, ten.some((id) => right.has(id)) ? 1 : 0]
  return [first, ten.filter((id) => right.has(id)).length / Math.min(10, Math.max(1, right.size))]
}

/**
 * What an engine could reach that knows nothing but the edit distance between the query and whole names: where several
 * names are equally near, it can only guess.
 */
export function ceiling(names: Iterable<string>, asked: Question[]): [number, number] {
  const form = (name: string) => wordsSought(name).join(' ').slice(0, 60)
  const distinct = [...new Set([...names].map(form))]
  const codes = distinct.map((text) => {
    const array = new Uint16Array(text.length)
    for (let i = 0; i < text.length; i += 1) array[i] = text.charCodeAt(i)
    return array
  })
  const masks = codes.map((code) => letterMask(code, 0, code.length))
  let at1 = 0
  let at10 = 0
  for (const question of asked) {
    const right = form(question.name!)
    const query = form(question.q)
    const typed = new Uint16Array(64)
    for (let i = 0; i < query.length; i += 1) typed[i] = query.charCodeAt(i)
    const target = new Uint16Array(right.length)
    for (let i = 0; i < right.length; i += 1) target[i] = right.charCodeAt(i)
    const distance = editDistance(typed, query.length, target, 0, right.length, 4)
    const mask = letterMask(typed, 0, query.length)
    let nearer = 0
    let equal = 0
    for (let i = 0; i < codes.length; i += 1) {
      const code = codes[i]!
      if (Math.abs(code.length - query.length) > distance || !alike(mask, masks[i]!, distance, distance))
        continue
      const found = editDistance(typed, query.length, code, 0, code.length, distance)
      if (found < distance) nearer += 1
      else if (found === distance) equal += 1
    }
    at1 += nearer === 0 ? 1 / Math.max(1, equal) : 0
    at10 += Math.max(0, Math.min(1, (10 - nearer) / Math.max(1, equal)))
  }
  return [at1 / asked.length, at10 / asked.length]
}
