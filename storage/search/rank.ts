// How well a listing answers a query, as a cost: the lower the better. Pure arithmetic over words; its figures were tuned
// on seeded queries (tests/bench/search.ts).

/** A listing's words as they were indexed, separated by spaces. */
export type Candidate = { id: number; name: string; forms: string; head: string }

/** How a candidate came up decides what a word costs that neither its name nor its tagline nor its keywords explain. */
const unexplained = { exact: 14, corrected: 24, partial: 34 } as const
export type Via = keyof typeof unexplained

/** A word looked for: itself, whether it may be only the beginning of one, and words it may be a misspelling of. */
export type Sought = {
  word: string
  isBeginning: boolean
  near: Map<string, { distance: number; uses: number }>
}

const edit = 10
const otherFirstLetter = 3
const beginning = 3
const inForms = 3
const inHead = 8
const wholeName = -8
/** "Flux" is Flux before it is f.lux. */
const sameName = -11
/** A little better than a whole name with one edit. */
const nameBegins = 1
const rarest = 6

function spelling(sought: Sought, word: string): number {
  if (word === sought.word) return 0
  const near = sought.near.get(word)
  if (near !== undefined)
    return near.distance * edit + (word.charCodeAt(0) === sought.word.charCodeAt(0) ? 0 : otherFirstLetter)
  return sought.isBeginning && word.startsWith(sought.word) ? beginning : Infinity
}

/** In running text a misspelt word most likely meant the common one. */
function rarity(sought: Sought, word: string): number {
  const near = sought.near.get(word)
  if (near === undefined) return 0
  let most = 1
  for (const { uses } of sought.near.values()) if (uses > most) most = uses
  return Math.min(rarest, 2 * Math.log10(most / Math.max(1, near.uses)))
}

/** What was typed, as words with their spaces and as one. */
export type Typed = { name: string; key: string }

/** query is one way to read what was typed: its words, or some of them joined or split. */
export function costOf(query: Sought[], typed: Typed, candidate: Candidate, via: Via): number {
  const name = candidate.name.split(' ')
  const forms = candidate.forms.split(' ')
  const head = candidate.head.split(' ')
  const joined = name.join('')
  const explained = new Set<string>()
  let sum = 0
  let isInName = true
  for (const sought of query) {
    let best = Infinity
    let by = ''
    for (const word of name) {
      const cost = spelling(sought, word)
      if (cost < best) {
        best = cost
        by = word
      }
    }
    if (best < Infinity) explained.add(by)
    if (best === Infinity || best === beginning) isInName = false
    for (const word of forms) best = Math.min(best, spelling(sought, word) + inForms)
    for (const word of head) {
      const cost = spelling(sought, word) + inHead
      if (cost < best) best = Math.min(best, cost + rarity(sought, word))
    }
    sum += Math.min(best, unexplained[via])
  }
  if (joined === typed.key) return candidate.name === typed.name ? sameName : wholeName
  const more = name.length - explained.size
  const cost = sum / query.length + more + (isInName && more === 0 ? wholeName : 0)
  return joined.startsWith(typed.key) ? Math.min(cost, nameBegins) : cost
}
