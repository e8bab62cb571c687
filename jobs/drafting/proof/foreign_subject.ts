import { letters } from '../page/own_names.ts'
import { type CrawledSite, says } from '../page/reading.ts'
import { wordsIn } from '../words/words_in.ts'
import { glue, prepositions, verbs } from './cues.ts'

import type { Token } from './words.ts'

const weekdays = wordsIn('proof').setOf('weekdays')
/** What is a verb in some languages joins words in others: "roasted on the quay". */
const verbsOf = new Map([
  ['on', /^(?:fi|et)/],
  ['van', /^hu/],
  ['je', /^(?:cs|sk|sl|hr|sr|bs)/],
  ['ma', /^pl/],
  ['er', /^(?:da|no|nb|nn|is)/],
  ['son', /^es/],
  ['es', /^(?:es|ca|gl)/],
  ['este', /^ro/],
  ['voi', /^fi/],
  ['war', /^de/],
])
const isVerb = ({ kind, word }: Token, { start }: CrawledSite): boolean =>
  kind === 'word' && verbs.has(word) && (verbsOf.get(word)?.test(start.lang) ?? true)

/** A sentence with a subject that is not the site's own speaks of that one, and may not be told without it. */
export function hasForeignSubject(said: Token[], site: CrawledSite): boolean {
  const comma = said.findIndex((one) => one.kind === 'stop' && one.word === ',')
  const lead =
    comma >= 0 && comma < 3 && !said.slice(0, comma).some((one) => site.isName(one.word)) ? comma + 1 : 0
  const end = said.findIndex(
    (one, index) =>
      index >= lead &&
      (one.kind === 'stop' || index - lead >= 6 || (isVerb(one, site) && one.raw === one.raw.toLowerCase())),
  )
  const verb = said[end]
  // Without a verb that is known nobody can tell.
  if (!verb || !isVerb(verb, site)) return false
  const head = said.slice(lead, end)
  const named = head.filter(
    (one, index) =>
      /^\p{Lu}/u.test(one.raw) &&
      !/^[\p{Lu}\p{N}]{2,5}s?$/u.test(one.raw) &&
      !glue.has(one.word) &&
      !weekdays.has(one.word) &&
      (index > 0 || site.isName(one.word) || !site.small_words.has(one.word)),
  )
  const [only] = named
  // "The Lamp is …", on a page called "The Lamp: a desk timer".
  const names = named.filter((one) => one !== head[0] || site.isName(one.word))
  const isOfTitle = names.length > 0 && names.every((one) => says(site.start.title, [one.raw]))
  if (!only || isOfTitle || isOwnHead(head, named, site)) return false
  // A capital at the start only, of an ordinary word, is no name.
  return named.length > 1 || only !== head[0] || site.isName(only.word)
}

function isOwnHead(head: Token[], named: Token[], site: CrawledSite): boolean {
  const whole = letters(head.map(({ raw }) => raw).join(''))
  const ends = (name: string): boolean =>
    name.length > 3 &&
    whole.endsWith(name) &&
    (head.length <= 3 || prepositions.has(head[0]!.word)) &&
    named.length === 1
  if (site.own.some((name) => whole === name || ends(name) || (whole.startsWith(name) && named.length === 1)))
    return true
  const rest = head.filter((one) => !glue.has(one.word) && !site.own_words.has(one.word))
  const each = /^(?:each|every|jede\w*|chaque|cada|ogni|technically)$/
  const others = named.filter(({ word }) => !each.test(word))
  return (
    each.test(rest[0]?.word ?? 'each') &&
    (rest.length < 2 || others.length === 1) &&
    head.some(({ word, raw }) => /^\p{Lu}/u.test(raw) && site.own_words.has(word))
  )
}
